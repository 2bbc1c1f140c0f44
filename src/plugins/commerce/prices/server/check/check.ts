import { randomBytes } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { rejectOnAbort } from '#platform/abort-signals';
import { readDatabaseTime, sql, getTable } from '#platform/strapi/queries';
import {
  findHundredfoldPrice,
  listPriceCurrencies,
  type ProviderPrice,
} from '../../provider-price';
import { storeAllProducts } from '../provider-cache/store';
import { fetchAllPrices } from '../provider-prices';
import { noteDifferences } from './differences';
import { type PlacedPrice, readStoredPrices, type StoredPrice } from './stored-prices';
import { getJobs } from '#platform/jobs';

export const FINDING = 'plugin::prices.finding';

/** Stored price that needs attention. */
type Finding = PlacedPrice & {
  currency: string;
  problem: 'negative' | 'hundredfold';
  /** Price at the provider and its account. */
  providerAmount: number | null;
  account: string | null;
};

/**
 * Maximum number of findings, more than anybody reviews. Further ones are found after these are
 * corrected.
 */
const MOST_FINDINGS = 2000;

const buildKey = (finding: Finding): string =>
  JSON.stringify([
    finding.entryType,
    finding.entryId,
    finding.entryLocale,
    finding.version,
    finding.field,
    finding.amount,
    finding.problem,
  ]);

/** Length of a string column. */
const MAX_STRING_LENGTH = 255;

/**
 * Replaces the stored findings in one transaction. Known findings keep their entry and date.
 *
 * @param silent accounts that did not answer; findings against them stay
 */
const saveFindings = async (
  { strapi }: WithStrapi,
  findings: readonly Finding[],
  silent: readonly string[],
): Promise<void> => {
  await strapi.db.transaction(async ({ trx }) => {
    // Concurrent checks of two nodes would list everything twice.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', ['prices.findings']);
    const table = getTable<Finding & { id: number }>({ strapi }, FINDING);
    const storedFindings = await table.findMany({ where: {}, orderBy: { id: 'asc' } });
    const findingsByKey = new Map(findings.map((finding) => [buildKey(finding), finding]));
    const resolvedFindings = storedFindings.filter(
      (finding) =>
        !findingsByKey.has(buildKey(finding)) &&
        !(finding.problem === 'hundredfold' && silent.includes(finding.account ?? '')),
    );
    if (resolvedFindings.length > 0)
      await table.deleteMany({ where: { id: { $in: resolvedFindings.map(({ id }) => id) } } });
    for (const finding of storedFindings) findingsByKey.delete(buildKey(finding));
    const room = MOST_FINDINGS - (storedFindings.length - resolvedFindings.length);
    const data = [...findingsByKey.values()].slice(0, Math.max(0, room)).map((finding) => ({
      ...finding,
      entryTitle: finding.entryTitle.slice(0, MAX_STRING_LENGTH),
      documentId: randomBytes(12).toString('hex'),
    }));
    if (data.length > 0) await strapi.db.query(FINDING).createMany({ data });
  });
};

const byProduct = (prices: readonly ProviderPrice[]): ReadonlyMap<string, ProviderPrice[]> => {
  const products = new Map<string, ProviderPrice[]>();
  for (const price of prices) {
    const productPrices = products.get(price.payID);
    if (productPrices === undefined) products.set(price.payID, [price]);
    else productPrices.push(price);
  }
  return products;
};

/**
 * Returns the provider's prices to compare with: those in the entry's currency, else all, which
 * still reveal a factor of a hundred.
 */
const findComparablePrices = (
  { account, currencies }: StoredPrice,
  prices: readonly ProviderPrice[],
): readonly ProviderPrice[] => {
  const ofAccount = prices.filter((price) => account === null || price.account === account);
  const sameCurrencyPrices = ofAccount.filter(({ currency }) => currencies.includes(currency));
  return sameCurrencyPrices.length > 0 ? sameCurrencyPrices : ofAccount;
};

