import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { readDatabaseTime, sql } from '#platform/strapi/queries';
import { noteDifferences } from './check/differences';
import { fetchPrices, type ProviderAnswer } from './provider-prices';
import { PRODUCTS, storeProduct } from './provider-cache/store';

const REFRESH_JOB = 'prices.ask';

/** Asks payment providers about a product, in one account or all, and caches the answer. */
export const refreshProduct = async (
  { strapi }: WithStrapi,
  payID: string,
  account?: string,
): Promise<ProviderAnswer> => {
  const began = await readDatabaseTime({ strapi });
  const answer = await fetchPrices({ strapi }, payID, account);
  await storeProduct({ strapi }, payID, answer, began);
  await noteDifferences({ strapi }, { payID });
  return answer;
};

/**
 * Refreshes the cached prices of a product in an account if they are older than a moment, in
 * milliseconds by the database's clock.
 *
 * @throws Error if the account does not answer
 */
export const refreshProductIfOlder = async (
  { strapi }: WithStrapi,
  { payID, account, since }: { payID: string; account: string; since: number },
): Promise<void> => {
  const { rows } = await sql(
    { strapi },
    `select from ${PRODUCTS} where pay_id = ? and account = ? and asked_at > to_timestamp(? / 1000.0)`,
    [payID, account, since],
  );
  if (rows.length > 0) return;
  const { heard } = await refreshProduct({ strapi }, payID, account);
  if (!heard.includes(account)) throw new Error(`${account} does not answer`);
};

/**
 * Defines the background job that refreshes a product. Its stored name stays, because queued jobs
 * contain it. Call it in `register`.
 */
export const defineRefreshJob = ({ strapi }: WithStrapi): void =>
  getJobs({ strapi }).define<{ payID: string }>(
    REFRESH_JOB,
    async ({ data: { payID } }) => {
      await refreshProduct({ strapi }, payID);
    },
    { retryLimit: 2, expireInSeconds: 60, concurrency: 1 },
  );

/** Queues the refresh of a product's cached prices. */
export const queueProductRefresh = async ({ strapi }: WithStrapi, payID: string): Promise<void> => {
  await getJobs({ strapi }).enqueue(REFRESH_JOB, { payID });
};
