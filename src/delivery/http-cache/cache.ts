import { LRUCache } from 'lru-cache';
import { stringify } from 'safe-stable-stringify';
import type { Endpoint, Input } from '../../platform/http/endpoint';
import {
  BYTES_PER_KEY,
  createFlights,
  type DependencyIndex,
  type Dependent,
} from '../invalidation/dependency-index';
import { typeKey } from '../invalidation/keys';
import { LANGUAGES } from '../invalidation/triggers';
import type { Fragments } from '../fragments/fragments';
import type { Metrics } from '../metrics/metrics';
import type { Chosen } from '../selections/selections';
import { fillLayout, withBody, type Compression, type StoredResponse } from './response';

type Asked = Pick<Input<Endpoint>, 'params' | 'query'>;

/** The same for equal requests, however their parameters were spelled and ordered. */
export const keyOf = ({ operationId }: Pick<Endpoint, 'operationId'>, { params, query }: Asked) =>
  stringify([operationId, params, query]);

const parse = (key: string) => JSON.parse(key) as [operationId: string, ...Asked[keyof Asked][]];

/** Which endpoint a key is of. */
export const operationIn = (key: string): string => parse(key)[0];

/** What a request with this key asked for. */
export const inputIn = (key: string): Asked & { body: undefined } => {
  const [, params = {}, query = {}] = parse(key);
  return { params, query, body: undefined };
};

type Kept = Dependent & {
  response: StoredResponse;
  /** The lead of the wall clock when it was kept. */
  clockLead: number;
  /**
   * How often it was put in question whether what was found for it still is; and how often of that was
   * answered.
   */
  doubts: number;
  settled: number;
  /** Whether something that it shows has changed since it was put together. */
  isOutdated: boolean;
  /** How often it was asked for since it was made, or made sure of. */
  uses: number;
};

/** A change of the wall clock's lead from which addresses that were signed before are not trusted any more. */
const CLOCK_STEP_MS = 2_000;

/** By how much the wall clock is ahead of the process's own clock, which nobody sets; in milliseconds. */
const clockLead = (): number => Date.now() - performance.now();

/**
 * Whether an answer has to be made again for time alone. Addresses in it are signed by the wall clock: when somebody
 * has set that clock, they may be refused although their time is not over.
 */
const isExpired = ({ response: { expiresAt }, clockLead: lead }: Kept): boolean =>
  expiresAt !== Infinity &&
  (performance.now() >= expiresAt || Math.abs(clockLead() - lead) > CLOCK_STEP_MS);

/** Where an answer is kept: another one each time that it is put together anew, so that its size is counted. */
type Place = { kept: Kept };

type Made = { response: StoredResponse; isHit: boolean };

/** How a response is made. */
export type Maker = {
  make: () => Promise<StoredResponse>;
  /** Whether what was found for a response is what would be found now. */
  areSame: (chosen: readonly Chosen[]) => Promise<boolean>;
};

/** An answer that is asked for often and was dropped or put in question, and the forms it was sent in. */
export type Lost = { key: string; uses: number; codings: readonly Compression[] };

/** Addresses are chosen by callers: they take so much of the room at most, and long ones are not remembered. */
const SHARE_OF_ADDRESSES = 1 / 16;
const ADDRESS_LENGTH = 1_000;

/** What an address costs besides itself and its key. */
const ADDRESS_OVERHEAD = 100;

/** What an entry costs besides its bytes and its keys. */
const OVERHEAD = 2_000;
const BYTES_PER_QUESTION = 300;
const BYTES_PER_PIECE = 40;

/** Who asked for an answer so often since it was made will be asking again. */
const OFTEN = 3;

/** The keys of the documents of which an answer can be put together. */
const partsIn = ({ layout }: StoredResponse): readonly string[] =>
  (layout ?? []).flatMap((piece) => ('part' in piece ? [piece.part] : []));

