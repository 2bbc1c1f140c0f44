import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Mutex, Semaphore } from 'async-mutex';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { NamedProduct } from '#feature/payment-products';
import { selectAccountsToQuery } from '#catalogue/money/charging-accounts';
import { readDatabaseTime } from '#platform/strapi/queries';
import { fetchPrices } from '../provider-prices';
import { readAccountStates, readCachedProducts } from './read';
import { storeProduct } from './store';

/** Maximum number of concurrent requests to providers. */
const MAX_CONCURRENT_REQUESTS = 8;

/** Maximum wait in milliseconds, however many products are asked about. */
export const LONGEST_WAIT = 5_000;

/** Milliseconds during which a failed request is not repeated. */
const RETRY_AFTER_MS = 15_000;

/** Answers are stored outside the caller's transaction, so they survive its rollback. */
const runOutsideRequest = AsyncLocalStorage.snapshot();

const createProductFetcher = ({ strapi }: WithStrapi) => {
  const room = new Semaphore(MAX_CONCURRENT_REQUESTS);
  // Writes take the same database lock, so waiting for it here keeps connections free.
  const writing = new Mutex();
  const pendingQueries = new Map<string, Promise<void>>();
  const queriedAt = new Map<string, number>();
  const silentAt = new Map<string, number>();

  const isRecent = (moments: ReadonlyMap<string, number>, name: string): boolean =>
    (moments.get(name) ?? -Infinity) > performance.now() - RETRY_AFTER_MS;

  const forgetOld = (moments: Map<string, number>): void => {
    for (const name of moments.keys()) if (!isRecent(moments, name)) moments.delete(name);
  };

  const queryMissingProduct = async (payID: string, ends: number): Promise<void> => {
    const heard = await room.runExclusive(async () => {
      if (performance.now() >= ends) return null;
      const began = await readDatabaseTime({ strapi });
      return { began, answer: await fetchPrices({ strapi }, payID) };
    });
    if (heard === null) return;
    const { answer, began } = heard;
    for (const account of answer.silent) silentAt.set(account, performance.now());
    await writing.runExclusive(() => storeProduct({ strapi }, payID, answer, began));
  };

  const ask = (payID: string, ends: number): Promise<void> => {
    const pending = pendingQueries.get(payID);
    if (pending !== undefined) return pending;
    const query = runOutsideRequest(() => queryMissingProduct(payID, ends))
      .catch((error: unknown) => {
        strapi.log.warn(`prices: the provider was not queried about ${payID}: ${String(error)}`);
      })
      .finally(() => {
        pendingQueries.delete(payID);
        queriedAt.set(payID, performance.now());
      });
    pendingQueries.set(payID, query);
    return query;
  };

  const fetchNamed = async (namedProducts: readonly NamedProduct[]): Promise<void> => {
    const products = namedProducts.filter(
      ({ payID }) => payID !== '' && !isRecent(queriedAt, payID),
    );
    if (products.length === 0) return;
    forgetOld(queriedAt);
    forgetOld(silentAt);
    const accountFacts = await readCachedProducts(
      { strapi },
      products.map(({ payID }) => payID),
    );
    // The database also contains whether another node has heard of an account since.
    const silentAccounts = new Set(
      (await readAccountStates({ strapi }))
        .filter(({ account, silentSince }) => silentSince !== null && isRecent(silentAt, account))
        .map(({ account }) => account),
    );
    const unknown = products.filter(
      ({ payID, account }) =>
        // Another caller's answer may have arrived since the cache was read.
        !isRecent(queriedAt, payID) &&
        selectAccountsToQuery(accountFacts.get(payID) ?? [], account).some(
          (facts) => !silentAccounts.has(facts.account),
        ),
    );
    const ends = performance.now() + LONGEST_WAIT;
    const payIDs = [...new Set(unknown.map(({ payID }) => payID))];
    if (payIDs.length === 0) return;
    const giveUp = pause(LONGEST_WAIT, undefined, { ref: false });
    await Promise.race([Promise.all(payIDs.map((payID) => ask(payID, ends))), giveUp]);
    // A caller that waited without a result does not wait again in the write that follows.
    for (const payID of payIDs) queriedAt.set(payID, performance.now());
  };

  return { about: fetchNamed };
};

const NAME = 'prices-product-fetcher';

/**
 * Asks payment providers about the products that are not cached, for a few seconds at most, and
 * caches the answers. Unanswered products stay unknown and cause no error.
 */
export const fetchMissingProducts = async (
  { strapi }: WithStrapi,
  namedProducts: readonly NamedProduct[],
): Promise<void> => {
  if (!strapi.has(NAME)) strapi.add(NAME, () => createProductFetcher({ strapi }));
  const fetcher: ReturnType<typeof createProductFetcher> = strapi.get(NAME);
  await fetcher.about(namedProducts);
};
