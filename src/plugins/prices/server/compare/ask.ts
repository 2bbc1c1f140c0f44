import type { Core } from '@strapi/types';
import { jobsOf } from '../../../../jobs';
import { askProvidersFor, type ProviderAnswer } from '../provider-prices';
import { rememberProduct } from './remember';

type WithStrapi = { strapi: Core.Strapi };

const ASK_JOB = 'prices.ask';

/** Asks payment providers about one product, and keeps what they say. */
export const compareProduct = async (
  { strapi }: WithStrapi,
  payID: string,
): Promise<ProviderAnswer> => {
  const answer = await askProvidersFor({ strapi }, payID);
  await rememberProduct({ strapi }, payID, answer);
  return answer;
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
