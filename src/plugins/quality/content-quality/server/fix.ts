import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { EntryAccess } from '#platform/strapi/entry-access';
import { findModel, type AttributeSchema } from '#platform/strapi/models';
import { isPageType } from '#catalogue/page-types';
import { findRuleCells } from '../../publishing-rules';
import {
  BROKEN_ADDRESS,
  ENTRY_GONE,
  LEADS_NOWHERE,
  SHOWN_NOWHERE,
  TRANSLATION_OLDER,
  UNDESCRIBED,
  UNPUBLISHED_DEPENDENCY_CODES,
  type Group,
  type FixPage,
} from '../content-quality';

const TEXTS = ['string', 'text', 'richtext', 'email'];

/**
 * Attribute types that a grid cell accepts. Pictures are given by file name; repeatable components
 * are not accepted.
 */
const IN_A_CELL = [
  ...TEXTS,
  ...['enumeration', 'boolean', 'relation', 'media', 'integer', 'decimal', 'float', 'date'],
  'datetime',
];

const isCell = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined &&
  attribute.mappedBy === undefined &&
  (attribute.customField !== undefined || IN_A_CELL.includes(attribute.type));

/** Maximum number of fields that fit beside each other. */
const MOST_FIELDS = 4;

/** Returns the attribute names in a code such as `FIELD_MISSING.seo.author`. */
const parseAttributeNames = (code: string): string[] => code.split('.').slice(1);

type FieldAttribute = { attribute: AttributeSchema | undefined; isInList: boolean };

/**
 * Returns the attribute at a path of names through components, and whether one of them is
 * repeatable.
 */
const findAttribute = (
  { strapi }: WithStrapi,
  uid: string,
  [name = '', ...below]: readonly string[],
): FieldAttribute => {
  const attribute = findModel({ strapi }, uid)?.attributes[name];
  if (below.length === 0) return { attribute, isInList: false };
  const { component = '', repeatable } = attribute ?? {};
  const nested = findAttribute({ strapi }, component, below);
  return { ...nested, isInList: nested.isInList || repeatable === true };
};

/** Pages that fix one kind of finding in all entries. */
const fixPages: Readonly<Record<string, FixPage>> = {
  [UNDESCRIBED]: 'pictures',
  [BROKEN_ADDRESS]: 'links',
  [ENTRY_GONE]: 'links',
  [LEADS_NOWHERE]: 'links',
  [SHOWN_NOWHERE]: 'places',
  ...Object.fromEntries(UNPUBLISHED_DEPENDENCY_CODES.map((code) => [code, 'publish'] as const)),
};

const LANGUAGE_MISSING = 'LANGUAGE_MISSING';

/** Codes of values and texts that a translation and its source are compared by. */
const IN_BOTH_LANGUAGES = [
  'PRICE_DIFFERS_BY_LANGUAGE',
  'VALUE_DIFFERS_BY_LANGUAGE',
  'TEXT_UNTRANSLATED',
];

const findFixPage = (uid: string, code: string): FixPage | null => {
  if (code.startsWith(`${LANGUAGE_MISSING}.`) && isPageType(uid)) return 'site';
  return fixPages[code] ?? null;
};

type FixOptions = Pick<Group, 'fix' | 'isFixedInFile' | 'fixPage'>;

/** The finding is fixed in the form of each entry. */
export const noFix: FixOptions = { fix: null, isFixedInFile: false, fixPage: null };

/**
 * Returns whether a file can fix a finding. Exports hold all fields of entries, but only the texts
 * of pages.
 */
const isInFile = ({ strapi }: WithStrapi, uid: string, code: string): boolean => {
  if (!isPageType(uid) || code === TRANSLATION_OLDER) return true;
  const { attribute } = findAttribute({ strapi }, uid, parseAttributeNames(code));
  return attribute !== undefined && TEXTS.includes(attribute.type);
};

/** Returns how the entries of a group can be fixed together. */
export const fixOf = (
  { strapi }: WithStrapi,
  {
    uid,
    code,
    locale,
    fields,
    source,
    locales,
    access,
  }: Pick<Group, 'code' | 'locale'> & {
    uid: UID.ContentType;
    fields: readonly string[];
    /** Default language. */
    source: string;
    /** Languages of the site. */
    locales: readonly string[];
    access: EntryAccess;
  },
): FixOptions => {
  const page = findFixPage(uid, code);
  // Users who may not update the entries may still publish their dependencies and copy pages.
  if (page !== null) {
    const isForWriters = page === 'links' || page === 'places';
    return isForWriters && !access.may('update') ? noFix : { ...noFix, fixPage: page };
  }
  const missingPath = parseAttributeNames(code).join('.');
  const ofParts =
    findRuleCells({ strapi }, { uid, code }) ?? (missingPath.includes('.') ? [missingPath] : []);
  const cells = ofParts.length > 0 ? ofParts : fields;
  const areCells = cells.every((cell) => {
    const { attribute, isInList } = findAttribute({ strapi }, uid, cell.split('.'));
    return (
      !isInList && isCell(attribute) && (!cell.includes('.') || attribute?.target === undefined)
    );
  });
  if (!areCells || cells.length > MOST_FIELDS) {
    return {
      ...noFix,
      isFixedInFile: isInFile({ strapi }, uid, code) && access.may('update'),
    };
  }
  const mayChange = (cell: string): boolean =>
    // Permissions name a component or its individual fields.
    access.may('update', cell) || access.may('update', cell.split('.')[0]);
  if (!cells.every(mayChange)) return noFix;
  if (locale === null) return { ...noFix, fix: { fields: cells, locales: [] } };
  const isCompared = IN_BOTH_LANGUAGES.includes(code.split('.')[0] ?? '');
  const others = isCompared && locale !== source ? [source] : locales;
  const isBeside = isCompared || code.startsWith('SEARCH_');
  const fixedLocales = isBeside
    ? [locale, ...others.filter((other) => other !== locale)]
    : [locale];
  return { ...noFix, fix: { fields: cells, locales: fixedLocales } };
};
