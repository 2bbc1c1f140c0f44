import { setTimeout as pause } from 'node:timers/promises';
import type { UID } from '@strapi/types';
import { validateZodSchema, z } from '@strapi/utils';
import type { Context } from 'koa';
import { getUserAbility, getRequestBody, readTypeRequest } from '#platform/http/request-person';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getJobs } from '#platform/jobs';
import { byAddress, getThrottle } from '#platform/throttle';
import { CHECK_JOB, defineCheckJob, FINDING } from './server/check/check';
import { refreshProduct, defineRefreshJob } from './server/refresh-product';
import { createPrice } from './server/creating/create-price';
import { findPriceToCreate, parsePriceRequest } from './server/creating/price-to-create';
import { LONGEST_WAIT } from './server/provider-cache/fetch-missing';
import { readAccountStates } from './server/provider-cache/read';
import { searchProducts } from './server/provider-cache/search-products';
import { getLineCurrency, loadBusinessLines } from '#catalogue/money/line-currency';
import { listAccountNames } from './server/provider-prices';
import { buildPermittedWhere } from '#platform/strapi/permitted-query';
import { readDatabaseTime, getTable } from '#platform/strapi/queries';
import { type PricedType, listPricedTypes } from '#catalogue/money/price-fields';
import { isWithheldAt } from '#catalogue/off-sale';
import {
  defineAdminRoute,
  defineAdminRoutes,
  requirePermissionInModel,
  requirePermissions,
  signedIn,
} from '#platform/http/admin-route';
import { makeReadOnly, registerAdminActions } from '#platform/strapi/admin-roles';
import finding from './server/content-types/finding/schema.json';

type EntryRow = Readonly<Record<string, unknown>>;

/** Business lines of an entry's version. */
type EntryLines = { documentId: string; locale: string | null; lines: string[] };

const getLineIds = (row: EntryRow, name: string): string[] =>
  [row[name] ?? []].flat().map((line) => (line as { documentId: string }).documentId);

const loadTypeEntryLines = async (
  { strapi }: WithStrapi,
  { uid, lines, hasDrafts, isLocalized }: PricedType,
  documentIds: readonly string[],
  ability: unknown,
): Promise<EntryLines[]> => {
  if (lines === null) return [];
  const readable = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await getTable<EntryRow>({ strapi }, uid).findMany({
    where: {
      $and: [
        readable,
        { documentId: { $in: documentIds }, ...(hasDrafts && { publishedAt: { $null: true } }) },
      ],
    },
    select: ['documentId', ...(isLocalized ? ['locale'] : [])],
    populate: { [lines]: { select: ['documentId'] } },
  });
  return rows.map((row) => ({
    documentId: String(row.documentId),
    locale: typeof row.locale === 'string' ? row.locale : null,
    lines: getLineIds(row, lines),
  }));
};

/** Returns the business lines of entries' drafts, limited to entries that the user may read. */
const loadEntryLines = async (
  { strapi }: WithStrapi,
  documentIds: readonly string[],
  ability: unknown,
): Promise<EntryLines[]> => {
  const entryLines: EntryLines[] = [];
  for (const type of listPricedTypes({ strapi })) {
    entryLines.push(...(await loadTypeEntryLines({ strapi }, type, documentIds, ability)));
  }
  return entryLines;
};

type Row = {
  locale: string | null;
  isSoon: boolean | null;
  isOffSale: boolean | null;
  onSaleAgainAt: string | null;
};

type PriceSelection = { uid: UID.ContentType; ability: unknown; documentId: string };

/**
 * Returns the locales in which an entry is published and on sale. Checkout sells a product while
 * one of its published locales is on sale.
 */
const loadLocalesOnSale = async (
  { strapi }: WithStrapi,
  { uid, ability, documentId }: PriceSelection,
): Promise<string[]> => {
  const readable = await buildPermittedWhere({ strapi }, { ability, uid, query: {} });
  const rows = await getTable<Row>({ strapi }, uid).findMany({
    where: { $and: [readable, { documentId, publishedAt: { $notNull: true } }] },
    select: ['locale', 'isSoon', 'isOffSale', 'onSaleAgainAt'],
    orderBy: { locale: 'asc' },
  });
  const now = await readDatabaseTime({ strapi });
  return rows.filter((row) => !isWithheldAt(row, now)).flatMap(({ locale }) => locale ?? []);
};

/** Maximum number of entries, that of the longest list page. */
const MOST_ENTRIES = 100;

const parseDocumentIds = ({ documentIds }: Context['query']): string[] =>
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

/** Limit per minute and address. A grid creates one price per row. */
const CREATIONS_A_MINUTE = 60;

/**
 * Limit per minute and address: each comparison calls the provider, whose limits customers share.
 */
const COMPARISONS_A_MINUTE = 30;

