import type { Core } from '@strapi/types';
import { defaultLocale } from '../../../../strapi/default-locale';
import { findModel, hasDrafts, isLocalized } from '../../../../strapi/models';
import { tableOf } from '../../../../strapi/queries';
import type { OrderedEntry, OrderedPage, State } from '../../order';
import { type List, readOrder, versionOf } from './ordered';

type WithStrapi = { strapi: Core.Strapi };

/** Where types have their picture for lists, the first that there is. */
const PICTURES = ['cardImage', 'image', 'logo'] as const;

type Picture = { url: string; formats: { thumbnail?: { url: string } } | null };

type Row = {
  documentId: string;
  locale: string | null;
  publishedAt: string | null;
  updatedAt: string;
  title?: string | null;
  name?: string | null;
} & Partial<Record<(typeof PICTURES)[number], Picture | null>>;

const stateOf = (shown: Row, published: Row | undefined, isWithoutDrafts: boolean): State => {
  if (isWithoutDrafts) return 'published';
  if (published === undefined) return 'draft';
  return new Date(shown.updatedAt) > new Date(published.updatedAt) ? 'modified' : 'published';
};

/** Some entries of a list, as somebody who puts them in order wants to see them. */
export const orderedPage = async (
  { strapi }: WithStrapi,
  list: List,
  { start, limit, locale }: { start: number; limit: number; locale?: string | undefined },
): Promise<OrderedPage> => {
  const { uid } = list;
  const order = await readOrder({ strapi }, list);
  const wanted = order.slice(start, start + limit).map(({ documentId }) => documentId);
  const model = findModel({ strapi }, uid);
  const isWithoutDrafts = model === undefined || !hasDrafts(model);
  const picture = PICTURES.find((name) => model?.attributes[name]?.type === 'media');
  const rows = await tableOf<Row>({ strapi }, uid).findMany({
    where: { documentId: { $in: wanted } },
    ...(picture !== undefined && {
      populate: { [picture]: { select: ['url', 'formats'] } } as Record<typeof picture, object>,
    }),
    orderBy: { id: 'asc' },
  });
  const languages =
    model !== undefined && isLocalized(model) ? [locale, await defaultLocale({ strapi })] : [null];

  const entryOf = (documentId: string): OrderedEntry[] => {
    const own = rows.filter((row) => row.documentId === documentId);
    const drafts = own.filter((row) => isWithoutDrafts || row.publishedAt === null);
    const inLanguage = languages.flatMap((language) =>
      drafts.filter((row) => row.locale === language),
    );
    const shown = inLanguage[0] ?? drafts[0];
    if (shown === undefined) return [];
    const published = own.find((row) => row.publishedAt !== null && row.locale === shown.locale);
    const file = picture === undefined ? null : shown[picture];
    return [
      {
        documentId,
        title: shown.title ?? shown.name ?? documentId,
        state: stateOf(shown, published, isWithoutDrafts),
        picture: file?.formats?.thumbnail?.url ?? file?.url ?? null,
      },
    ];
  };

  return {
    version: versionOf(order),
    total: order.length,
    start,
    entries: wanted.flatMap(entryOf),
  };
};
