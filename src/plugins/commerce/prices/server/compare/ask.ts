import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { databaseNow, sql } from '../../../../../platform/strapi/queries';
import { noteDifferences } from '../check/differences';
import { askProvidersFor, type ProviderAnswer } from '../provider-prices';
import { rememberProduct } from '../known/remember';
import { PRODUCTS } from '../known/tables';

const ASK_JOB = 'prices.ask';

/** Asks payment providers about a product, in one account or all, and caches the answer. */
export const compareProduct = async (
  { strapi }: WithStrapi,
  payID: string,
  account?: string,
): Promise<ProviderAnswer> => {
  const began = await databaseNow({ strapi });
  const answer = await askProvidersFor({ strapi }, payID, account);
  await rememberProduct({ strapi }, payID, answer, began);
  await noteDifferences({ strapi }, payID);
  return answer;
};

/**
 * Refreshes the cached prices of a product in an account if they are older than a moment, in
 * milliseconds by the database's clock.
 *
 * @throws Error if the account does not answer
 */
export const compareSince = async (
  { strapi }: WithStrapi,
  { payID, account, since }: { payID: string; account: string; since: number },
): Promise<void> => {
  const { rows } = await sql(
    { strapi },
    `select from ${PRODUCTS} where pay_id = ? and account = ? and asked_at > to_timestamp(? / 1000.0)`,
    [payID, account, since],
  );
  if (rows.length > 0) return;
  const { heard } = await compareProduct({ strapi }, payID, account);
  if (!heard.includes(account)) throw new Error(`${account} does not answer`);
};

/** Defines the background job that asks providers. Call it in `register`. */
export const defineAskJob = ({ strapi }: WithStrapi): void =>
  jobsOf({ strapi }).define<{ payID: string }>(
    ASK_JOB,
    async ({ data: { payID } }) => {
      await compareProduct({ strapi }, payID);
    },
    { retryLimit: 2, expireInSeconds: 60, concurrency: 1 },
  );

/** Queues a background job that asks payment providers about a product. */
export const compareSoon = async ({ strapi }: WithStrapi, payID: string): Promise<void> => {
  await jobsOf({ strapi }).enqueue(ASK_JOB, { payID });
};
