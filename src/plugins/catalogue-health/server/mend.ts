import type { Core } from '@strapi/types';
import { findModel, type AttributeSchema } from '../../../strapi/models';
import type { Group } from '../health';
import { PRICE_DIFFERS } from './rules/prices-by-language';

/** What a grid takes into a cell: components and pictures are changed in the form. */
const IN_A_CELL = [
  ...['string', 'text', 'richtext', 'email', 'enumeration', 'boolean', 'relation'],
  ...['integer', 'decimal', 'float', 'date', 'datetime'],
];

const isCell = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined &&
  attribute.mappedBy === undefined &&
  (attribute.customField !== undefined || IN_A_CELL.includes(attribute.type));

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
  const areCells = fields.every((field) => isCell(model?.attributes[field]));
  if (!areCells || fields.length > MOST_FIELDS) return null;
  if (locale === null) return { fields, locales: [] };
  return { fields, locales: code === PRICE_DIFFERS ? [locale, source] : [locale] };
};
