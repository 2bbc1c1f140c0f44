import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { type Definition, createStatementTrigger } from '#platform/database/installer';
import { createTableLookup } from '#platform/strapi/tables';
import { listPricedTypes } from '#catalogue/money/price-fields';
import { PRODUCTS } from '../provider-cache/store';
import { notePublications, createPublicationDefinitions, PUBLISHED } from './publications';
import { sql } from '#platform/strapi/queries';
import { getLineCurrency } from '#catalogue/money/line-currency';
import { BUSINESS_LINE } from '#catalogue/business-line';

/**
 * Table of past currencies of business lines. The setting's currency is stored under an empty line.
 */
export const CURRENCIES = 'payment.line_currencies';

const DEFAULT = `''`;

const currencyTable: Definition = {
  kind: 'table',
  name: CURRENCIES,
  create: `
      CREATE SCHEMA IF NOT EXISTS payment;
      CREATE TABLE ${CURRENCIES} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        line text NOT NULL,
        currency text
      );
      CREATE INDEX payment_line_currencies_index ON ${CURRENCIES} (line, id)`,
};

/** Returns SQL that records currencies that differ from the last recorded ones. */
const recordCurrenciesSql = ({ strapi }: WithStrapi, rows: string): string => {
  const { column } = createTableLookup({ strapi })(BUSINESS_LINE);
  return `
  INSERT INTO ${CURRENCIES} (line, currency)
  SELECT r.document_id, r.${name(column('currency'))} FROM ${rows} r
  LEFT JOIN LATERAL (SELECT h.id, h.currency FROM ${CURRENCIES} h WHERE h.line = r.document_id
    ORDER BY h.id DESC LIMIT 1) l ON true
  WHERE r.document_id IS NOT NULL AND (l.id IS NULL OR r.${name(column('currency'))} IS DISTINCT FROM l.currency)`;
};

const createCurrencyDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const { name: table } = createTableLookup({ strapi })(BUSINESS_LINE);
  const call = 'payment_line_currencies_changed()';
  return [
    {
      kind: 'function',
      // SECURITY DEFINER: it runs for every role that may write to the table, and needs more rights
      // than these have.
      name: call,
      create: `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger AS $$
BEGIN${recordCurrenciesSql({ strapi }, 'new_rows')};
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    ...(['INSERT', 'UPDATE'] as const).map((event) =>
      createStatementTrigger({ prefix: 'payment', table, event, call }),
    ),
  ];
};

/** Records the currencies that existed before recording began, and a changed setting. */
const noteCurrencies = async ({ strapi }: WithStrapi): Promise<void> => {
  const { name: table } = createTableLookup({ strapi })(BUSINESS_LINE);
  await sql({ strapi }, recordCurrenciesSql({ strapi }, name(table)));
  await sql(
    { strapi },
    `INSERT INTO ${CURRENCIES} (line, currency) SELECT ${DEFAULT}, CAST(:currency AS text)
     WHERE CAST(:currency AS text) IS DISTINCT FROM
       (SELECT h.currency FROM ${CURRENCIES} h WHERE h.line = ${DEFAULT} ORDER BY h.id DESC LIMIT 1)`,
    { currency: getLineCurrency({ strapi }, undefined) },
  );
};

/**
 * Table of past prices of payment accounts: one row for each price that appeared, changed or
 * disappeared.
 */
export const OFFERED_PRICES = 'payment.offered_prices';

const tables: readonly Definition[] = [
  {
    kind: 'table',
    name: OFFERED_PRICES,
    create: `
      CREATE SCHEMA IF NOT EXISTS payment;
      CREATE TABLE ${OFFERED_PRICES} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        account text NOT NULL,
        pay_id text NOT NULL,
        price_id text NOT NULL,
        amount bigint NOT NULL,
        currency text NOT NULL,
        billing text NOT NULL,
        is_offered boolean NOT NULL
      );
      CREATE INDEX payment_offered_prices_index ON ${OFFERED_PRICES} (account, pay_id, price_id, id)`,
  },
  {
    kind: 'table',
    // A null amount means that the entry had no price from then on.
    name: PUBLISHED,
    create: `
      CREATE SCHEMA IF NOT EXISTS payment;
      CREATE TABLE ${PUBLISHED} (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        uid text NOT NULL,
        document_id text NOT NULL,
        locale text NOT NULL DEFAULT '',
        field text NOT NULL,
        amount numeric
      );
      CREATE INDEX payment_published_prices_index ON ${PUBLISHED} (document_id, locale, field, id)`,
  },
];

/** Rows cannot be changed, so that the recorded prices are credible evidence. */
const appendOnly: readonly Definition[] = [
  {
    kind: 'function',
    name: 'payment_append_only()',
    create: `CREATE OR REPLACE FUNCTION payment_append_only() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$ LANGUAGE plpgsql`,
  },
  ...[OFFERED_PRICES, PUBLISHED, CURRENCIES].map((table): Definition => ({
    kind: 'trigger',
    name: 'payment_append_only',
    table,
    create:
      `CREATE TRIGGER payment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} ` +
      'FOR EACH STATEMENT EXECUTE FUNCTION payment_append_only()',
  })),
];

/** Returns the tables of entries that name a payment product. */
const listProductTables = ({
  strapi,
}: WithStrapi): readonly { uid: string; table: string; by: string }[] =>
  listPricedTypes({ strapi })
    .filter(({ uid }) => 'payID' in strapi.getModel(uid).attributes)
    .map(({ uid }) => {
      const { name: table, column } = createTableLookup({ strapi })(uid);
      return { uid, table, by: column('payID') };
    });

/**
 * Returns SQL that touches the entries sold as a payment product, because responses with such an
 * entry contain its prices.
 */
const buildTouchSql = (context: WithStrapi): string =>
  listProductTables(context)
    .map(
      ({ uid, table, by }) => `PERFORM delivery_touch(${escapeLiteral(uid)}, ARRAY(
    SELECT d.id::bigint FROM ${name(table)} d WHERE d.${name(by)} = its_product), true);`,
    )
    .join('\n  ');

const createIndexDefinitions = (context: WithStrapi): readonly Definition[] =>
  listProductTables(context).map(({ table, by }) => {
    const index = `payment_${table}_naming`;
    return {
      kind: 'index',
      name: index,
      table,
      create: `CREATE INDEX ${name(index)} ON ${name(table)} (${name(by)})`,
    };
  });

const mirrorTrigger = (event: 'INSERT' | 'UPDATE' | 'DELETE'): Definition => {
  const trigger = `payment_offers_${event.toLowerCase()}`;
  // All prices are written every night, but few have changed.
  const when =
    event === 'UPDATE'
      ? 'WHEN ((OLD.is_sold, OLD.prices) IS DISTINCT FROM (NEW.is_sold, NEW.prices)) '
      : '';
  return {
    kind: 'trigger',
    name: trigger,
    table: PRODUCTS,
    create:
      `CREATE TRIGGER ${trigger} AFTER ${event} ON ${PRODUCTS} FOR EACH ROW ${when}` +
      'EXECUTE FUNCTION payment_offers_changed()',
  };
};

const createOfferDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => [
  {
    kind: 'function',
    // Older releases write prices without ids, which cannot be compared with the recorded ones.
    // Such writes record nothing; the next answer stored by this release is compared again.
    name: 'payment_offers_changed()',
    create: `CREATE OR REPLACE FUNCTION payment_offers_changed() RETURNS trigger AS $$
