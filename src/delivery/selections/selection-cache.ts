import { createHash } from 'node:crypto';
import {
  DependentCache,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import {
  typeKey,
  type Dependencies,
  type DependencyKey,
  type SelectionKeys,
} from '../invalidation/keys';
import { isDatabaseUnavailable } from '#platform/database-unavailable';
import type { Metrics } from '../metrics/metrics';
import type { Run } from '../readers/sql/connections';
import type { DocumentReference, DocumentsQuery, WholeReader } from '../readers/reader';

/**
 * Statement with one row and column: a text that selects documents in a way that no other query can,
 * or whether changes of some types affect a response.
 */
export type StatementQuery = {
  kind: 'statement';
  statement: string;
  values: readonly unknown[];
  types: readonly string[];
};

export type SelectionQuery = DocumentsQuery | StatementQuery;

/** Result of a query as text, which is short and easy to compare. */
export type Selection = Dependencies & { selectionQuery: SelectionQuery; result: string };

/** Query of a response, with the digest of its result. */
export type QueryResult = { selectionQuery: SelectionQuery; digest: string };

/** Bytes of an entry besides its text and its keys. */
const OVERHEAD = 500;

/** Length above which texts are compared by digest. */
const SHORT = 40;

/** Returns the documents in a text such as `kx3v:es,p81z:`, the result of a list. */
export const parseReferences = (text: string): readonly DocumentReference[] =>
  text === ''
    ? []
    : text.split(',').map((reference) => {
        const separator = reference.indexOf(':');
        return {
          documentId: reference.slice(0, separator),
          locale: reference.slice(separator + 1) || null,
        };
      });

const computeDigest = (result: string): string =>
  result.length <= SHORT ? result : createHash('sha1').update(result).digest('base64');

type Database = { run: Run; keys: SelectionKeys };

export const select = async (
  { run, keys }: Database,
  reader: WholeReader,
  selectionQuery: SelectionQuery,
): Promise<Selection> => {
  if (selectionQuery.kind !== 'statement') {
    const { uid, query } = selectionQuery;
    const result = await reader.select(selectionQuery);
    return { selectionQuery, result, ...keys.ofQuery(uid, query) };
  }
  const { statement, values, types } = selectionQuery;
  const [row] = await run<[string | boolean | null]>(statement, values);
  return { selectionQuery, result: String(row?.[0] ?? ''), keys: types.map(typeKey), types };
};

/** Returns the query and a digest of its result, for a later comparison. */
export const toQueryResult = ({ selectionQuery, result }: Selection): QueryResult => ({
  selectionQuery,
  digest: computeDigest(result),
});

const buildSelectionKey = (selectionQuery: SelectionQuery): string => {
  if (selectionQuery.kind === 'statement')
    return JSON.stringify([selectionQuery.statement, selectionQuery.values]);
  const { kind, uid, query, window } = selectionQuery;
  const { where, locale, sort } = query;
  return JSON.stringify([kind, uid, where, locale, sort, window]);
};

type CachedSelection = Selection & Dependent & { keys: ReadonlySet<DependencyKey> };

type Options = Database & {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
};

/** Creates the cache of query results. A change of a dependency evicts its entries. */
export const createSelectionCache = ({ index, metrics, maxBytes, ...database }: Options) => {
  const cache = new DependentCache<CachedSelection>(
    index,
    maxBytes,
    ({ result }, key) => result.length + key.length + OVERHEAD,
  );

  const get = (reader: WholeReader, selectionQuery: SelectionQuery): Promise<Selection> => {
    const key = buildSelectionKey(selectionQuery);
    const cached = cache.find(key);
    if (cached !== undefined) return Promise.resolve(cached);
    return cache.join<Selection>(key, async (since) => {
      metrics.selections += 1;
      const selection = await select(database, reader, selectionQuery);
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

    /** Returns false after an error, too. The computation that follows reports it to its caller. */
    async haveSameResults(
      reader: WholeReader,
      queryResults: readonly QueryResult[],
    ): Promise<boolean> {
      const hasSameResult = ({ selectionQuery, digest }: QueryResult): Promise<boolean> =>
        get(reader, selectionQuery).then(
          ({ result }) => computeDigest(result) === digest,
          (error: unknown) => {
            if (isDatabaseUnavailable(error)) throw error;
            return false;
          },
        );
      return (await Promise.all(queryResults.map(hasSameResult))).every(Boolean);
    },

    bytes: () => cache.bytes(),
  };
};
