import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { entryAccess } from '../../../../platform/strapi/entry-access';
import type { Column } from '../edit';
import { isNaming } from './cells';
import { fieldAccess, fieldsOf, type Field } from './fields';

/**
 * Returns the columns of a field. Those of a component are its own fields. Its relations and media
 * are only edited in forms, and so are lists and zones.
 */
const columnsIn = ({ strapi }: WithStrapi, field: Field): Column[] => {
  if (field.kind === 'cell') return [field.column];
  if (field.kind !== 'part') return [];
  return fieldsOf({ strapi })(field.component).flatMap((inner) =>
    inner.kind !== 'cell' || isNaming(inner.column)
      ? []
      : [
          {
            ...inner.column,
            name: `${field.name}.${inner.name}`,
            label: {
              en: `${field.label.en} › ${inner.label.en}`,
              es: `${field.label.es} › ${inner.label.es}`,
            },
            isLocalized: true,
          },
        ],
  );
};

/** Returns the columns of a type that the user may read and change, in the order of its form. */
export const columnsOf = (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
): Column[] => {
  const may = fieldAccess({ strapi }, { uid, ability });
  /** Users who may not read a type must not see the names of its entries. */
  const mayName = ({ kind, target }: Column): boolean =>
    kind !== 'relation' ||
    entryAccess({ strapi }, { ability, uid: target as UID.ContentType }).may('read');
  return fieldsOf({ strapi })(uid)
    .flatMap((field) => columnsIn({ strapi }, field))
    .filter((column) => {
      const place = column.name.split('.');
      return may('update', place) && may('read', place) && mayName(column);
    });
};
