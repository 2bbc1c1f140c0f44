import { setTimeout as pause } from 'node:timers/promises';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { jobsOf } from '../../../../../platform/jobs';
import { byAddress, throttleOf } from '../../../../../platform/throttle';
import { CHECK_JOB } from '../check/job';
import { refreshProduct } from '../compare/refresh-product';
import { createPrice } from '../creating/create-price';
import { parsePriceRequest, findPriceToCreate } from '../creating/price-to-create';
import { LONGEST_WAIT } from '../provider-cache/fetch-missing';
import { localesOnSale } from '../provider-cache/locales-on-sale';
import { readAccountStates } from '../provider-cache/read';
import { searchProducts } from '../provider-cache/search-products';
import { currencyOf } from '../../../../../catalogue/money/line-currency';
import { linesOfEntries } from '../lines';
import { linesOf } from '../../../../../catalogue/money/line-currency';
import { paymentAccounts } from '../provider-prices';

/** Maximum number of entries, that of the longest list page. */
const MOST_ENTRIES = 100;

type State = { userAbility?: unknown };

const idsIn = ({ documentIds }: Context['query']): string[] =>
  (typeof documentIds === 'string' ? documentIds.split(',') : [])
    .filter((id) => /^[a-z0-9]{1,64}$/i.test(id))
    .slice(0, MOST_ENTRIES);

const documentIdText = z.string().regex(/^[a-z0-9]{1,64}$/i);

const parseComparison = validateZodSchema(
  z.strictObject({ payID: z.string().trim().min(1).max(255) }),
);

const parseProducts = validateZodSchema(
  z.object({
    search: z.string().trim().max(100).default(''),
    payID: z.string().trim().min(1).max(255).optional(),
    account: z.string().trim().max(255).optional(),
    documentId: documentIdText.optional(),
  }),
);

const parseSales = validateZodSchema(z.object({ documentId: documentIdText }));

/** Returns the type in the address, and the permissions of the user. */
const callerOf = (ctx: Context): { uid: UID.ContentType; ability: unknown } => ({
  uid: (ctx.params as { model: UID.ContentType }).model,
  ability: (ctx.state as State).userAbility,
});

/** Limit per minute and address. A grid creates one price per row. */
const CREATIONS_A_MINUTE = 60;

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
        defaultCurrency: currencyOf({ strapi }, undefined),
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

  /** Lists the products that payment accounts sell. */
  async products(ctx: Context): Promise<void> {
    const { search, payID, account, documentId } = parseProducts(ctx.query);
    const products = await searchProducts(
      { strapi },
      {
        ...callerOf(ctx),
        text: search,
        payID: payID ?? null,
        account: account === undefined || account === '' ? null : account.toLowerCase(),
        documentId: documentId ?? null,
      },
    );
    ctx.body = { data: { products } };
  },

  /** Creates a price, and a product for it where the entry has none. */
  async create(ctx: Context): Promise<void> {
    const body = parsePriceRequest((ctx.request as { body?: unknown }).body);
    await throttleOf({ strapi }).consume(ctx, [
      byAddress({ name: 'payment-creation', points: CREATIONS_A_MINUTE, seconds: 60 }, ctx),
    ]);
    const wanted = await findPriceToCreate({ strapi }, callerOf(ctx), body);
    const created = await createPrice({ strapi }, body.key, wanted);
    ctx.body = { data: { ...created, account: wanted.account } };
  },

  /** Lists the locales in which an entry is published and on sale. */
  async sales(ctx: Context): Promise<void> {
    const { documentId } = parseSales(ctx.params);
    const { uid, ability } = callerOf(ctx);
    ctx.body = { data: { locales: await localesOnSale({ strapi }, { uid, ability, documentId }) } };
  },

  async check(ctx: Context): Promise<void> {
    await jobsOf({ strapi }).enqueue(CHECK_JOB, {});
    ctx.status = 202;
    ctx.body = { data: {} };
  },
});
