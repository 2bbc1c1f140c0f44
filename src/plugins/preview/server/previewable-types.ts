import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../platform/with-strapi';
import { featuresOf, previewsOf } from '../../../feature/application';

/** `product` of `api::product.product`: the type's name in addresses. */
export const typeNameOf = (uid: string): string => uid.slice(uid.lastIndexOf('.') + 1);

/** The type that an address names, or undefined where there is nothing to preview. */
export const previewableTypeNamed = ({ strapi }: WithStrapi, name: string) => {
  const uid = `api::${name}.${name}` as UID.ContentType;
  const contract = previewsOf(featuresOf({ strapi }))[uid];
  return contract && { uid, contract };
};
