import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Text } from '../../../../../feature/layout';
import { documentsOf } from '../../../../../platform/strapi/documents';
import { fieldsOf, fieldAccess } from '../../../bulk-edit';
import { labelFieldPath, formatFieldPath } from '../columns/field-paths';
import { listFilledPaths } from '../entries/entry-cells';
import { populateOf } from '../entries/populate';

/** A text of a draft, with the label of its place: `Cards 2 › Name`. */
export type TextOfVersion = { place: string; label: string; text: string };

/** Returns the non-empty texts of a draft that a user may read, in the order of the form. */
export const textsOfVersion = async (
  { strapi }: WithStrapi,
  {
    uid,
    documentId,
    locale,
    ability,
    language,
  }: {
    uid: UID.ContentType;
    documentId: string;
    locale: string;
    ability: unknown;
    language: keyof Text;
  },
): Promise<TextOfVersion[]> => {
  const draft = await documentsOf({ strapi }, uid).findOne({
    documentId,
    locale,
    status: 'draft',
    populate: populateOf({ strapi }, uid),
  });
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