/** Returns the handlers that the panel calls about prices and currencies. */
const createPricesController = ({ strapi }: WithStrapi) => ({
  async lines(ctx: Context): Promise<void> {
    const documentIds = parseDocumentIds(ctx.query);
    ctx.body = {
      data: {
        defaultCurrency: getLineCurrency({ strapi }, undefined),
        lines: await loadBusinessLines({ strapi }),
        entries:
          documentIds.length === 0
            ? []
            : await loadEntryLines({ strapi }, documentIds, getUserAbility(ctx)),
      },
    };
  },

  /** Lists the payment accounts and whether they answer. */
  async accounts(ctx: Context): Promise<void> {
    ctx.body = { data: { accounts: await readAccountStates({ strapi }) } };
  },

  /** Asks payment providers about a product now. */
  async compare(ctx: Context): Promise<void> {
    const { payID } = parseComparison(getRequestBody(ctx));
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'payment-comparison', points: COMPARISONS_A_MINUTE, seconds: 60 }, ctx),
    ]);
    // A later answer is cached too, and the form finds it when it asks again.
    const answer = await Promise.race([
      refreshProduct({ strapi }, payID),
      pause(LONGEST_WAIT, null, { ref: false }),
    ]);
    ctx.body = { data: { silent: answer?.silent ?? listAccountNames({ strapi }) } };
  },

  /** Lists the products that payment accounts sell. */
  async products(ctx: Context): Promise<void> {
    const { search, payID, account, documentId } = parseProducts(ctx.query);
    const products = await searchProducts(
      { strapi },
      {
        ...readTypeRequest(ctx),
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
    const body = parsePriceRequest(getRequestBody(ctx));
    await getThrottle({ strapi }).consume(ctx, [
      byAddress({ name: 'payment-creation', points: CREATIONS_A_MINUTE, seconds: 60 }, ctx),
    ]);
    const newPrice = await findPriceToCreate({ strapi }, readTypeRequest(ctx), body);
    const created = await createPrice({ strapi }, body.key, newPrice);
    ctx.body = { data: { ...created, account: newPrice.account } };
  },

  /** Lists the locales in which an entry is published and on sale. */
  async sales(ctx: Context): Promise<void> {
    const { documentId } = parseSales(ctx.params);
    const { uid, ability } = readTypeRequest(ctx);
    ctx.body = {
      data: { locales: await loadLocalesOnSale({ strapi }, { uid, ability, documentId }) },
    };
  },

  async check(ctx: Context): Promise<void> {
    await getJobs({ strapi }).enqueue(CHECK_JOB, {});
    ctx.status = 202;
    ctx.body = { data: {} };
  },
});

/** Permission to create products and prices at payment providers. */
const CREATE_PRICES = 'plugin::prices.create-prices';

/** Registers the permissions that admin roles can have. */
const registerPermissions = ({ strapi }: WithStrapi): Promise<void> =>
  registerAdminActions({ strapi }, [
    {
      displayName: 'Create products and prices at the payment provider',
      pluginName: 'prices',
      uid: 'create-prices',
    },
  ]);

const mayReadFindings = requirePermissions(['plugin::content-manager.explorer.read', FINDING]);

const mayWrite = requirePermissionInModel('create', 'update');

const adminRoutes = defineAdminRoutes(
  defineAdminRoute('GET', '/lines', 'prices.lines', signedIn),
  defineAdminRoute('GET', '/accounts', 'prices.accounts', signedIn),
  defineAdminRoute('POST', '/compare/:model', 'prices.compare', requirePermissionInModel('update')),
  defineAdminRoute('GET', '/products/:model', 'prices.products', mayWrite),
  defineAdminRoute('POST', '/create/:model', 'prices.create', [
    ...mayWrite,
    ...requirePermissions(CREATE_PRICES),
  ]),
  defineAdminRoute('GET', '/sales/:model/:documentId', 'prices.sales', mayWrite),
  defineAdminRoute('POST', '/check', 'prices.check', mayReadFindings),
);

export default {
  register({ strapi }: WithStrapi): void {
    strapi.customFields.register([
      { name: 'price', plugin: 'prices', type: 'decimal' },
      { name: 'currency', plugin: 'prices', type: 'string' },
      { name: 'account', plugin: 'prices', type: 'string' },
      { name: 'product', plugin: 'prices', type: 'string' },
    ]);
    defineCheckJob({ strapi });
    defineRefreshJob({ strapi });
  },
  async bootstrap({ strapi }: WithStrapi): Promise<void> {
    makeReadOnly({ strapi }, FINDING);
    await registerPermissions({ strapi });
  },
  contentTypes: { finding: { schema: finding } },
  controllers: { prices: createPricesController },
  routes: { admin: adminRoutes },
};
