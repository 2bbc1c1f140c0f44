import type { WithStrapi } from '../../../../../platform/with-strapi';
import { findModel } from '../../../../../platform/strapi/models';
import { isNaming, findNamingFields, fieldsOf } from '../../../bulk-edit';

/** Returns the `populate` parameter for everything that files contain of a type. */
export const populateOf = ({ strapi }: WithStrapi, uid: string): Record<string, object> => {
  const populate: Record<string, object> = {};
  for (const field of fieldsOf({ strapi })(uid)) {
    if (field.kind === 'zone') {
      const components = findModel({ strapi }, uid)?.attributes[field.name]?.components ?? [];
      populate[field.name] = {
        on: Object.fromEntries(
          components.map((one) => [one, { populate: populateOf({ strapi }, one) }]),
        ),
      };
    } else if (field.kind !== 'cell') {
      populate[field.name] = { populate: populateOf({ strapi }, field.component) };
    } else if (isNaming(field.column)) {
      populate[field.name] = { fields: findNamingFields({ strapi }, field.column.target) };
    }
  }
  return populate;
};
