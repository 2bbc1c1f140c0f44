import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createStatementTrigger, type Definition } from '#platform/database/installer';
import { sql } from '#platform/strapi/queries';
import { createTableLookup } from '#platform/strapi/tables';
import { listPricedTypes, type PricedType } from '#catalogue/money/price-fields';
import { inUtc } from '#delivery/readers/sql/values';

/** Table of past published prices of entries. */
export const PUBLISHED = 'payment.published_prices';

type RecordedSource = {
  rows: string;
  at: string;
  /** Returns the condition for recording a price `v`, by SQL that selects its recorded ones `h`. */
  where: (recorded: string) => string;
};

/** Returns SQL that records prices of published entries. */
const recordPricesSql = (
  { strapi }: WithStrapi,
  { uid, prices, isLocalized }: PricedType,
  { rows, at, where }: RecordedSource,
): string => {
  const { column } = createTableLookup({ strapi })(uid);
  const locale = isLocalized ? `coalesce(r.locale, '')` : `''`;
  const recorded =
    `FROM ${PUBLISHED} h WHERE h.document_id = r.document_id AND h.locale = ${locale} ` +
    'AND h.field = v.field';
  const values = prices.map(
    (price) => `(${escapeLiteral(price)}, r.${name(column(price))}::numeric)`,
  );
  return `
  INSERT INTO ${PUBLISHED} (at, uid, document_id, locale, field, amount)
  SELECT ${at}, ${escapeLiteral(uid)}, r.document_id, ${locale}, v.field, v.amount
  FROM ${rows} r CROSS JOIN LATERAL (VALUES ${values.join(', ')}) v(field, amount)
  WHERE r.published_at IS NOT NULL AND r.document_id IS NOT NULL AND ${where(recorded)}`;
};

/** Returns the types whose prices are published. Types without drafts are left out. */
const listPublishedTypes = (context: WithStrapi): readonly PricedType[] =>
  listPricedTypes(context).filter(({ hasDrafts }) => hasDrafts);

/**
 * Returns a deferred trigger that ends the prices of unpublished entries. It runs at the end of the
 * transaction, because publishing also deletes the former published row.
 */
const createWithdrawalDefinitions = (
  { strapi }: WithStrapi,
  { uid, isLocalized }: PricedType,
): readonly Definition[] => {
  const { name: table } = createTableLookup({ strapi })(uid);
  const call = `payment_withdrawn_${table}()`;
  const itsLocale = isLocalized ? `coalesce(OLD.locale, '')` : `''`;
  const trigger = `payment_withdrawn_${table}`;
  return [
    {
      kind: 'function',
      name: call,
      create: `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ${name(table)} r WHERE r.document_id = OLD.document_id AND r.published_at IS NOT NULL
    ${isLocalized ? `AND coalesce(r.locale, '') = ${itsLocale}` : ''}) THEN
    INSERT INTO ${PUBLISHED} (at, uid, document_id, locale, field, amount)
    SELECT clock_timestamp(), ${escapeLiteral(uid)}, OLD.document_id, ${itsLocale}, l.field, NULL
    FROM (SELECT DISTINCT ON (h.field) h.field, h.amount FROM ${PUBLISHED} h
      WHERE h.document_id = OLD.document_id AND h.locale = ${itsLocale} ORDER BY h.field, h.id DESC) l
    WHERE l.amount IS NOT NULL;
  END IF;
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
    },
    {
      kind: 'trigger',
      name: trigger,
      table,
      create:
        `CREATE CONSTRAINT TRIGGER ${name(trigger)} AFTER DELETE ON ${name(table)} DEFERRABLE INITIALLY DEFERRED ` +
        `FOR EACH ROW WHEN (OLD.published_at IS NOT NULL AND OLD.document_id IS NOT NULL) EXECUTE FUNCTION ${call}`,
    },
  ];
};

/** Returns triggers that record the prices of entries at each publication. */
export const createPublicationDefinitions = ({ strapi }: WithStrapi): readonly Definition[] =>
  listPublishedTypes({ strapi }).flatMap((type) => {
    const { name: table } = createTableLookup({ strapi })(type.uid);
    const call = `payment_published_${table}()`;
    const statement = recordPricesSql({ strapi }, type, {
      rows: 'new_rows',
      at: 'clock_timestamp()',
      where: (recorded) =>
        `v.amount IS DISTINCT FROM (SELECT h.amount ${recorded} ORDER BY h.id DESC LIMIT 1)`,
    });
    return [
      {
        kind: 'function',
        // SECURITY DEFINER: it runs for every role that may write to the table, and needs more
        // rights than these have.
        name: call,
        create: `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger AS $$
BEGIN${statement};
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
      },
      ...(['INSERT', 'UPDATE'] as const).map((event) =>
        createStatementTrigger({ prefix: 'payment', table, event, call }),
      ),
      ...createWithdrawalDefinitions({ strapi }, type),
    ];
  });

/** Records the prices that were published before recording began. */
export const notePublications = async ({ strapi }: WithStrapi): Promise<void> => {
  for (const type of listPublishedTypes({ strapi })) {
    const { name: table } = createTableLookup({ strapi })(type.uid);
    const statement = recordPricesSql({ strapi }, type, {
      rows: name(table),
      at: `${inUtc('r.published_at')} AT TIME ZONE 'UTC'`,
      // `EXISTS` reads the table once instead of each price by index.
      where: (recorded) => `v.amount IS NOT NULL AND NOT EXISTS (SELECT ${recorded})`,
    });
    await sql({ strapi }, statement);
  }
};
