import { getConditionLocales } from '#platform/strapi/current-ability';
import type { Ownership } from './ownership';

/** Limit of one permission; null means unlimited. */
export type Limit = { lines: readonly string[] | null; locales: readonly string[] | null };

const MARK = 'line:';

/**
 * Returns the query that limits a permission to a business line.
 *
 * For reading, the query itself filters lists. For all other actions Strapi would check whether an
 * entry belongs to the line. But changing an entry of two lines requires permission for both, which
 * such a query cannot express. So the query names the line in a condition that every entry meets,
 * and the guards read it back.
 */
export const buildLineQuery = (line: string, ownership: Ownership, isReading: boolean): object => {
  if (isReading && ownership.kind === 'line') return { documentId: line };
  if (isReading && ownership.kind === 'record') return { [ownership.attribute]: line };
  if (isReading && ownership.kind === 'own') {
    const belongs = ownership.attributes.map((name) => ({ [`${name}.documentId`]: line }));
    return belongs.length === 1 ? { ...belongs[0] } : { $or: belongs };
  }
  return { documentId: { $ne: `${MARK}${line}` } };
};

type Query = Readonly<Record<string, unknown>>;

const isQuery = (value: unknown): value is Query => typeof value === 'object' && value !== null;

const markIn = (query: Query): string | null => {
  const { documentId } = query;
  const excludedId = isQuery(documentId) ? documentId.$ne : undefined;
  return typeof excludedId === 'string' && excludedId.startsWith(MARK)
    ? excludedId.slice(MARK.length)
    : null;
};

const getClauses = (query: Query, operator: '$and' | '$or'): readonly Query[] =>
  Array.isArray(query[operator]) ? query[operator].filter(isQuery) : [];

const collectLines = (query: Query): readonly string[] => {
  const mark = markIn(query);
  return [
    ...(mark === null ? [] : [mark]),
    ...[...getClauses(query, '$and'), ...getClauses(query, '$or')].flatMap(collectLines),
  ];
};

/**
 * Returns the limit in the conditions of a permission. A line limits even beside another condition:
 * "Medicina, or created by the user" counts as Medicina.
 */
export const limitIn = (conditions: unknown): Limit => {
  if (!isQuery(conditions)) return { lines: null, locales: null };
  const lines = collectLines(conditions);
  return { lines: lines.length === 0 ? null : lines, locales: getConditionLocales(conditions) };
};

/**
 * Returns true if a permission to read is limited to business lines in the form of {@link buildLineQuery}.
 */
export const isLimitedToLines = (conditions: unknown, ownership: Ownership): boolean => {
  if (!isQuery(conditions)) return false;
  const keys =
    ownership.kind === 'own'
      ? ownership.attributes.map((name) => `${name}.documentId`)
      : [ownership.kind === 'record' ? ownership.attribute : 'documentId'];
  const isNarrowed =
    ownership.kind !== 'shared' && keys.some((key) => typeof conditions[key] === 'string');
  const parts = [...getClauses(conditions, '$and'), ...getClauses(conditions, '$or')];
  return isNarrowed || parts.some((part) => isLimitedToLines(part, ownership));
};

/**
 * Returns true if the conditions of a permission allow reading every entry of a type.
 *
 * @param languages locales that entries of the type can have; empty for types that are not
 * localised
 */
export const isUnrestricted = (conditions: unknown, languages: readonly string[]): boolean =>
  !isQuery(conditions) ||
  Object.entries(conditions).every(([key, value]) => {
    if (key === '$and' || key === '$or') {
      const open = getClauses(conditions, key).map((part) => isUnrestricted(part, languages));
      return key === '$and' ? open.every(Boolean) : open.some(Boolean);
    }
    if (key === 'locale') {
      const permitted = getConditionLocales({ locale: value });
      return permitted !== null && languages.every((code) => permitted.includes(code));
    }
    return key === 'documentId' && markIn({ documentId: value }) !== null;
  });
