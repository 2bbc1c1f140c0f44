import type { Context } from 'koa';
import type { WithStrapi } from '../../strapi/with-strapi';
import { createStoredColumnLookup, watchQueries } from '../../strapi/stored-queries';
import { commonErrors, type RequestPart } from '../common-errors';
import { createLocalizedError } from '../localized-error';
import type { MessageLanguage } from '../errors';
import { getCurrentLanguage } from '../message-language';
import {
  findColumn,
  createConditionCheck,
  isFields,
  type Problem,
  type Columns,
} from './conditions';

/** A query in the form of Strapi's database layer. */
type StoredQuery = {
  select?: unknown;
  where?: unknown;
  orderBy?: unknown;
  populate?: unknown;
  _q?: unknown;
};

type Attributes = NonNullable<ReturnType<Columns>>;

const STATUS = 'status';

/**
 * Returns whether a name is plain. The query engine also accepts `*` and names with a table alias.
 */
const isName = (name: string): boolean => /^\w+$/.test(name);

/**
 * Returns a name in the form for comparison. The service's own queries also use column names:
 * `created_by_id` is the column of `createdBy`.
 */
const asColumn = (name: string): string =>
  name.replace(/_id$/, '').replaceAll('_', '').toLowerCase();

const isColumn = (attributes: Attributes, name: string): boolean =>
  findColumn(attributes, name) !== undefined ||
  (!(name in Object.prototype) &&
    Object.keys(attributes).some((attribute) => asColumn(attribute) === asColumn(name)));

/** Returns a check that finds the parts of a query that the database would reject. */
const createQueryCheck = (columns: Columns) => {
  const inConditions = createConditionCheck(columns);

  const inOrder = (uid: string, orderBy: unknown, path: readonly string[]): Problem | undefined => {
    const attributes = columns(uid);
    if (orderBy === undefined || orderBy === null || attributes === undefined) return undefined;
    const orderProblem: Problem = { kind: 'condition', path, value: orderBy };
    if (typeof orderBy === 'string') {
      return Object.hasOwn(attributes, orderBy) || orderBy === STATUS ? undefined : orderProblem;
    }
    if (Array.isArray(orderBy)) {
      for (const item of orderBy) {
        const problem = inOrder(uid, item, path);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    if (!isFields(orderBy)) return undefined;
    for (const [key, value] of Object.entries(orderBy)) {
      const nestedPath = [...path, key];
      const column = findColumn(attributes, key);
      const isPlain = key === STATUS || (column !== undefined && column.type !== 'relation');
      const isDirection = value === undefined || value === null || typeof value === 'string';
      if (isPlain && isDirection) continue;
      if (isPlain || column?.target === undefined)
        return { ...orderProblem, path: nestedPath, value };
      const problem = inOrder(column.target, value, nestedPath);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };

  /**
   * Checks the selected names. Strapi puts each into the statement, so unknown columns caused a
   * 500.
   */
  const inSelected = (
    uid: string,
    select: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    const attributes = columns(uid);
    if (attributes === undefined) return undefined;
    const names: readonly unknown[] = Array.isArray(select) ? select : [select];
    const unknownColumn = names
      .filter((name) => typeof name === 'string')
      .find((name) => isName(name) && !isColumn(attributes, name));
    return unknownColumn === undefined
      ? undefined
      : { kind: 'condition', path: [...path, unknownColumn], value: unknownColumn };
  };

  const inPopulated = (
    uid: string,
    populate: unknown,
    path: readonly string[],
  ): Problem | undefined => {
    if (!isFields(populate)) return undefined;
    for (const [name, nestedQuery] of Object.entries(populate)) {
      if (!isFields(nestedQuery)) continue;
      const { count, populate: along } = nestedQuery;
      // Rows that are only counted cannot be populated.
      if (count === true && isFields(along) && Object.keys(along).length > 0) {
        return { kind: 'condition', path: [...path, name], value: along };
      }
      const target = findColumn(columns(uid), name)?.target;
      const parts = isFields(nestedQuery.on) ? Object.entries(nestedQuery.on) : [];
      const nestedQueries = [
        ...(target === undefined ? [] : [[target, nestedQuery] as const]),
        ...parts,
      ];
      for (const [nestedUid, query] of nestedQueries) {
        const problem = isFields(query) ? inQuery(nestedUid, query, [...path, name]) : undefined;
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  };

  /**
   * Returns the first invalid part of a query for rows of a model. The path begins with the
   * attributes.
   */
  const inQuery = (
    uid: string,
    { select, where, orderBy, populate, _q: search }: StoredQuery,
    path: readonly string[] = [],
  ): Problem | undefined => {
    if (search !== undefined && search !== null && typeof search !== 'string') {
      return { kind: 'condition', path: [...path, '_q'], value: search };
    }
    return (
      inSelected(uid, select, path) ??
      inConditions(uid, where, path) ??
      inOrder(uid, orderBy, path) ??
      inPopulated(uid, populate, path)
    );
  };

  return inQuery;
};

const problemTexts: Record<Problem['kind'], Record<MessageLanguage, string>> = {
  value: {
    en: 'This is not a value that the field can have.',
    es: 'El campo no puede tener este valor.',
  },
  condition: {
    en: 'The field cannot be queried in this way.',
    es: 'No se puede consultar así este campo.',
  },
};

const detectRequestPart = (ctx: Context, value: unknown): RequestPart => {
  const params = Object.values((ctx.params ?? {}) as Record<string, unknown>);
  if (params.includes(value)) return 'params';
  return ctx.method === 'GET' || ctx.method === 'HEAD' ? 'query' : 'body';
};

/**
 * Rejects invalid database queries of callers, such as a word for a number or half of a range, in
 * Strapi's own APIs and the panel's. Strapi checks the names in a query, but not the values, and
 * would answer 500 with a stack in the log. Call it in `bootstrap`.
 */
export const guardQueries = ({ strapi }: WithStrapi): void => {
  const check = createQueryCheck(createStoredColumnLookup({ strapi }));
  watchQueries({ strapi }, (uid, query) => {
    const problem = check(uid, query);
    const ctx = strapi.requestContext.get();
    // An invalid query of the service itself must fail as such.
    if (problem === undefined || ctx === undefined) return;
    const message = problemTexts[problem.kind][getCurrentLanguage({ strapi })];
    const errors = [
      { in: detectRequestPart(ctx, problem.value), path: [...problem.path], message },
    ];
    throw createLocalizedError({ strapi }, commonErrors.INVALID_REQUEST, { details: { errors } });
  });
};
