import type { WithStrapi } from '../../../../../platform/with-strapi';
import {
  pictureAttributeOf,
  pictureOf,
  stateOf,
  titleOf,
  type ListedRow,
} from '../../../../../catalogue/entry-summary';
import { defaultLocale } from '../../../../../platform/strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '../../../../../platform/strapi/models';
import { tableOf } from '../../../../../platform/strapi/queries';
import type { OrderedEntry, OrderedPage } from '../../order';
import { type List, readOrder, hashOrder } from './read-order';

/** Returns a page of an ordered list for the panel. */
export const orderedPage = async (
  { strapi }: WithStrapi,
  list: List,
  { start, limit, locale }: { start: number; limit: number; locale?: string | undefined },
): Promise<OrderedPage> => {
  const { uid } = list;
  const order = await readOrder({ strapi }, list);
  const wanted = order.slice(start, start + limit).map(({ documentId }) => documentId);
  const model = findModel({ strapi }, uid);
  const isWithoutDrafts = !hasDrafts(model);
  const picture = pictureAttributeOf({ strapi }, uid);
  const rows = await tableOf<ListedRow>({ strapi }, uid).findMany({
    where: { documentId: { $in: wanted } },
    ...(picture !== undefined && {
      populate: { [picture]: { select: ['url', 'formats'] } } as Record<typeof picture, object>,
    }),
    orderBy: { id: 'asc' },
  });
  const languages = isLocalized(model) ? [locale, await defaultLocale({ strapi })] : [null];

  const entryOf = (documentId: string): OrderedEntry[] => {
    const own = rows.filter((row) => row.documentId === documentId);
    const drafts = own.filter((row) => isWithoutDrafts || row.publishedAt === null);
    const inLanguage = languages.flatMap((language) =>
      drafts.filter((row) => row.locale === language),
    );
    const shown = inLanguage[0] ?? drafts[0];
    if (shown === undefined) return [];
    const published = own.find((row) => row.publishedAt !== null && row.locale === shown.locale);
    return [
      {
        documentId,
        title: titleOf(shown),
        state: stateOf(shown, published, isWithoutDrafts),
        picture: pictureOf(shown, picture),
      },
    ];
  };

  return {
    version: hashOrder(order),
    total: order.length,
    start,
    entries: wanted.flatMap(entryOf),
  };
};