type Options = {
  index: DependencyIndex;
  metrics: Metrics;
  maxBytes: number;
  /** Documents as they are now, by the keys of their parts. */
  fragments: Pick<Fragments, 'again' | 'has'>;
  /** Hears what is to be made again before somebody asks. */
  onLost?: (lost: Lost) => void;
};

const sizeOf = ({ kept: { response } }: Place, key: string): number =>
  // Compressed forms come later; together they are smaller than the plain one.
  response.identity.bytes.byteLength * 2 +
  key.length +
  response.dependencies.size * BYTES_PER_KEY +
  response.chosen.length * BYTES_PER_QUESTION +
  response.tags.reduce((bytes, text) => bytes + text.length, 0) +
  (response.layout ?? []).reduce(
    (bytes, piece) => bytes + BYTES_PER_PIECE + ('text' in piece ? piece.text.length : 0),
    0,
  ) +
  OVERHEAD;

/**
 * Keeps whole responses, by endpoint and parameters. When something that one shows changes, it is put together
 * again when it is next asked for, from what is kept of its documents, or else made anew; when other documents may
 * be found for it, it is kept where the same are found.
 */
export const createResponseCache = ({ index, metrics, maxBytes, fragments, onLost }: Options) => {
  const addressBytes = Math.ceil(maxBytes * SHARE_OF_ADDRESSES);
  const responses = new LRUCache<string, Place>({
    maxSize: maxBytes - addressBytes,
    sizeCalculation: sizeOf,
    dispose: ({ kept }) => index.remove(kept),
  });
  const keys = new LRUCache<string, string>({
    maxSize: addressBytes,
    sizeCalculation: (key, address) => key.length + address.length + ADDRESS_OVERHEAD,
  });
  const flights = createFlights<Made>(index, ({ response: { dependencies, types } }) => ({
    keys: dependencies,
    types,
  }));

  // The language that an address means depends on the languages of the site.
  const addressedLanguages: Dependent = {
    keys: [typeKey(LANGUAGES)],
    types: new Set([LANGUAGES]),
    touched(key) {
      keys.clear();
      // Where anything may have changed, the index has forgotten who depends on what.
      if (key === null) index.add(addressedLanguages);
    },
  };
  index.add(addressedLanguages);

  const lose = (key: string, kept: Kept): void => {
    const { uses, response } = kept;
    if (uses < OFTEN) return;
    kept.uses = 0;
    onLost?.({ key, uses, codings: [...response.compressed.keys()] });
  };

  const keep = (key: string, response: StoredResponse): void => {
    const kept: Kept = {
      response,
      clockLead: clockLead(),
      keys: response.dependencies,
      types: response.types,
      doubts: 0,
      settled: 0,
      uses: 0,
      isOutdated: false,
      touched(touchedKey) {
        if (touchedKey === null || response.fixed.has(touchedKey)) responses.delete(key);
        else if (response.questioning.includes(touchedKey)) kept.doubts += 1;
        else kept.isOutdated = true;
        // Where everything is dropped at once, there is no telling what pays.
        if (touchedKey !== null) lose(key, kept);
      },
    };
    responses.set(key, { kept });
    // What is larger than everything that may be kept has not been kept.
    if (responses.peek(key)?.kept === kept) index.add(kept);
  };

  const find = (key: string): Kept | undefined => {
    const kept = responses.get(key)?.kept;
    if (kept === undefined || !isExpired(kept)) return kept;
    responses.delete(key);
    return undefined;
  };

  const isCertain = ({ doubts, settled }: Kept): boolean => doubts === settled;

  /** Puts an answer together again where something that it shows has changed; false where it has to be made anew. */
  const update = (key: string, kept: Kept): boolean => {
    if (!kept.isOutdated) return true;
    const { layout, dependencies } = kept.response;
    const texts = fragments.again(partsIn(kept.response), dependencies);
    if (layout === null || texts === null) return false;
    kept.response = withBody(kept.response, fillLayout(layout, texts));
    kept.isOutdated = false;
    metrics.updates += 1;
    // What depends on what stays as it is.
    responses.set(key, { kept }, { noDisposeOnSet: true });
    return true;
  };

  /** The response that is kept, where what is found for it is still the same. */
  const settle = async (key: string, { areSame }: Maker): Promise<StoredResponse | null> => {
    const kept = find(key);
    if (kept === undefined) return null;
    if (isCertain(kept)) return update(key, kept) ? kept.response : null;
    const { doubts, response } = kept;
    metrics.revalidations += 1;
    const isSame = await areSame(response.chosen);
    if (responses.peek(key)?.kept !== kept) return null;
    if (!isSame) {
      responses.delete(key);
      return null;
    }
    kept.settled = doubts;
    return update(key, kept) ? kept.response : null;
  };

  /**
   * The response kept under a key, or a new one. Requests that come while it is being made wait for it,
   * unless something that it was made from has changed since the making began.
   */
  const obtain = async (key: string, maker: Maker): Promise<Made> => {
    const kept = find(key);
    if (kept !== undefined && isCertain(kept) && update(key, kept)) {
      return { response: kept.response, isHit: true };
    }
    return flights.join(key, async () => {
      const settled = await settle(key, maker);
      if (settled !== null) return { response: settled, isHit: true };
      const since = index.now();
      const response = await maker.make();
      const { dependencies, types } = response;
      const isKept =
        performance.now() < response.expiresAt &&
        !index.isOvertaken({ keys: dependencies, types }, since);
      if (isKept) keep(key, response);
      return { response, isHit: false };
    });
  };

  /** What is known to be outdated is not shown to anybody: it may have been taken back. */
  const aside = (key: string): StoredResponse | undefined => {
    const kept = responses.get(key)?.kept;
    return kept === undefined || kept.isOutdated ? undefined : kept.response;
  };

  return {
    /** Whether an address was requested before. */
    knows: (address: string): boolean => keys.has(address),

    /** The response to a request that was seen before, by its exact address. */
    at(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      const kept = key === undefined ? undefined : find(key);
      if (key === undefined || kept === undefined || !isCertain(kept)) return undefined;
      if (!update(key, kept)) return undefined;
      kept.uses += 1;
      return kept.response;
    },

    /** Remembers under which key the response for an address is kept. */
    learn(address: string, key: string): void {
      if (address.length <= ADDRESS_LENGTH) keys.set(address, key);
    },

    /** The endpoint at an address that was requested before; cheap, as every answer from memory may ask. */
    endpointAt(address: string): string {
      const key = keys.peek(address) ?? '';
      return key.slice(2, key.indexOf('"', 2));
    },

    /** What was kept, whether or not it still holds: for who asks while nothing can be made. */
    aside,

    /** The same by the exact address of a request that was seen before. */
    asideAt(address: string): StoredResponse | undefined {
      const key = keys.get(address);
      return key === undefined ? undefined : aside(key);
    },

    /** Whether there is a response that may have to be made sure of, and need not be made. */
    has: (key: string): boolean => find(key) !== undefined,

    /**
     * Whether an answer is as good as there: it only has to be put together, but for documents within its own that
     * others have changed.
     */
    isAtHand(key: string): boolean {
      const kept = responses.peek(key)?.kept;
      return (
        kept !== undefined &&
        isCertain(kept) &&
        kept.response.layout !== null &&
        partsIn(kept.response).every(fragments.has)
      );
    },

    /** The response for somebody who asks. */
    async get(key: string, maker: Maker): Promise<Made> {
      const made = await obtain(key, maker);
      metrics[made.isHit ? 'hits' : 'misses'] += 1;
      const kept = responses.peek(key)?.kept;
      if (kept !== undefined) kept.uses += 1;
      return made;
    },

    /** Has a response ready for whoever asks next. */
    refresh: obtain,

    bytes: (): number => responses.calculatedSize,
  };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
