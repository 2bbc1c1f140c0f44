import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { listContentTypes, findModel } from '#platform/strapi/models';
import { getTable } from '#platform/strapi/queries';

/** Custom field that holds the language of the texts in its component. */
export const LANGUAGE_FIELD = 'plugin::translations.language';

/** Returns the component attributes of a type, each with the component's language attribute. */
const findLanguageAttributes = (
  { strapi }: WithStrapi,
  attributes: NonNullable<ReturnType<typeof findModel>>['attributes'],
): { part: string; language: string }[] =>
  Object.entries(attributes).flatMap(([part, attribute]) => {
    const inner = findModel({ strapi }, attribute?.component ?? '')?.attributes ?? {};
    return Object.entries(inner).flatMap(([language, attributeModel]) =>
      attributeModel?.customField === LANGUAGE_FIELD ? [{ part, language }] : [],
    );
  });

/** Counts unlocalized entries with texts in a language by type, in drafts or published versions. */
export const countTranslated = async (
  { strapi }: WithStrapi,
  code: string,
): Promise<{ uid: UID.ContentType; count: number }[]> => {
  const counts: { uid: UID.ContentType; count: number }[] = [];
  for (const { uid, attributes } of listContentTypes({ strapi })) {
    const conditions = findLanguageAttributes({ strapi }, attributes).map(({ part, language }) => ({
      [part]: { [language]: code },
    }));
    if (conditions.length === 0) continue;
    const rows = await getTable<{ documentId: string }>({ strapi }, uid).findMany({
      where: { $or: conditions },
      select: ['documentId'],
    });
    const count = new Set(rows.map(({ documentId }) => documentId)).size;
    if (count > 0) counts.push({ uid, count });
  }
  return counts;
};
