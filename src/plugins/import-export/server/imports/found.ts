import type { Core, UID } from '@strapi/types';
import { documentsOf, type AnyDocument } from '../../../../strapi/documents';
import { findModel } from '../../../../strapi/models';
import { tableOf } from '../../../../strapi/queries';
import { changeable } from '../../../bulk-edit';
import { populateOf } from '../entries/populate';
import type { EntryItem, Key } from './items';

type WithStrapi = { strapi: Core.Strapi };

type Row = { documentId: string; locale: string | null; SKU?: string | null; slug?: string | null };

/** What there is already of the entries of a batch. */
export type Found = {
  /** The documents that a key means, whoever may change them. */
  meantBy: (key: Key) => readonly string[];
  /** Whether whoever imports may change some language of a document, or the one that is named. */
  mayChange: (documentId: string, locale?: string | null) => boolean;
  draftOf: (documentId: string, locale: string | null) => AnyDocument | null;
};

const ATTRIBUTES = { id: 'documentId', SKU: 'SKU', slug: 'slug' } as const;

/** A number of queries that does not depend on how many the entries are. */
export const findEntries = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  items: readonly EntryItem[],
): Promise<Found> => {
  const attributes = findModel({ strapi }, uid)?.attributes ?? {};
  const own = (['SKU', 'slug'] as const).filter((name) => attributes[name] !== undefined);
  const valuesOf = (of: Key['of']): string[] =>
    items.flatMap(({ key }) => (key?.of === of ? [key.value] : []));
  const conditions = (['id', ...own] as const)
    .map((of) => ({ [ATTRIBUTES[of]]: { $in: valuesOf(of) } }))
    .filter((condition) => Object.values(condition).some(({ $in }) => $in.length > 0));
  const table = tableOf<Row>({ strapi }, uid);
  const rows =
    conditions.length === 0
      ? []
      : await table.findMany({ where: { $or: conditions }, select: ['documentId', ...own] });
  const ids = [...new Set(rows.map(({ documentId }) => documentId))];
  const hasLocales = attributes.locale !== undefined;
  const permitted = await table.findMany({
    where: {
      $and: [...(await changeable({ strapi }, { uid, ability })), { documentId: { $in: ids } }],
    },
    select: hasLocales ? ['documentId', 'locale'] : ['documentId'],
  });
  const locales = new Set(items.flatMap(({ languages }) => languages.map(({ locale }) => locale)));
  const drafts = new Map<string, AnyDocument>();
  for (const locale of locales) {
    const found = await documentsOf({ strapi }, uid).findMany({
      filters: { documentId: { $in: ids } },
      status: 'draft',
      populate: populateOf({ strapi }, uid),
      ...(locale !== null && { locale }),
    });
    for (const draft of found) drafts.set(`${draft.documentId} ${locale ?? ''}`, draft);
  }
  return {
    meantBy: ({ of, value }) => [
      ...new Set(
        rows.filter((row) => row[ATTRIBUTES[of]] === value).map(({ documentId }) => documentId),
      ),
    ],
    mayChange: (documentId, locale) =>
      permitted.some(
        (row) =>
          row.documentId === documentId &&
          (locale === undefined || locale === null || row.locale === locale),
      ),
    draftOf: (documentId, locale) => drafts.get(`${documentId} ${locale ?? ''}`) ?? null,
  };
};
