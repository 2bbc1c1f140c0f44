import type { WithStrapi } from '../../../platform/with-strapi';
import { rulesOf } from '../../../platform/strapi/current-ability';
import type { Applied, CallerQuery } from '../../../platform/strapi/permitted-query';
import { permittedFields } from '../../../platform/strapi/entry-access';
import { limitSearch } from '../../../platform/strapi/stored-queries';
import { alwaysReadableFields, READ } from '../../../catalogue/access/readable-fields';

/**
 * Limits a search to the fields that the user may read. Strapi searches all fields, so the results
 * would reveal the content of hidden ones.
 */
export const narrowSearch = (
  { strapi }: WithStrapi,
  { uid, ability }: Applied,
  query: CallerQuery,
): CallerQuery => {
  const { _q: search, ...others } = query;
  const rules = rulesOf(ability, READ, uid);
  const isLimited = rules.length > 0 && rules.every(({ fields }) => fields !== undefined);
  if (typeof search !== 'string' || search === '' || !isLimited) return query;
  const mayRead = permittedFields({ strapi }, ability, uid);
  const isIncluded = (name: string): boolean => alwaysReadableFields.has(name) || mayRead(name);
  const found = limitSearch({ strapi }, { uid, text: search, isIncluded });
  if (found === null) return query;
  return { ...others, filters: { $and: [...(others.filters ? [others.filters] : []), found] } };
};
