import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toSmallestUnits } from '#catalogue/money/currencies';
import { createHttpError } from '#platform/http/errors';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { getTable } from '#platform/strapi/queries';
import { findAmountProblem } from '#catalogue/money/parse-price';
import { priceErrors } from '../errors';
import { PAYMENT_PRODUCT } from '#catalogue/money/price-fields';
import { readCachedProducts } from '../provider-cache/read';
import { listLineCurrencies } from '#catalogue/money/line-currency';
import { intervals, listAccountNames, type WantedPrice } from '../provider-prices';
import { BUSINESS_LINE } from '#catalogue/business-line';

const id = z.string().trim().min(1).max(255);

const documentId = z.string().regex(/^[a-z0-9]{1,64}$/i);

export const parsePriceRequest = validateZodSchema(
  z.strictObject({
    /** Chosen by the panel for each confirmed dialog, so that repeated requests create one price. */
    key: z.string().regex(/^[\w-]{8,64}$/),
    /** Business lines of the entry. */
    lines: z.array(documentId).max(50),
    account: z.string().trim().max(255).default(''),
    payID: id.nullable(),
    name: z.string().trim().max(250).default(''),
    amount: z.number(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    interval: z.enum(intervals).nullable(),
    intervalCount: z.int().min(1).max(12).default(1),
    instalments: z.int().min(2).max(60).nullable().default(null),
    replaces: id.nullable().default(null),
  }),
);

type Body = ReturnType<typeof parsePriceRequest>;

const resolveAccount = async (
  { strapi }: WithStrapi,
  { account, payID }: Pick<Body, 'account' | 'payID'>,
): Promise<string> => {
  const accounts = listAccountNames({ strapi });
  const configured = accounts.find((item) => item === account.toLowerCase());
  if (configured !== undefined) return configured;
  const accountFacts =
    payID === null ? [] : ((await readCachedProducts({ strapi }, [payID])).get(payID) ?? []);
  const selling = accountFacts
    .filter(({ product }) => product === 'sold')
    .map((facts) => facts.account);
  const [first, ...others] = selling.length > 0 ? selling : accounts;
  if (account !== '' || first === undefined || others.length > 0) {
    throw createHttpError(priceErrors.PAYMENT_ACCOUNT_NEEDED);
  }
  return first;
};

const assertCurrency = async ({ strapi }: WithStrapi, { lines, currency }: Body): Promise<void> => {
  const rows = await getTable<{ currency: string | null }>({ strapi }, BUSINESS_LINE).findMany({
    where: { documentId: { $in: lines } },
    select: ['currency'],
  });
  if (!listLineCurrencies({ strapi }, rows).includes(currency)) {
    throw createHttpError(priceErrors.CURRENCY_NOT_OF_LINE);
  }
};

/** Refuses to change the prices of entries that the user may not edit. */
const assertOwn = async (
  { strapi }: WithStrapi,
  { uid, ability }: { uid: UID.ContentType; ability: unknown },
  payID: string,
): Promise<void> => {
  const soldFilter = { [PAYMENT_PRODUCT]: payID };
  const permitted = await buildPermittedWhere(
    { strapi },
    { ability, uid, action: 'update', query: {} },
  );
  const table = getTable({ strapi }, uid);
  const ownCount = await table.count({ where: { $and: [permitted, soldFilter] } });
  if (ownCount < (await table.count({ where: soldFilter }))) {
    throw createHttpError(priceErrors.PAYMENT_PRODUCT_NOT_YOURS);
  }
};

/**
 * Returns the price to create, in an account and a currency of the entry.
 *
 * @throws an error of the amount, the currency, the account or the user's permissions
 */
export const findPriceToCreate = async (
  { strapi }: WithStrapi,
  caller: { uid: UID.ContentType; ability: unknown },
  body: Body,
): Promise<WantedPrice> => {
  const { payID, name, amount, currency, interval, intervalCount, instalments, replaces } = body;
  if (findAmountProblem(amount) !== null || amount <= 0)
    throw createHttpError(priceErrors.PRICE_ZERO);
  const unitAmount = toSmallestUnits(amount, currency);
  if (unitAmount === null) throw createHttpError(priceErrors.PRICE_CURRENCY_DECIMALS);
  if (payID === null && name === '') throw createHttpError(priceErrors.PAYMENT_PRODUCT_NAMELESS);
  if (instalments !== null && interval === null) throw createHttpError(priceErrors.INTERVAL_NEEDED);
  await assertCurrency({ strapi }, body);
  if (payID !== null) await assertOwn({ strapi }, caller, payID);
  return {
    account: await resolveAccount({ strapi }, body),
    payID,
    name,
    unitAmount,
    currency,
    interval,
    intervalCount: interval === null ? 1 : intervalCount,
    instalments,
    replaces: payID === null ? null : replaces,
  };
};
