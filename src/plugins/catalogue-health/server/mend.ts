import type { Core } from '@strapi/types';
import { findModel } from '../../../strapi/models';
import type { Group } from '../health';
import { PRICE_DIFFERS } from './rules/prices-by-language';

/** What stands in one cell of a grid: components, pictures and long texts are changed in the form. */
const IN_A_CELL = [
  ...['string', 'text', 'email', 'enumeration', 'boolean', 'relation'],
  ...['integer', 'biginteger', 'decimal', 'float', 'date', 'datetime'],
];

/** More than these do not stand beside each other. */
const MOST_FIELDS = 4;

/** By which fields the entries of a group are mended together. */
export const mendOf = (
  { strapi }: { strapi: Core.Strapi },
  {
    uid,
    code,
    locale,
    fields,
    source,
  }: Pick<Group, 'uid' | 'code' | 'locale'> & {
    fields: readonly string[];
    /** The default language. */
    source: string;
  },
): Group['mend'] => {
  const model = findModel({ strapi }, uid);
  const areCells = fields.every((field) =>
    IN_A_CELL.includes(model?.attributes[field]?.type ?? ''),
  );
  if (!areCells || fields.length > MOST_FIELDS) return null;
  if (locale === null) return { fields, locales: [] };
  return { fields, locales: code === PRICE_DIFFERS ? [locale, source] : [locale] };
};
