import { setTimeout as pause } from 'node:timers/promises';
import { createHash, randomUUID } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { recordAudit } from '#feature/application';
import type { AuditDetail } from '#feature/audit';
import { createHttpError } from '#platform/http/errors';
import { refreshProduct } from '../refresh-product';
import { priceErrors } from '../errors';
import { LONGEST_WAIT } from '../provider-cache/fetch-missing';
import {
  type CreatedPrice,
  createProviderPrice,
  ProviderRefusal,
  ProviderUnavailable,
  type WantedPrice,
} from '../provider-prices';
import type { Definition } from '#platform/database/installer';
import { sql, type Transaction } from '#platform/strapi/queries';

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
type Attempt = {
  /** Key of the caller. */
  key: string;
  /** Key that the provider receives. */
  providerKey: string;
  isNew: boolean;
  fingerprint: string;
  created: CreatedPrice | null;
};

const computeFingerprint = (price: WantedPrice): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(price).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/** Returns whether an attempt is about another price than the wanted one. */
const isOfAnother = ({ fingerprint }: Attempt, price: WantedPrice): boolean =>
  fingerprint !== computeFingerprint(price);

/**
 * Stores an attempt, or returns the one of this key. An unfinished attempt for the same price is
 * continued under any key: its answer may have been lost.
 */
const beginAttempt = async (
  context: WithStrapi & { trx: Transaction },
  key: string,
  price: WantedPrice,
): Promise<Attempt> => {
  const values = { key, providerKey: randomUUID(), fingerprint: computeFingerprint(price) };
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
  if (row === undefined) return beginAttempt(context, key, price);
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
const completeAttempt = async (
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
const removeAttempt = async (
  context: WithStrapi & { trx: Transaction },
  { key }: Attempt,
): Promise<void> => {
  await sql(context, `delete from ${ATTEMPTS} where key = ? and price_id is null`, [key]);
};

const buildAuditDetails = (price: WantedPrice): Record<string, AuditDetail> => ({
  account: price.account,
  product: price.payID ?? price.name,
  unitAmount: price.unitAmount,
  currency: price.currency,
  ...(price.interval !== null && {
    interval: price.interval,
    intervalCount: price.intervalCount,
  }),
  ...(price.instalments !== null && { instalments: price.instalments }),
  ...(price.replaces !== null && { replaces: price.replaces }),
});

const TARGET = 'payment price';

/** Stores the intent and records it, before the provider is called. */
const begin = async ({ strapi }: WithStrapi, key: string, price: WantedPrice): Promise<Attempt> =>
  await strapi.db.transaction(async ({ trx }) => {
    const attempt = await beginAttempt({ strapi, trx }, key, price);
    if (attempt.isNew) {
      await recordAudit(
        { strapi },
        {
          action: 'price.requested',
          target: { type: TARGET, id: null, name: price.name },
          details: buildAuditDetails(price),
        },
      );
    }
    return attempt;
  });

const complete = (
  { strapi }: WithStrapi,
  attempt: Attempt,
  price: WantedPrice,
  created: CreatedPrice,
) =>
  strapi.db.transaction(async ({ trx }) => {
    if (!(await completeAttempt({ strapi, trx }, attempt, created))) return;
    await recordAudit(
      { strapi },
      {
        action: 'price.created',
        target: { type: TARGET, id: created.priceID, name: price.name },
        details: { ...buildAuditDetails(price), product: created.payID },
      },
    );
  });

const giveUp = (
  { strapi }: WithStrapi,
  attempt: Attempt,
  price: WantedPrice,
  { message }: ProviderRefusal,
) =>
  strapi.db.transaction(async ({ trx }) => {
    await removeAttempt({ strapi, trx }, attempt);
    await recordAudit(
      { strapi },
      {
        action: 'price.refused',
        target: { type: TARGET, id: null, name: price.name },
        details: { ...buildAuditDetails(price), reason: message.slice(0, 200) },
      },
    );
  });

const MOST_SHOWN = 200;

/**
 * Creates a price at its provider once per key. The intent is stored and audited first. Its key at
 * the provider stays the same until the provider has answered, so that retries create no second
 * price.
 *
 * @throws CREATION_KEY_REUSED, PROVIDER_PRICE_REFUSED, PROVIDER_UNAVAILABLE
 */
export const createPrice = async (
  { strapi }: WithStrapi,
  key: string,
  price: WantedPrice,
): Promise<CreatedPrice> => {
  const attempt = await begin({ strapi }, key, price);
  if (isOfAnother(attempt, price)) throw createHttpError(priceErrors.CREATION_KEY_REUSED);
  if (attempt.created !== null) return attempt.created;
  const created = await createProviderPrice({ strapi }, price, attempt.providerKey).catch(
    async (error: unknown) => {
      if (error instanceof ProviderUnavailable) {
        throw createHttpError(priceErrors.PROVIDER_UNAVAILABLE, { cause: error.message });
      }
      if (!(error instanceof ProviderRefusal)) throw error;
      await giveUp({ strapi }, attempt, price, error);
      throw createHttpError(priceErrors.PROVIDER_PRICE_REFUSED, {
        details: { reason: error.message.slice(0, MOST_SHOWN) },
      });
    },
  );
  await complete({ strapi }, attempt, price, created);
  const compared = refreshProduct({ strapi }, created.payID, price.account).catch(
    (error: unknown) => {
      strapi.log.warn(
        `prices: ${created.payID} was not compared after its creation: ${String(error)}`,
      );
    },
  );
  await Promise.race([compared, pause(LONGEST_WAIT, undefined, { ref: false })]);
  return created;
};
