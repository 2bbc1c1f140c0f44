import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sluggedTypes } from '#catalogue/slugged-types';
import { listContentTypes, hasDrafts, type ContentTypeSchema } from '#platform/strapi/models';
import { writeErrors } from '#platform/http/common-errors';
import type { ApiError } from '#platform/http/errors';
import { integrityErrors } from './errors';
import { createLocalizedError } from '#platform/http/localized-error';
import { escapeIdentifier } from 'pg';
import { getText } from '#catalogue/entry-values';
import type { Entry, TakenText } from '#feature/publishing-rules';
import { sql, type Connection } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';

/** Uniqueness rule that the database enforces by an index. */
export type UniqueRule = {
  /**
   * Name of the index. A changed rule needs a new name, because existing indexes are not altered.
   */
  name: string;
  uid: UID.ContentType;
  /** Attributes whose combined values must be unique. */
  attributes: readonly [string, ...string[]];
  /** SQL condition of the compared rows; all rows if omitted. */
  where?: string;
  error: ApiError;
  /** Whether an editor can fix the error in the first attribute's field. */
  marksField: boolean;
};

/** Condition of rules that apply to published rows only. */
export const PUBLISHED = 'published_at IS NOT NULL';
export const DRAFT = 'published_at IS NULL';

const { SLUG_TAKEN, SKU_TAKEN, DEFAULT_VERTICAL_TAKEN, ALREADY_PUBLISHED } = integrityErrors;

const nameOf = (uid: string): string => uid.replace(/^.*\./, '').replaceAll('-', '_');

const createSlugRule = (uid: UID.ContentType): UniqueRule => ({
  name: `uq_${nameOf(uid)}_published_slug`,
  uid,
  attributes: ['slug', 'locale'],
  where: PUBLISHED,
  error: SLUG_TAKEN,
  marksField: true,
});

/** Strapi checks before it writes, so two simultaneous publications could both find nothing. */
const createOncePublishedRule = (uid: UID.ContentType): UniqueRule => ({
  name: `uq_${nameOf(uid)}_published_once`,
  uid,
  attributes: ['documentId', 'locale'],
  where: PUBLISHED,
  error: ALREADY_PUBLISHED,
  marksField: false,
});

/**
 * Returns the rule that a document has one draft in each locale, or one row if its type has no
 * drafts. Published rows have their own rule. Two rows would make two entries out of one document.
 */
const createOnceStoredRule = (type: ContentTypeSchema): UniqueRule => ({
  name: `uq_${type.collectionName}${hasDrafts(type) ? '_draft' : ''}_once`,
  uid: type.uid,
  attributes: ['documentId', 'locale'],
  ...(hasDrafts(type) && { where: DRAFT }),
  error: writeErrors.MADE_MEANWHILE,
  marksField: false,
});

const catalogueRules: readonly UniqueRule[] = [
  ...sluggedTypes.map(createSlugRule),
  {
    name: 'uq_product_published_sku',
    uid: 'api::product.product',
    attributes: ['SKU', 'locale'],
    where: PUBLISHED,
    error: SKU_TAKEN,
    marksField: true,
  },
  {
    name: 'uq_vertical_slug',
    uid: 'api::vertical.vertical',
    attributes: ['slug'],
    error: SLUG_TAKEN,
    marksField: true,
  },
  {
    name: 'uq_vertical_default',
    uid: 'api::vertical.vertical',
    attributes: ['isDefault'],
    where: 'is_default',
    error: DEFAULT_VERTICAL_TAKEN,
    marksField: true,
  },
];

/** Returns all rules: those of the catalogue, of all types, and of all types with drafts. */
export const listUniqueRules = ({ strapi }: WithStrapi): readonly UniqueRule[] => [
  ...catalogueRules,
  ...listContentTypes({ strapi })
    .filter((type) => type.uid.startsWith('api::') && hasDrafts(type))
    .map(({ uid }) => createOncePublishedRule(uid)),
  ...listContentTypes({ strapi }).map(createOnceStoredRule),
];

const UNIQUE_VIOLATION = '23505';

type DatabaseError = { code: string; constraint: string; detail?: string };

const isUniqueViolation = (error: unknown): error is DatabaseError => {
  const { code, constraint } = (error ?? {}) as Partial<DatabaseError>;
  return code === UNIQUE_VIOLATION && constraint !== undefined;
};

/**
 * Returns the values in PostgreSQL's `Key (slug, …)=(a, b) already exists.`, in any language of the
 * server.
 */
const parseKeyValues = (detail = ''): string | undefined => /\)=\((.*)\)/.exec(detail)?.[1];

const describe = ({ attributes }: UniqueRule, detail: string | undefined): string | undefined => {
  const values = parseKeyValues(detail);
  if (values === undefined) return undefined;
  if (attributes.at(-1) !== 'locale') return values;
  const separator = values.lastIndexOf(', ');
  const locale = values.slice(separator + 2);
  return locale === '' ? values.slice(0, separator) : values;
};

/** Creates a translator of unique violations into errors that users can act on. */
export const createTranslator = ({ strapi }: WithStrapi) => {
  const rules = new Map(listUniqueRules({ strapi }).map((rule) => [rule.name, rule]));

  return (error: unknown): unknown => {
    if (!isUniqueViolation(error)) return error;
    const rule = rules.get(error.constraint);
    if (rule === undefined) return error;
    const subject = describe(rule, error.detail);
    return createLocalizedError({ strapi }, rule.error, {
      cause: error,
      ...(rule.marksField ? { path: [rule.attributes[0]] } : {}),
      ...(rule.marksField && rule.attributes[0] !== 'isDefault' && subject !== undefined
        ? { subject }
        : {}),
    });
  };
};

/** Entry that may be published in its locale. */
type Candidate = { documentId: string | null; locale: string | null; content: Entry };

/** Returns the attributes of a type that are unique among published entries of a locale. */
const listUniqueAttributes = ({ strapi }: Connection, uid: UID.ContentType): readonly string[] =>
  listUniqueRules({ strapi }).flatMap(
    ({ uid: type, attributes: [first, second], where, marksField }) =>
      type === uid && marksField && second === 'locale' && where === PUBLISHED ? [first] : [],
  );

/**
 * Finds the unique texts of some entries that other published entries already have. Runs one
 * statement for each attribute, regardless of the number of entries.
 */
export const findTakenTexts = async (
  connection: Connection,
  uid: UID.ContentType,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => readonly TakenText[]> => {
  const table = createTableLookup(connection)(uid);
  const finders: ((candidate: Candidate) => readonly TakenText[])[] = [];
  for (const attribute of listUniqueAttributes(connection, uid)) {
    const values = candidates.map(({ content }) => getText(content, attribute)).filter(Boolean);
    if (values.length === 0) continue;
    const { rows } = await sql(
      connection,
      `select document_id, locale, ${escapeIdentifier(table.column(attribute))} as value
       from ${escapeIdentifier(table.name)}
       where ${escapeIdentifier(table.column(attribute))} = any(cast(? as text[])) and published_at is not null`,
      [[...new Set(values)]],
    );
    finders.push(({ documentId, locale, content }) => {
      const value = getText(content, attribute);
      const isTaken = rows.some(
        (row) => row.value === value && row.locale === locale && row.document_id !== documentId,
      );
      return isTaken ? [{ attribute, value }] : [];
    });
  }
  return (candidate) => finders.flatMap((takenOf) => takenOf(candidate));
};
