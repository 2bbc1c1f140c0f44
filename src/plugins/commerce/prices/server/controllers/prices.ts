import { setTimeout as pause } from 'node:timers/promises';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { byAddress, throttleOf } from '../../../../../platform/throttle';
import { CHECK_JOB } from '../check/job';
import { refreshProduct } from '../compare/refresh-product';
import { LONGEST_WAIT } from '../provider-cache/fetch-missing';
import { readAccountStates } from '../provider-cache/read';
import { priceSettings } from '../../settings';
import { linesOf, linesOfEntries } from '../lines';
import { paymentAccounts } from '../provider-prices';

/** Maximum number of entries, that of the longest list page. */
const MOST_ENTRIES = 100;

type State = { userAbility?: unknown };

const idsIn = ({ documentIds }: Context['query']): string[] =>
  (typeof documentIds === 'string' ? documentIds.split(',') : [])
    .filter((id) => /^[a-z0-9]{1,64}$/i.test(id))
    .slice(0, MOST_ENTRIES);

const parseComparison = validateZodSchema(
  z.strictObject({ payID: z.string().trim().min(1).max(255) }),
);

/**
 * Limit per minute and address: each comparison calls the provider, whose limits customers share.
 */
const COMPARISONS_A_MINUTE = 30;

/** Returns the handlers that the panel calls about prices and currencies. */
export const pricesController = ({ strapi }: WithStrapi) => ({
  async lines(ctx: Context): Promise<void> {
    const documentIds = idsIn(ctx.query);
    const { userAbility } = ctx.state as State;
    ctx.body = {
      data: {
        defaultCurrency: priceSettings.of({ strapi }).defaultCurrency,
        lines: await linesOf({ strapi }),
        entries:
          documentIds.length === 0
            ? []
            : await linesOfEntries({ strapi }, documentIds, userAbility),
      },
    };
  },

  /** Lists the payment accounts and whether they answer. */
  async accounts(ctx: Context): Promise<void> {
    ctx.body = { data: { accounts: await readAccountStates({ strapi }) } };
  },

  /** Asks payment providers about a product now. */
  async compare(ctx: Context): Promise<void> {
    const { payID } = parseComparison((ctx.request as { body?: unknown }).body);
    await throttleOf({ strapi }).consume(ctx, [
      byAddress({ name: 'payment-comparison', points: COMPARISONS_A_MINUTE, seconds: 60 }, ctx),
    ]);
    // A later answer is cached too, and the form finds it when it asks again.
    const answer = await Promise.race([
      refreshProduct({ strapi }, payID),
      pause(LONGEST_WAIT, null, { ref: false }),
    ]);
    ctx.body = { data: { silent: answer?.silent ?? paymentAccounts({ strapi }) } };
  },

  async check(ctx: Context): Promise<void> {
    await jobsOf({ strapi }).enqueue(CHECK_JOB, {});
    ctx.status = 202;
    ctx.body = { data: {} };
  },
});
