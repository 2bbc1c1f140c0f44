import type { Definition } from '../../../../../platform/database/installer';

/** Schema apart from Strapi's tables, which it inspects and changes at every start. */
const SCHEMA = 'payment';

/** Table of payment accounts: when each was asked for everything, and whether it answered. */
export const ACCOUNTS = `${SCHEMA}.accounts`;

/** Table of cached products per account, including products that are not sold. */
export const PRODUCTS = `${SCHEMA}.products`;

/**
 * Returns the tables that cache the providers' answers. Publishing asks providers only about
 * products that are not cached.
 */
export const providerCacheDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: ACCOUNTS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${ACCOUNTS} (
        account text PRIMARY KEY,
        listed_at timestamptz,
        products integer NOT NULL DEFAULT 0,
        silent_since timestamptz
      )`,
  },
  {
    kind: 'table',
    name: PRODUCTS,
    create: `
      CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
      CREATE TABLE ${PRODUCTS} (
        pay_id text NOT NULL,
        account text NOT NULL,
        is_sold boolean NOT NULL,
        prices jsonb NOT NULL,
        asked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (pay_id, account)
      );
      CREATE INDEX payment_products_account_index ON ${PRODUCTS} (account, asked_at)`,
  },
];
