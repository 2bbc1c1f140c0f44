import type { WithStrapi } from '../with-strapi';
import { findModel } from './models';
import { requireFunctions } from './require-functions';

const READ = 'plugin::content-manager.explorer.read';

type Ability = { can: (action: string, subject: string, field: string) => boolean };

/**
 * Returns a function that tells whether an administrator may read a field in the content manager.
 * Permissions name the fields within components individually (`seo.author`). A component is
 * readable if all of its fields are.
 *
 * @param ability the administrator's, from the request's state (`@casl/ability`)
 */
export const permittedFields = (
  { strapi }: WithStrapi,
  ability: unknown,
  uid: string,
): ((field: string) => boolean) => {
  const { can } = requireFunctions<Ability>('permitted-fields.ts', ability, ['can']);
  const may = (path: string): boolean => can.call(ability, READ, uid, path);
  const mayAll = (model: string, name: string, path: string): boolean => {
    const attribute = findModel({ strapi }, model)?.attributes[name];
    if (attribute?.type !== 'component' || attribute.component === undefined) return may(path);
    const { component } = attribute;
    const inner = Object.keys(findModel({ strapi }, component)?.attributes ?? {});
    return may(path) || inner.every((field) => mayAll(component, field, `${path}.${field}`));
  };
  return (field) => mayAll(uid, field, field);
};
