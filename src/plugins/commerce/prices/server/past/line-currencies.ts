import { escapeIdentifier as name } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { statementTrigger, type Definition } from '../../../../../platform/database/installer';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { currencyOf } from '../../../../../catalogue/money/line-currency';
import { BUSINESS_LINE } from '../../../../../catalogue/business-line';

/**
 * Table of past currencies of business lines. The setting's currency is stored under an empty line.
 */
export const CURRENCIES = 'payment.line_currencies';

const DEFAULT = `''`;

export const currencyTable: Definition = {
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
const noted = ({ strapi }: WithStrapi, rows: string): string => {
  const { column } = tablesOf({ strapi })(BUSINESS_LINE);
  return `
  INSERT INTO ${CURRENCIES} (line, currency)
  SELECT r.document_id, r.${name(column('currency'))} FROM ${rows} r
  LEFT JOIN LATERAL (SELECT h.id, h.currency FROM ${CURRENCIES} h WHERE h.line = r.document_id
    ORDER BY h.id DESC LIMIT 1) l ON true
  WHERE r.document_id IS NOT NULL AND (l.id IS NULL OR r.${name(column('currency'))} IS DISTINCT FROM l.currency)`;
};

export const currencyDefinitions = ({ strapi }: WithStrapi): readonly Definition[] => {
  const { name: table } = tablesOf({ strapi })(BUSINESS_LINE);
  const call = 'payment_line_currencies_changed()';
  return [
    {
      kind: 'function',
      // SECURITY DEFINER: it runs for every role that may write to the table, and needs more rights
      // than these have.
      name: call,
      create: `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger AS $$
BEGIN${noted({ strapi }, 'new_rows')};
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    ...(['INSERT', 'UPDATE'] as const).map((event) =>
      statementTrigger({ prefix: 'payment', table, event, call }),
    ),
  ];
};

/** Records the currencies that existed before recording began, and a changed setting. */
export const noteCurrencies = async ({ strapi }: WithStrapi): Promise<void> => {
  const { name: table } = tablesOf({ strapi })(BUSINESS_LINE);
  await sql({ strapi }, noted({ strapi }, name(table)));
  await sql(
    { strapi },
    `INSERT INTO ${CURRENCIES} (line, currency) SELECT ${DEFAULT}, CAST(:currency AS text)
     WHERE CAST(:currency AS text) IS DISTINCT FROM
       (SELECT h.currency FROM ${CURRENCIES} h WHERE h.line = ${DEFAULT} ORDER BY h.id DESC LIMIT 1)`,
    { currency: currencyOf({ strapi }, undefined) },
  );
};
