import type { WithStrapi } from '../../../../../platform/with-strapi';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import { labelFieldPath, formatFieldPath } from '../columns/field-paths';
import { listFilledPaths, readDrafts, type DraftReader } from '../entries/entry-cells';

/** A text of a draft, with the label of its place: `Cards 2 › Name`. */
export type TextOfVersion = { place: string; label: string; text: string };

/** Returns the non-empty texts of a draft that a user may read, in the order of the form. */
export const textsOfVersion = async (
  { strapi }: WithStrapi,
  { documentId, locale, ...reader }: DraftReader & { documentId: string; locale: string },
): Promise<TextOfVersion[]> => {
  const { uid, ability, language } = reader;
  const draftOf = await readDrafts({ strapi }, reader, { ids: [documentId], locales: [locale] });
  const draft = draftOf(documentId, locale);
  if (draft === null) return [];
  const fields = fieldsOf({ strapi });
  const may = fieldAccess({ strapi }, { uid, ability });
  return listFilledPaths(fields, uid, draft).flatMap(({ place, isText, value }) =>
    isText && typeof value === 'string' && value.trim() !== '' && may('read', place)
      ? [
          {
            place: formatFieldPath(place),
            label: labelFieldPath(fields, uid, place, language),
            text: value,
          },
        ]
      : [],
  );
};
