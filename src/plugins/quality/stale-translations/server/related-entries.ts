import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import { findModel, hasDrafts, isLocalized } from '../../../../platform/strapi/models';
import { permittedWhere } from '../../../../platform/strapi/permitted-query';
import { tableOf } from '../../../../platform/strapi/queries';
import { layoutsOf } from './shared-fields';

type Row = { documentId: string; locale: string | null };

type Asked = { ability: unknown; target: string; ids: readonly string[] };

const readableRows = async (
  { strapi }: WithStrapi,
  { ability, target, ids }: Asked,
): Promise<Row[]> => {
  const uid = target as UID.ContentType;
  const model = findModel({ strapi }, target);
  if (ids.length === 0 || !entryAccess({ strapi }, { ability, uid }).may('read')) return [];
  const permitted = await permittedWhere({ strapi }, { ability, uid, query: {} });
  const isDraft = model !== undefined && hasDrafts(model) && { publishedAt: null };
  return tableOf<Row>({ strapi }, uid).findMany({
    where: { $and: [permitted, { documentId: { $in: [...new Set(ids)] }, ...isDraft }] },
  });
};

/** Reads the entries of a type that a relation refers to, as far as a user may read them. */
export const relatedEntries = async ({ strapi }: WithStrapi, asked: Asked) => {
  const rows = await readableRows({ strapi }, asked);
  const model = findModel({ strapi }, asked.target);
  const layout = layoutsOf({ strapi }).get(asked.target);
  const name = layout?.shownAs ?? layout?.title ?? 'documentId';
  const hasLanguages = model !== undefined && isLocalized(model);
  return {
    mayReadAll: (ids: readonly string[]): boolean =>
      ids.every((id) => rows.some(({ documentId }) => documentId === id)),

    /** Returns the entries that have a version in a language. */
    existingIn: (ids: readonly string[], locale: string): readonly string[] =>
      ids.filter(
        (id) => !hasLanguages || rows.some((row) => row.documentId === id && row.locale === locale),
      ),

    nameIn: (id: string, locale: string): string => {
      const all = rows.filter(({ documentId }) => documentId === id);
      const row = all.find((one) => one.locale === locale) ?? all[0];
      const values: Readonly<Record<string, unknown>> = row ?? {};
      const called = values[name];
      return typeof called === 'string' ? called : id;
    },
  };
};

export type RelatedEntries = Awaited<ReturnType<typeof relatedEntries>>;
