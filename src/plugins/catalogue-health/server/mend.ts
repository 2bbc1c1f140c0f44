import type { Core, UID } from '@strapi/types';
import type { EntryAccess } from '../../../strapi/entry-access';
import { findModel, type AttributeSchema } from '../../../strapi/models';
import { isPageType } from '../../pages';
import { DEAD_ADDRESS, UNDESCRIBED, type Group } from '../health';
import { PRICE_DIFFERS } from './rules/prices-by-language';
import { SHOWN_NOWHERE } from './rules/shown-nowhere';

/** What a grid takes into a cell, pictures by the names of their files; components it does not take. */
const IN_A_CELL = [
  ...['string', 'text', 'richtext', 'email', 'enumeration', 'boolean', 'relation', 'media'],
  ...['integer', 'decimal', 'float', 'date', 'datetime'],
];

const isCell = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined &&
  attribute.mappedBy === undefined &&
  (attribute.customField !== undefined || IN_A_CELL.includes(attribute.type));

/** More than these do not stand beside each other. */
const MOST_FIELDS = 4;

/**
 * What is not mended in the entries: the file has the text, each address is mended in all places at once, and others
 * name what is shown nowhere.
 */
const ELSEWHERE: readonly string[] = [UNDESCRIBED, DEAD_ADDRESS, SHOWN_NOWHERE];

type Ways = Pick<Group, 'mend' | 'isMendedInFile'>;

/** How somebody mends the entries of a group together. */
export const mendOf = (
  { strapi }: { strapi: Core.Strapi },
  {
    uid,
    code,
    locale,
    fields,
    source,
    access,
  }: Pick<Group, 'code' | 'locale'> & {
    uid: UID.ContentType;
    fields: readonly string[];
    /** The default language. */
    source: string;
    access: EntryAccess;
  },
): Ways => {
  if (ELSEWHERE.includes(code)) return { mend: null, isMendedInFile: false };
  const model = findModel({ strapi }, uid);
  const areCells = fields.every((field) => isCell(model?.attributes[field]));
  if (!areCells || fields.length > MOST_FIELDS) {
    return { mend: null, isMendedInFile: !isPageType(uid) && access.may('update') };
  }
  if (!fields.every((field) => access.may('update', field))) {
    return { mend: null, isMendedInFile: false };
  }
  if (locale === null) return { mend: { fields, locales: [] }, isMendedInFile: false };
  const locales = code === PRICE_DIFFERS ? [locale, source] : [locale];
  return { mend: { fields, locales }, isMendedInFile: false };
};
