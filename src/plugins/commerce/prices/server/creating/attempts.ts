import { createHash, randomUUID } from 'node:crypto';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Definition } from '../../../../../platform/database/installer';
import { sql, type Transaction } from '../../../../../platform/strapi/queries';
import type { CreatedPrice, WantedPrice } from '../provider-prices';

/** Table of prices that the panel creates at providers. A row exists before the provider is called. */
const ATTEMPTS = 'payment.created_prices';

export const attemptDefinitions = (): readonly Definition[] => [
  {
    kind: 'table',
    name: ATTEMPTS,
    create: `
      CREATE SCHEMA IF NOT EXISTS payment;
      CREATE TABLE ${ATTEMPTS} (
        key text PRIMARY KEY,
        provider_key text NOT NULL,
        fingerprint text NOT NULL,
        pay_id text,
        price_id text,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX payment_created_prices_open_index ON ${ATTEMPTS} (fingerprint)
        WHERE price_id IS NULL`,
  },
];

/** Stored attempt to create a price. */
export type Attempt = {
  /** Key of the caller. */
  key: string;
  /** Key that the provider receives. */
  providerKey: string;
  isNew: boolean;
  fingerprint: string;
  created: CreatedPrice | null;
};

const fingerprintOf = (wanted: WantedPrice): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(wanted).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/** Returns whether an attempt is about another price than the wanted one. */
export const isOfAnother = ({ fingerprint }: Attempt, wanted: WantedPrice): boolean =>
  fingerprint !== fingerprintOf(wanted);

/**
 * Stores an attempt, or returns the one of this key. An unfinished attempt for the same price is
 * continued under any key: its answer may have been lost.
 */
export const beginAttempt = async (
  context: WithStrapi & { trx: Transaction },
  key: string,
  wanted: WantedPrice,
): Promise<Attempt> => {
  const values = { key, providerKey: randomUUID(), fingerprint: fingerprintOf(wanted) };
  const inserted = await sql(
    context,
    `insert into ${ATTEMPTS} (key, provider_key, fingerprint) values (:key, :providerKey, :fingerprint)
     on conflict do nothing returning key`,
    values,
  );
  if (inserted.rows.length > 0) return { ...values, isNew: true, created: null };
  const { rows } = await sql(
    context,
    `select * from ${ATTEMPTS}
      where key = :key or (fingerprint = :fingerprint and price_id is null)
      order by (key = :key) desc limit 1`,
    values,
  );
  const [row] = rows;
  // The other attempt was refused in the meantime, which removed it.
  if (row === undefined) return beginAttempt(context, key, wanted);
  return {
    key: String(row.key),
    providerKey: String(row.provider_key),
    fingerprint: String(row.fingerprint),
    isNew: false,
    created:
      typeof row.price_id === 'string'
        ? { payID: String(row.pay_id), priceID: row.price_id }
        : null,
  };
};

/** Stores the result of an attempt; false if another request has stored it. */
export const completeAttempt = async (
  context: WithStrapi & { trx: Transaction },
  { key }: Attempt,
  { payID, priceID }: CreatedPrice,
): Promise<boolean> => {
  const { rows } = await sql(
    context,
    `update ${ATTEMPTS} set pay_id = :payID, price_id = :priceID
      where key = :key and price_id is null returning key`,
    { key, payID, priceID },
  );
  return rows.length > 0;
};

/** Removes a refused attempt, so that its key can be used again. */
export const removeAttempt = async (
  context: WithStrapi & { trx: Transaction },
  { key }: Attempt,
): Promise<void> => {
  await sql(context, `delete from ${ATTEMPTS} where key = ? and price_id is null`, [key]);
};
