import type { WithStrapi } from '../../../platform/with-strapi';
import { findModel } from '../../../platform/strapi/models';

const SERIES = 'api::series.series';
const EPISODE = 'api::episode.episode';

/** An entry in a response, with its attributes by name. */
type Entry = Record<string, unknown>;

const entriesIn = (value: unknown): readonly Entry[] =>
  [value]
    .flat()
    .filter((one): one is Entry => typeof one === 'object' && one !== null && !Array.isArray(one));

type Linked = { series: Entry[]; episodes: Entry[] };

/** Returns the series and episodes in a response, at any depth of population. */
const linkedIn = ({ strapi }: WithStrapi, uid: string, data: unknown): Linked => {
  const found: Linked = { series: [], episodes: [] };
  const walk = (of: string, value: unknown): void => {
    const attributes = Object.entries(findModel({ strapi }, of)?.attributes ?? {});
    for (const entry of entriesIn(value)) {
      if (of === SERIES) found.series.push(entry);
      if (of === EPISODE) found.episodes.push(entry);
      for (const [name, attribute] of attributes) {
        const { type, target, component } = attribute ?? {};
        const inner = entry[name];
        if (inner === undefined || inner === null) continue;
        if (type === 'dynamiczone') {
          for (const part of entriesIn(inner)) walk(String(part.__component), part);
        } else if (type === 'relation' && target !== undefined) walk(target, inner);
        else if (type === 'component' && component !== undefined) walk(component, inner);
      }
    }
  };
  walk(uid, data);
  return found;
};

const published = { publishedAt: { $notNull: true } };

/**
 * Removes the links of series that need a login, and of their episodes, from a response of the
 * generated API. A series that no longer exists at the lookup counts as one that needs a login, and
 * so does an episode without a published series.
 */
export const takeLinks = async (
  { strapi }: WithStrapi,
  uid: string,
  data: unknown,
): Promise<void> => {
  const { series, episodes } = linkedIn({ strapi }, uid, data);
  const withVideo = series.filter(({ headVideo }) => entriesIn(headVideo).length > 0);
  const withLink = episodes.filter(({ m3u8Link }) => typeof m3u8Link === 'string');

  if (withVideo.length > 0) {
    const rows = (await strapi.db.query(SERIES).findMany({
      where: { id: { $in: withVideo.map(({ id }) => id) }, needLogin: false },
      select: ['id'],
    })) as { id: number }[];
    const free = new Set<unknown>(rows.map(({ id }) => id));
    for (const { id, headVideo } of withVideo) {
      if (free.has(id)) continue;
      for (const video of entriesIn(headVideo)) if ('m3u8Link' in video) video.m3u8Link = null;
    }
  }

  if (withLink.length > 0) {
    const inSeries = async (needLogin: boolean): Promise<ReadonlySet<unknown>> => {
      const rows = (await strapi.db.query(EPISODE).findMany({
        where: {
          ...published,
          documentId: { $in: withLink.map(({ documentId }) => documentId) },
          series: { needLogin, ...published },
        },
        select: ['documentId'],
      })) as { documentId: string }[];
      return new Set(rows.map(({ documentId }) => documentId));
    };
    const [free, closed] = await Promise.all([inSeries(false), inSeries(true)]);
    for (const episode of withLink) {
      const { documentId } = episode;
      if (closed.has(documentId) || !free.has(documentId)) episode.m3u8Link = null;
    }
  }
};