const checkStoredPrice = (
  storedPrice: StoredPrice,
  products: ReadonlyMap<string, ProviderPrice[]>,
): Finding | null => {
  const { currencies, payID, account, purchaseType: _, ...place } = storedPrice;
  const [currency = ''] = currencies;
  if (storedPrice.amount < 0) {
    return { ...place, currency, problem: 'negative', providerAmount: null, account };
  }
  const offered = findComparablePrices(
    storedPrice,
    payID === null ? [] : (products.get(payID) ?? []),
  );
  const price = findHundredfoldPrice(storedPrice.amount, offered);
  if (price === null) return null;
  return {
    ...place,
    currency: price.currency,
    problem: 'hundredfold',
    providerAmount: price.amount,
    account: price.account,
  };
};

/** Result of a full check. */
type Outcome = { checked: number; findings: readonly Finding[]; silent: readonly string[] };

/**
 * Checks all stored prices by themselves and against the payment provider, and stores the findings.
 * The provider's prices are cached for publishing rules. Unavailable accounts are skipped. Repeated
 * checks have no further effect.
 */
export const checkPrices = async (
  { strapi }: WithStrapi,
  signal: AbortSignal,
): Promise<Outcome> => {
  const began = await readDatabaseTime({ strapi });
  // A provider may take longer to answer than a stopping service waits.
  const answer = await Promise.race([fetchAllPrices({ strapi }, signal), rejectOnAbort(signal)]);
  const { prices, silent } = answer;
  await storeAllProducts({ strapi }, answer, began);
  const products = byProduct(prices.flatMap(listPriceCurrencies));
  const findings: Finding[] = [];
  let checked = 0;
  for await (const batch of readStoredPrices({ strapi }, { signal })) {
    checked += batch.length;
    for (const storedPrice of batch) {
      const finding = checkStoredPrice(storedPrice, products);
      if (finding !== null && findings.length < MOST_FINDINGS) findings.push(finding);
    }
  }
  await saveFindings({ strapi }, findings, silent);
  await noteDifferences({ strapi }, { signal });
  return { checked, findings, silent };
};

export const CHECK_JOB = 'prices.check';

const EVERY_NIGHT = '41 3 * * *';

/**
 * Version of the check. Raise it when the check finds more, and stored prices are checked again.
 */
const CHECK_VERSION = 6;

const getCheckedStore = ({ strapi }: WithStrapi) =>
  strapi.store({ type: 'plugin', name: 'prices', key: 'checked' });

const logOutcome = ({ strapi }: WithStrapi, { checked, findings, silent }: Outcome): void => {
  const count = (problem: string): number =>
    findings.filter((finding) => finding.problem === problem).length;
  strapi.log.info(
    `prices: ${checked} checked, ${count('hundredfold')} look a hundred times too high, ${count('negative')} are negative`,
  );
  if (silent.length > 0) {
    strapi.log.warn(
      `prices: not compared with the payment accounts ${silent.join(', ')}, which did not answer; the next check compares them`,
    );
  }
};

/** Defines the nightly check of stored prices. */
export const defineCheckJob = ({ strapi }: WithStrapi): void => {
  const jobs = getJobs({ strapi });
  jobs.define(
    CHECK_JOB,
    async ({ signal }) => {
      const outcome = await checkPrices({ strapi }, signal);
      logOutcome({ strapi }, outcome);
      if (outcome.silent.length === 0)
        await getCheckedStore({ strapi }).set({ value: CHECK_VERSION });
    },
    { retryLimit: 2, expireInSeconds: 600, concurrency: 1 },
  );
  jobs.schedule(CHECK_JOB, EVERY_NIGHT);
};

/** Queues a check unless one has completed with this version. */
export const queueFirstCheck = async ({ strapi }: WithStrapi): Promise<void> => {
  if ((await getCheckedStore({ strapi }).get({})) === CHECK_VERSION) return;
  await getJobs({ strapi }).enqueue(CHECK_JOB, {});
};
