import { isComparable, isText } from './column-values';

/** An attribute as Strapi's database layer knows it. */
export type Column = { type: string; target?: string };

/** The attributes of a model, by its name; undefined where there is no such model. */
export type Columns = (uid: string) => Readonly<Record<string, Column | undefined>> | undefined;

/** An attribute of a model; undefined for what is none, such as the names that every object has. */
export const columnOf = (attributes: ReturnType<Columns>, name: string): Column | undefined =>
  attributes !== undefined && Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** Where in a query something stands that the database cannot be asked, and what it is. */
export type Problem = { path: readonly string[]; value: unknown; kind: 'value' | 'condition' };

type Fields = Readonly<Record<string, unknown>>;

/** Of whichever realm: `where` may come from another one in tests. */
export const isFields = (value: unknown): value is Fields => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/**
 * Something that no caller can send, such as a query within the query: the content manager leaves out in this way what a
 * relation names already.
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

const first = <T>(
  values: Iterable<T>,
  look: (value: T, at: number) => Problem | undefined,
): Problem | undefined => {
  let at = 0;
  for (const value of values) {
    const found = look(value, at);
    if (found !== undefined) return found;
    at += 1;
  }
  return undefined;
};

/**
 * Looks through conditions for what Strapi's query engine (`@strapi/database`, query/helpers/where) or PostgreSQL would
 * fail at, and answer 500 for. What neither of them fails at is let through, whatever it means; a key that is no
 * attribute is left to Strapi.
 */
export const createConditionCheck = (columns: Columns) => {
  const problem = (
    kind: Problem['kind'],
    path: readonly string[],
    value: unknown,
  ): Problem | undefined => ({ kind, path, value });

  const inValue = (type: string, value: unknown, path: readonly string[]): Problem | undefined => {
    if (value === undefined || isOwn(value)) return undefined;
    if (isFields(value) || Array.isArray(value)) return problem('condition', path, value);
    return isComparable(type, value) ? undefined : problem('value', path, value);
  };

  const inValues = (type: string, value: unknown, path: readonly string[]): Problem | undefined =>
    Array.isArray(value)
      ? first(value, (one, at) => inValue(type, one, [...path, String(at)]))
      : inValue(type, value, path);

  /** One operator on a column, with what it compares to. */
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
        : problem('condition', path, value);
    }
    if (operator === '$jsonSupersetOf') {
      return type === 'json' ? undefined : problem('condition', path, value);
    }
    const isKnown = ON_ANYTHING.has(operator) || (ON_TEXT.has(operator) && isText(type));
    return isKnown ? inValues('string', value, path) : problem('condition', path, value);
  };

  const inColumn = (type: string, where: unknown, path: readonly string[]): Problem | undefined =>
    isFields(where)
      ? first(Object.entries(where), ([operator, value]) =>
          inOperator(type, operator, value, [...path, operator]),
        )
      : inValues(type, where, path);

  /** A relation, which is asked for its rows' numbers or for what is in them. */
  const inRelation = (
    target: string,
    where: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (!isFields(where)) return inValues('increments', where, path);
    const keys = Object.keys(where);
    const [operator, another] = keys.filter(isOperator);
    if (operator === undefined) return inFields(target, where, path);
    if (another !== undefined || keys.length > 1) return problem('condition', path, where);
    if (GROUPS.has(operator)) return inFields(target, where, path);
    const value = where[operator];
    return isFields(value)
      ? problem('condition', [...path, operator], value)
      : inOperator('increments', operator, value, [...path, operator]);
  };

  const inGroup = (uid: string, value: unknown, path: readonly string[]): Problem | undefined =>
    Array.isArray(value)
      ? first(value, (one, at) => {
          const place = [...path, String(at)];
          return isFields(one) ? inFields(uid, one, place) : problem('condition', place, one);
        })
      : problem('condition', path, value);

  const inKey = (
    uid: string,
    key: string,
    value: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (value === undefined) return undefined;
    if (GROUPS.has(key)) return inGroup(uid, value, path);
    if (key === '$not') {
      return isFields(value) ? inFields(uid, value, path) : problem('condition', path, value);
    }
    if (isOperator(key)) return problem('condition', path, value);
    const column = columnOf(columns(uid), key);
    // A list where fields belong, spread into them: no attribute is a number, and Strapi takes it for a column.
    if (column === undefined)
      return NUMBER.test(key) ? problem('condition', path, value) : undefined;
    if (column.type !== 'relation') return inColumn(column.type, value, path);
    return column.target === undefined
      ? problem('condition', path, value)
      : inRelation(column.target, value, path);
  };

  const inFields = (uid: string, where: Fields, path: readonly string[]): Problem | undefined =>
    first(Object.entries(where), ([key, value]) => inKey(uid, key, value, [...path, key]));

  /** The first such place in the conditions on a model. */
  return (uid: string, where: unknown, path: readonly string[] = []): Problem | undefined => {
    if (where === undefined || where === null) return undefined;
    return isFields(where) ? inFields(uid, where, path) : problem('condition', path, where);
  };
};