DECLARE
  its_account text;
  its_product text;
  offers jsonb := '[]';
BEGIN
  IF TG_OP = 'DELETE' THEN
    its_account := OLD.account;
    its_product := OLD.pay_id;
  ELSE
    its_account := NEW.account;
    its_product := NEW.pay_id;
    IF NEW.is_sold THEN offers := NEW.prices; END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM jsonb_array_elements(offers) o WHERE o ->> 'id' IS NULL) THEN
    INSERT INTO ${OFFERED_PRICES} (account, pay_id, price_id, amount, currency, billing, is_offered)
    SELECT its_account, its_product, coalesce(n.price_id, t.price_id), coalesce(n.amount, t.amount),
      coalesce(n.currency, t.currency), coalesce(n.billing, t.billing), n.price_id IS NOT NULL
    FROM (SELECT o ->> 'id' AS price_id, c.amount, c.currency,
        coalesce((o ->> 'interval') || ' ' || (o ->> 'intervalCount'), 'once') AS billing
      FROM jsonb_array_elements(offers) o CROSS JOIN LATERAL (
        SELECT o ->> 'currency' AS currency, (o ->> 'unitAmount')::bigint AS amount
        UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce(o -> 'otherAmounts', '{}'))) c) n
    FULL JOIN (SELECT DISTINCT ON (h.price_id, h.currency) h.price_id, h.amount, h.currency, h.billing, h.is_offered
      FROM ${OFFERED_PRICES} h WHERE h.account = its_account AND h.pay_id = its_product
      ORDER BY h.price_id, h.currency, h.id DESC) t ON t.price_id = n.price_id AND t.currency = n.currency
    WHERE CASE WHEN n.price_id IS NULL THEN t.is_offered
      ELSE (t.is_offered, t.amount, t.billing) IS DISTINCT FROM (true, n.amount, n.billing) END
    ORDER BY n.price_id IS NULL, 3, 5;
  END IF;
  ${buildTouchSql({ strapi })}
  RETURN NULL;
END $$ LANGUAGE plpgsql`,
  },
  ...(['INSERT', 'UPDATE', 'DELETE'] as const).map(mirrorTrigger),
];

/**
 * Returns tables and triggers that record prices in the transaction that changes them. Rows are
 * never deleted: the law on price reductions asks for the lowest price before one, which may be
 * long ago.
 */
export const createPriceHistoryDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => [
  ...tables,
  currencyTable,
  ...appendOnly,
  ...createIndexDefinitions({ strapi }),
  ...createOfferDefinitions({ strapi }),
  ...createPublicationDefinitions({ strapi }),
  ...createCurrencyDefinitions({ strapi }),
];

/** Records the prices that existed before recording began. */
export const noteEarlierPrices = async ({ strapi }: WithStrapi): Promise<void> => {
  await notePublications({ strapi });
  await noteCurrencies({ strapi });
};
