import { isComparable, isText } from './column-values';

/** An attribute as Strapi's database layer knows it. */
export type Column = { type: string; target?: string };

/** Returns the attributes of a model; undefined for unknown models. */
export type Columns = (uid: string) => Readonly<Record<string, Column | undefined>> | undefined;

/**
 * Returns an attribute of a model. Properties of every object, such as `constructor`, are not
 * attributes.
 */
export const findColumn = (attributes: ReturnType<Columns>, name: string): Column | undefined =>
  attributes !== undefined && Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** A part of a query that the database would reject: its path and value. */
export type Problem = { path: readonly string[]; value: unknown; kind: 'value' | 'condition' };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns whether a value is a plain object, also of another realm: in tests `where` may come from
 * one.
 */
export const isFields = (value: unknown): value is Fields => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/**
 * Returns whether a value cannot come from a caller, such as a subquery. The content manager uses
 * subqueries to exclude entries that a relation already contains.
 */
const isOwn = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isFields(value) && !Array.isArray(value);

const GROUPS: ReadonlySet<string> = new Set(['$and', '$or']);
const ON_TEXT = new Set(['$startsWith', '$endsWith', '$contains', '$notContains']);
const ON_ANYTHING = new Set([
  ...['$eqi', '$nei', '$startsWithi', '$endsWithi', '$containsi', '$notContainsi'],
  ...['$null', '$notNull'],
]);
const COMPARING = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$notIn']);

const NUMBER = /^\d+$/;

const isOperator = (key: string): boolean => key.startsWith('$');

const findFirst = <T>(
  values: Iterable<T>,
  look: (value: T, at: number) => Problem | undefined,
): Problem | undefined => {
  let index = 0;
  for (const value of values) {
    const problem = look(value, index);
    if (problem !== undefined) return problem;
    index += 1;
  }
  return undefined;
};

/**
 * Returns a check for conditions that make Strapi's query engine (`@strapi/database`,
 * query/helpers/where) or PostgreSQL fail with 500. Everything else passes, whatever it means. Keys
 * that are no attribute are left to Strapi.
 */
export const createConditionCheck = (columns: Columns) => {
  const createProblem = (
    kind: Problem['kind'],
    path: readonly string[],
    value: unknown,
  ): Problem | undefined => ({ kind, path, value });

  const inValue = (type: string, value: unknown, path: readonly string[]): Problem | undefined => {
    if (value === undefined || isOwn(value)) return undefined;
    if (isFields(value) || Array.isArray(value)) return createProblem('condition', path, value);
    return isComparable(type, value) ? undefined : createProblem('value', path, value);
  };

  const inValues = (type: string, value: unknown, path: readonly string[]): Problem | undefined =>
    Array.isArray(value)
      ? findFirst(value, (item, index) => inValue(type, item, [...path, String(index)]))
      : inValue(type, value, path);

  /** Checks an operator on a column and its operand. */
  const inOperator = (
    type: string,
    operator: string,
    value: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (operator === '$not') return inColumn(type, value, path);
    if (COMPARING.has(operator)) return inValues(type, value, path);
    if (operator === '$between') {
      return Array.isArray(value) && value.length === 2
        ? inValues(type, value, path)
        : createProblem('condition', path, value);
    }
    if (operator === '$jsonSupersetOf') {
      return type === 'json' ? undefined : createProblem('condition', path, value);
    }
    const isKnown = ON_ANYTHING.has(operator) || (ON_TEXT.has(operator) && isText(type));
    return isKnown ? inValues('string', value, path) : createProblem('condition', path, value);
  };

  const inColumn = (type: string, where: unknown, path: readonly string[]): Problem | undefined =>
    isFields(where)
      ? findFirst(Object.entries(where), ([operator, value]) =>
          inOperator(type, operator, value, [...path, operator]),
        )
      : inValues(type, where, path);

  /** Checks a relation, which is compared with row ids or has conditions on the related rows. */
  const inRelation = (
    target: string,
    where: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (!isFields(where)) return inValues('increments', where, path);
    const keys = Object.keys(where);
    const [operator, another] = keys.filter(isOperator);
    if (operator === undefined) return inFields(target, where, path);
    if (another !== undefined || keys.length > 1) return createProblem('condition', path, where);
    if (GROUPS.has(operator)) return inFields(target, where, path);
    const value = where[operator];
    return isFields(value)
      ? createProblem('condition', [...path, operator], value)
      : inOperator('increments', operator, value, [...path, operator]);
  };

  const inGroup = (uid: string, value: unknown, path: readonly string[]): Problem | undefined =>
    Array.isArray(value)
      ? findFirst(value, (item, index) => {
          const place = [...path, String(index)];
          return isFields(item)
            ? inFields(uid, item, place)
            : createProblem('condition', place, item);
        })
      : createProblem('condition', path, value);

  const inKey = (
    uid: string,
    key: string,
    value: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (value === undefined) return undefined;
    if (GROUPS.has(key)) return inGroup(uid, value, path);
    if (key === '$not') {
      return isFields(value) ? inFields(uid, value, path) : createProblem('condition', path, value);
    }
    if (isOperator(key)) return createProblem('condition', path, value);
    const column = findColumn(columns(uid), key);
    // A list in place of fields is spread into numbered keys. No attribute is a number, but Strapi
    // would treat it as a column.
    if (column === undefined)
      return NUMBER.test(key) ? createProblem('condition', path, value) : undefined;
    if (column.type !== 'relation') return inColumn(column.type, value, path);
    return column.target === undefined
      ? createProblem('condition', path, value)
      : inRelation(column.target, value, path);
  };

  const inFields = (uid: string, where: Fields, path: readonly string[]): Problem | undefined =>
    findFirst(Object.entries(where), ([key, value]) => inKey(uid, key, value, [...path, key]));

  /** Returns the first invalid part of the conditions on a model. */
  return (uid: string, where: unknown, path: readonly string[] = []): Problem | undefined => {
    if (where === undefined || where === null) return undefined;
    return isFields(where) ? inFields(uid, where, path) : createProblem('condition', path, where);
  };
};
