import { escapeIdentifier as name, escapeLiteral } from 'pg';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { statementTrigger, type Definition } from '../../../../../platform/database/installer';
import { sql } from '../../../../../platform/strapi/queries';
import { tablesOf } from '../../../../../platform/strapi/tables';
import { pricedTypes, type PricedType } from '../fields';

/** What entries said that they cost, from when they were published so. */
export const PUBLISHED = 'payment.published_prices';

/** What rows say that is not what was noted last. */
const noted = (
  { strapi }: WithStrapi,
  { uid, prices, isLocalized }: PricedType,
  { rows, at, where }: { rows: string; at: string; where: string },
): string => {
  const { column } = tablesOf({ strapi })(uid);
  const values = prices.map(
    (price) => `(${escapeLiteral(price)}, r.${name(column(price))}::numeric)`,
  );
  return `
  INSERT INTO ${PUBLISHED} (at, uid, document_id, locale, field, amount)
  SELECT ${at}, ${escapeLiteral(uid)}, r.document_id, ${isLocalized ? `coalesce(r.locale, '')` : `''`}, v.field, v.amount
  FROM ${rows} r CROSS JOIN LATERAL (VALUES ${values.join(', ')}) v(field, amount)
  LEFT JOIN LATERAL (SELECT h.id, h.amount FROM ${PUBLISHED} h
    WHERE h.document_id = r.document_id AND h.locale = ${isLocalized ? `coalesce(r.locale, '')` : `''`}
      AND h.field = v.field ORDER BY h.id DESC LIMIT 1) l ON true
  WHERE r.published_at IS NOT NULL AND r.document_id IS NOT NULL AND ${where}`;
};

/** Types whose prices are published; what has no drafts is not shown to be so. */
const publishedTypes = (context: WithStrapi): readonly PricedType[] =>
  pricedTypes(context).filter(({ hasDrafts }) => hasDrafts);

/**
 * What is not published any more at the end of a transaction is not asked any more: a publication takes the row of the
 * one before away as well.
 */
const withdrawals = (
  { strapi }: WithStrapi,
  { uid, isLocalized }: PricedType,
): readonly Definition[] => {
  const { name: table } = tablesOf({ strapi })(uid);
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

/** Has the database note what entries say that they cost, with each publication. */
export const publicationDefinitions = ({ strapi }: WithStrapi): readonly Definition[] =>
  publishedTypes({ strapi }).flatMap((type) => {
    const { name: table } = tablesOf({ strapi })(type.uid);
    const call = `payment_published_${table}()`;
    const statement = noted({ strapi }, type, {
      rows: 'new_rows',
      at: 'clock_timestamp()',
      where: 'v.amount IS DISTINCT FROM l.amount',
    });
    return [
      {
        kind: 'function',
        // It may be run by whoever is allowed to write to the table, and needs more than that.
        name: call,
        create: `CREATE OR REPLACE FUNCTION ${call} RETURNS trigger AS $$
BEGIN${statement};
  RETURN NULL;
END $$ LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT`,
      },
      ...(['INSERT', 'UPDATE'] as const).map((event) =>
        statementTrigger({ prefix: 'payment', table, event, call }),
      ),
      ...withdrawals({ strapi }, type),
    ];
  });

/** Notes what was published before anything was noted: a published row is as it was published. */
export const notePublications = async ({ strapi }: WithStrapi): Promise<void> => {
  for (const type of publishedTypes({ strapi })) {
    const { name: table } = tablesOf({ strapi })(type.uid);
    const statement = noted({ strapi }, type, {
      rows: name(table),
      at: 'r.published_at',
      where: 'l.id IS NULL AND v.amount IS NOT NULL',
    });
    await sql({ strapi }, statement);
  }
};
