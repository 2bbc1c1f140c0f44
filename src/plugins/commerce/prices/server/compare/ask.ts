import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { databaseNow, sql } from '../../../../../platform/strapi/queries';
import { noteDifferences } from '../check/differences';
import { askProvidersFor, type ProviderAnswer } from '../provider-prices';
import { rememberProduct } from '../known/remember';
import { PRODUCTS } from '../known/tables';

const ASK_JOB = 'prices.ask';

/** Asks payment providers about one product, in all accounts or in one, and keeps what they say. */
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
 * Makes what is known of a product in an account at least as new as a moment, by the database's clock in milliseconds.
 *
 * @throws Error where the account does not answer
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

/** Defines the asking in the background; call it in `register`. */
export const defineAskJob = ({ strapi }: WithStrapi): void =>
  jobsOf({ strapi }).define<{ payID: string }>(
    ASK_JOB,
    async ({ data: { payID } }) => {
      await compareProduct({ strapi }, payID);
    },
    { retryLimit: 2, expireInSeconds: 60, concurrency: 1 },
  );

/** Has payment providers asked about a product soon, while nobody waits for it. */
export const compareSoon = async ({ strapi }: WithStrapi, payID: string): Promise<void> => {
  await jobsOf({ strapi }).enqueue(ASK_JOB, { payID });
};
