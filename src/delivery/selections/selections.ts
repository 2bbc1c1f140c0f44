import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  BYTES_PER_KEY,
  createFlights,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import { typeKey, type Dependencies, type DependencyKey } from '../invalidation/keys';
import { isDatabaseUnavailable } from '../../platform/database/unavailable';
import type { Metrics } from '../metrics/metrics';
import type { Run } from '../readers/sql/connections';
import type { DocumentQuery, DocumentReference, PageWindow, Reader } from '../readers/reader';
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

export type SelectionQuery = DocumentsQuery | ChangesQuery;

/** Result of a query as text, which is short and easy to compare. */
export type Selection = Dependencies & { asked: SelectionQuery; found: string };

/** Query of a response, with the digest of its result. */
export type Chosen = { asked: SelectionQuery; digest: string };

/** Bytes of an entry besides its text and its keys. */
const OVERHEAD = 500;

/** Length above which texts are compared by digest. */
const SHORT = 40;

/** Result of a `changes` query while no change affects the response. */
export const UNCONCERNED = 'false';

const toText = (references: readonly DocumentReference[]): string =>
  references.map(({ documentId, locale }) => `${documentId}:${locale ?? ''}`).join(',');

/** Returns the documents in the result of a list query. */
export const referencesIn = ({ found }: Selection): readonly DocumentReference[] =>
  found === ''
    ? []
    : found.split(',').map((one) => {
        const at = one.indexOf(':');
        return { documentId: one.slice(0, at), locale: one.slice(at + 1) || null };
      });

const digestOf = (found: string): string =>
  found.length <= SHORT ? found : createHash('sha1').update(found).digest('base64');

/** Access to the database for queries. */
export type Asking = { reader: Reader; run: Run };

/** Runs a query without the cache. */
export const select = async (
  { reader, run }: Asking,
  keys: SelectionKeys,
  asked: SelectionQuery,
): Promise<Selection> => {
  if (asked.kind === 'changes') {
    const { statement, values, types } = asked;
    const found = await run<[boolean]>(statement, values).then(
      ([row]) => String(row?.[0]),
      (error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error;
        // The recomputation reports the error to its caller.
        return 'not known';
      },
    );
    return { asked, found, keys: types.map(typeKey), types };
  }
  const { kind, uid, query, window } = asked;
  const found =
    kind === 'count'
      ? String(await reader.count(uid, query))
      : toText(await reader.list(uid, query, window));
  return { asked, found, ...keys.ofQuery(uid, query) };
};

/** Returns the query and a digest of its result, for a later comparison. */
export const chosenIn = ({ asked, found }: Selection): Chosen => ({
  asked,
  digest: digestOf(found),
});

const keyOf = (asked: SelectionQuery): string => {
  if (asked.kind === 'changes') return JSON.stringify([asked.statement, asked.values]);
  const { kind, uid, query, window } = asked;
  const { where, locale, sort } = query;
  return JSON.stringify([kind, uid, where, locale, sort, window]);
};

type Kept = Selection & Dependent & { keys: ReadonlySet<DependencyKey> };

type Options = {
  index: DependencyIndex;
  keys: SelectionKeys;
  metrics: Metrics;
  maxBytes: number;
};

/** Creates the cache of query results. A change of a dependency evicts its entries. */
export const createSelections = ({ index, keys, metrics, maxBytes }: Options) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ found, keys: own }, key) =>
      found.length + key.length * 2 + own.size * BYTES_PER_KEY + OVERHEAD,
    dispose: (selection) => index.remove(selection),
  });
  const flights = createFlights<Selection>(index, (selection) => selection);

  const keep = (key: string, selection: Selection): void => {
    const dependent: Kept = {
      ...selection,
      keys: new Set(selection.keys),
      types: new Set(selection.types),
      touched: () => void kept.delete(key),
    };
    kept.set(key, dependent);
    // Entries larger than the cache are not cached.
    if (kept.peek(key) === dependent) index.add(dependent);
  };

  const get = (asking: Asking, asked: SelectionQuery): Promise<Selection> => {
    const key = keyOf(asked);
    const known = kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return flights.join(key, async (since) => {
      metrics.selections += 1;
      const selection = await select(asking, keys, asked);
      if (!index.isOvertaken(selection, since)) keep(key, selection);
      return selection;
    });
  };

  return {
    get,

    /** Returns true if every query still gives the same result. */
    async areSame(asking: Asking, before: readonly Chosen[]): Promise<boolean> {
      const same = await Promise.all(
        before.map(
          async ({ asked, digest }) => digestOf((await get(asking, asked)).found) === digest,
        ),
      );
      return same.every(Boolean);
    },

    bytes: (): number => kept.calculatedSize,
  };
};

export type Selections = ReturnType<typeof createSelections>;
