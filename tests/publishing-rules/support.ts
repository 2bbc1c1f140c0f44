import {
  accounts,
  checkoutEnvironment,
  fillProvider,
  startStandIn,
  type StandIn,
} from '../checkout/support';
import { type Admin, createAdminToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { until } from '../support/until';

export const PRODUCT = 'api::product.product';
export const EXPLORER = '/content-manager/collection-types';

/** A service that has read its payment provider, with a business line and a picture. */
export type Desk = {
  app: App;
  admin: Admin;
  standIn: StandIn;
  line: string;
  picture: number;
  stop: () => Promise<void>;
};

type AccountState = { account: string; heardAt: string | null; silentSince: string | null };

export const accountsOf = async (admin: Admin): Promise<AccountState[]> =>
  ((await admin.get('/prices/accounts')).body.data as { accounts: AccountState[] }).accounts;

/** Reads everything from the provider, and waits for the result. */
export const listProvider = async (admin: Admin): Promise<void> => {
  const before = (await accountsOf(admin))[0]?.heardAt ?? null;
  await admin.post('/prices/check');
  await until(
    () => accountsOf(admin),
    (accountStates) => accountStates.every(({ heardAt }) => heardAt !== null && heardAt !== before),
  );
};

/** Products without an amount at the account, so that any price is valid. */
const OPEN_PRICES = 400;

const openProductOf = (number: number): string => `prod_open_${((number - 1) % OPEN_PRICES) + 1}`;

const openProducts = Array.from({ length: OPEN_PRICES }, (_, index) => openProductOf(index + 1));

export const startDesk = async (env: Readonly<Record<string, string>> = {}): Promise<Desk> => {
  const standIn = await startStandIn();
  await fillProvider(standIn);
  await standIn.control('POST', 'catalogue', {
    account: accounts[1].name,
    products: [{ id: 'prod_elsewhere', name: 'Of a partner' }],
    prices: [{ id: 'price_elsewhere', productId: 'prod_elsewhere', amount: 1_000 }],
  });
  await standIn.control('POST', 'catalogue', {
    account: accounts[0].name,
    products: openProducts.map((id) => ({ id, name: id })),
    prices: openProducts.map((id) => ({ id: `price_${id}`, productId: id, amount: null })),
  });
  const app = await startApp({
    env,
    runtimeEnv: { ...checkoutEnvironment(standIn), PAY_TIMEOUT_MS: '5000' },
  });
  await ensureLanguages(app);
  const admin = await signIn(app);
  const { documentId: line } = await app.strapi
    .documents('api::vertical.vertical')
    .create({ data: { name: 'Medicina', slug: 'medicina' } as never });
  const picture = await addPicture(app);
  await listProvider(admin);
  return {
    app,
    admin,
    standIn,
    line,
    picture,
    stop: async () => {
      await app.stop();
      await standIn.stop();
    },
  };
};

let productCount = 0;

/** Returns a valid product as the panel sends it; each call returns another one, also at the provider. */
export const sellable = ({ line }: Pick<Desk, 'line'>, changes: object = {}) => {
  productCount += 1;
  const name = `product-${productCount}`;
  return {
    title: `Product ${productCount}`,
    slug: name,
    SKU: name.toUpperCase(),
    order: 0,
    type: 'Curso corto',
    payID: openProductOf(productCount),
    payCrm: 'main',
    fullPrice: 60,
    tuitionPrice: 49,
    verticals: [line],
    ...changes,
  };
};

/** A product that cannot be paid: unknown payment product and account, and a wrong price. */
export const unsellable = { payID: 'prod_nowhere', payCrm: 'mian', tuitionPrice: 70 };

/** An admin token that may write and publish products only. */
export const createProductToken = (desk: Desk, owner = desk.admin): Promise<string> =>
  createAdminToken(owner, {
    type: PRODUCT,
    actions: ['create', 'read', 'update', 'publish'],
    fields: Object.keys(sellable(desk)),
  });
