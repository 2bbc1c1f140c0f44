import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { contentTypesOf, findModel } from '../../../../platform/strapi/models';
import { isPageType } from '../../../../catalogue/page-types';
import type { Column, ShownIn } from '../edit';
import { columnsOf } from './columns';

type Wanted = { uid: UID.ContentType; ability: unknown };

/** Place with the column that is written. */
export type PlaceColumn = { shown: ShownIn; column: Column };

const isList = ({ kind, isMany, target }: Column): boolean =>
  kind === 'relation' && isMany && target !== null;

const typeOf = ({ strapi }: WithStrapi, uid: string): string =>
  findModel({ strapi }, uid)?.info.displayName ?? uid;

/** Returns whether the target of a relation lists the entries that refer to it. */
const listsBack = ({ strapi }: WithStrapi, uid: string, { name, target }: Column): boolean =>
  Object.values(findModel({ strapi }, target ?? '')?.attributes ?? {}).some(
    (attribute) => attribute?.target === uid && attribute.mappedBy === name,
  );

/**
 * Returns the relations that show entries of a type to visitors, if the user may write them. The
 * entry refers to what lists it, or other entries refer to it. Pages are excluded, because they are
 * arranged one by one.
 */
export const findRelationColumns = (
  { strapi }: WithStrapi,
  { uid, ability }: Wanted,
): PlaceColumn[] => {
  const own = columnsOf({ strapi }, { uid, ability })
    .filter((column) => isList(column) && listsBack({ strapi }, uid, column))
    .map((column): PlaceColumn => {
      const chosen = column.target ?? '';
      const { name: attribute, label } = column;
      return { column, shown: { uid, attribute, label, chosen, type: typeOf({ strapi }, chosen) } };
    });
  const others = contentTypesOf({ strapi })
    .filter((type) => type.uid.startsWith('api::') && type.uid !== uid && !isPageType(type.uid))
    .filter(({ attributes }) => Object.values(attributes).some((one) => one?.target === uid))
    .flatMap((type) =>
      columnsOf({ strapi }, { uid: type.uid, ability })
        .filter((column) => isList(column) && column.target === uid)
        .map((column): PlaceColumn => {
          const { name: attribute, label } = column;
          const { displayName } = type.info;
          return {
            column,
            shown: { uid: type.uid, attribute, label, chosen: type.uid, type: displayName },
          };
        }),
    );
  return [...own, ...others];
};
