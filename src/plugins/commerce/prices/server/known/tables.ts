import type { Definition } from '../../../../../platform/database/installer';

/** Apart from the tables that Strapi inspects and changes at every start. */
const SCHEMA = 'payment';

/** When each payment account has been asked for everything it sells, and whether it answered. */
export const ACCOUNTS = `${SCHEMA}.accounts`;

/** What each account sells, by product; also that it sells nothing under a name that was asked for. */
export const PRODUCTS = `${SCHEMA}.products`;

/** What payment providers said last, so that they are asked about a product that is published only where nothing is known. */
export const knowledgeDefinitions = (): readonly Definition[] => [
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
