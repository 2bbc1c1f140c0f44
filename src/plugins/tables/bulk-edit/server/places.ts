import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../platform/with-strapi';
import { contentTypesOf, findModel } from '../../../../platform/strapi/models';
import { isPageType } from '../../../pages';
import type { Column, ShownIn } from '../edit';
import { columnsOf } from './columns';

type Wanted = { uid: UID.ContentType; ability: unknown };

/** A place with the column in which the name is written. */
export type PlaceColumn = { shown: ShownIn; column: Column };

const isList = ({ kind, isMany, target }: Column): boolean =>
  kind === 'relation' && isMany && target !== null;

const typeOf = ({ strapi }: WithStrapi, uid: string): string =>
  findModel({ strapi }, uid)?.info.displayName ?? uid;

/** Whether entries behind a relation list those that name them by it. */
const listsBack = ({ strapi }: WithStrapi, uid: string, { name, target }: Column): boolean =>
  Object.values(findModel({ strapi }, target ?? '')?.attributes ?? {}).some(
    (attribute) => attribute?.target === uid && attribute.mappedBy === name,
  );

/**
 * Where entries of a type can be shown to visitors by a name, as far as somebody may write it there: they name what
 * lists them, or others name them. What pages show is put together page by page.
 */
export const placesFor = ({ strapi }: WithStrapi, { uid, ability }: Wanted): PlaceColumn[] => {
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
