import type { WithStrapi } from '../../../platform/with-strapi';
import { rulesOf } from '../../../platform/strapi/current-ability';
import type { Applied, CallerQuery } from '../../../platform/strapi/permitted-query';
import { permittedFields } from '../../../platform/strapi/permitted-fields';
import { searchedAttributes } from '../../../platform/strapi/searched-columns';
import { alwaysReadableFields, READ } from './readable-fields';

const isNumeric = (text: string): boolean => !Number.isNaN(Number(text));

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
  const searched = searchedAttributes({ strapi }, uid).filter(
    ({ isNumber, name }) => name === 'id' || !isNumber || isNumeric(search),
  );
  const readable = searched.filter(({ name }) => alwaysReadableFields.has(name) || mayRead(name));
  if (readable.length === searched.length) return query;
  const found = { $or: readable.map(({ name }) => ({ [name]: { $containsi: search } })) };
  return { ...others, filters: { $and: [...(others.filters ? [others.filters] : []), found] } };
};
