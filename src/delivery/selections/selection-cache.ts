import { createHash } from 'node:crypto';
import { DependentCache } from '../invalidation/dependent-cache';
import type { DependencyIndex, Dependent } from '../invalidation/dependency-index';
import { typeKey, type Dependencies, type DependencyKey } from '../invalidation/keys';
import { isDatabaseUnavailable } from '../../platform/database/unavailable';
import type { Metrics } from '../metrics/metrics';
import type { Run } from '../readers/sql/connections';
import {
  parseReferences,
  type DocumentQuery,
  type DocumentReference,
  type PageWindow,
  type WholeReader,
} from '../readers/reader';
import type { SelectionKeys } from '../invalidation/keys';

/** Query for which documents exist, or how many. */
export type DocumentsQuery = {
  kind: 'list' | 'count';
  uid: string;
  query: DocumentQuery;
  window?: PageWindow | undefined;
};

/** Statement that returns whether a change of some types affects a response. */
export type ChangesQuery = {
  kind: 'changes';
  statement: string;
  values: readonly unknown[];
  types: readonly string[];
};

/** Statement that selects documents in a way that no other query can, as one text. */
export type StatementQuery = Omit<ChangesQuery, 'kind'> & { kind: 'statement' };

export type SelectionQuery = DocumentsQuery | ChangesQuery | StatementQuery;

/** Result of a query as text, which is short and easy to compare. */
export type Selection = Dependencies & { selectionQuery: SelectionQuery; result: string };

/** Query of a response, with the digest of its result. */
export type QueryResult = { selectionQuery: SelectionQuery; digest: string };

/** Bytes of an entry besides its text and its keys. */
const OVERHEAD = 500;

/** Length above which texts are compared by digest. */
const SHORT = 40;

/** Result of a `changes` query while no change affects the response. */
export const UNAFFECTED = 'false';

const toText = (references: readonly DocumentReference[]): string =>
  references.map(({ documentId, locale }) => `${documentId}:${locale ?? ''}`).join(',');

/** Returns the documents in the result of a list query. */
export const referencesIn = ({ result }: Pick<Selection, 'result'>): readonly DocumentReference[] =>
  parseReferences(result);

const digestOf = (result: string): string =>
  result.length <= SHORT ? result : createHash('sha1').update(result).digest('base64');

export type DatabaseAccess = { reader: WholeReader; run: Run };

export const select = async (
  { reader, run }: DatabaseAccess,
  keys: SelectionKeys,
  selectionQuery: SelectionQuery,
): Promise<Selection> => {
  if (selectionQuery.kind === 'changes') {
    const { statement, values, types } = selectionQuery;
    const result = await run<[boolean]>(statement, values).then(
      ([row]) => String(row?.[0]),
      (error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        // The recomputation reports the error to its caller.
        return 'not known';
      },
    );
    return { selectionQuery, result, keys: types.map(typeKey), types };
  }
  if (selectionQuery.kind === 'statement') {
    const { statement, values, types } = selectionQuery;
    const [row] = await run<[string | null]>(statement, values);
    return { selectionQuery, result: row?.[0] ?? '', keys: types.map(typeKey), types };
  }
  const { kind, uid, query, window } = selectionQuery;
  const result =
    kind === 'count'
      ? String(await reader.count(uid, query))
      : toText(await reader.list(uid, query, window));
  return { selectionQuery, result, ...keys.ofQuery(uid, query) };
};

/** Returns the query and a digest of its result, for a later comparison. */
export const toQueryResult = ({ selectionQuery, result }: Selection): QueryResult => ({
  selectionQuery,
  digest: digestOf(result),
});

const keyOf = (selectionQuery: SelectionQuery): string => {
  if (selectionQuery.kind === 'changes' || selectionQuery.kind === 'statement')
    return JSON.stringify([selectionQuery.statement, selectionQuery.values]);
  const { kind, uid, query, window } = selectionQuery;
  const { where, locale, sort } = query;
  return JSON.stringify([kind, uid, where, locale, sort, window]);
};

type CachedSelection = Selection & Dependent & { keys: ReadonlySet<DependencyKey> };

type Options = {
  index: DependencyIndex;
  keys: SelectionKeys;
  metrics: Metrics;
  maxBytes: number;
};

/** Creates the cache of query results. A change of a dependency evicts its entries. */
export const createSelectionCache = ({ index, keys, metrics, maxBytes }: Options) => {
  const cache = new DependentCache<CachedSelection>(
    index,
    maxBytes,
    ({ result }, key) => result.length + key.length + OVERHEAD,
  );

  const get = (database: DatabaseAccess, selectionQuery: SelectionQuery): Promise<Selection> => {
    const key = keyOf(selectionQuery);
    const cached = cache.find(key);
    if (cached !== undefined) return Promise.resolve(cached);
    return cache.join<Selection>(key, async (since) => {
      metrics.selections += 1;
      const selection = await select(database, keys, selectionQuery);
      const entry: CachedSelection = {
        ...selection,
        keys: new Set(selection.keys),
        types: new Set(selection.types),
        onInvalidate: () => cache.delete(key),
      };
      cache.add(key, entry, since);
      return entry;
    });
  };

  return {
    get,

    async haveSameResults(
      database: DatabaseAccess,
      queryResults: readonly QueryResult[],
    ): Promise<boolean> {
      const matches = await Promise.all(
        queryResults.map(
          async ({ selectionQuery, digest }) =>
            digestOf((await get(database, selectionQuery)).result) === digest,
        ),
      );
      return matches.every(Boolean);
    },

    bytes: () => cache.bytes(),
  };
};

export type SelectionCache = ReturnType<typeof createSelectionCache>;
