import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { featuresOf, previewsOf } from '../../../feature/application';

/** Returns the type's name in URLs, such as `product` for `api::product.product`. */
export const typeNameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** Returns the type with a name in URLs; undefined if it has no preview. */
export const previewableTypeNamed = ({ strapi }: WithStrapi, name: string) => {
  const uid = `api::${name}.${name}` as UID.ContentType;
  const contract = previewsOf(featuresOf({ strapi }))[uid];
  return contract && { uid, contract };
};
