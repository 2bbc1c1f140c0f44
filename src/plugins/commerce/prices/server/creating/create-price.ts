import { setTimeout as pause } from 'node:timers/promises';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import { recordAudit } from '../../../../../feature/application';
import type { AuditDetail } from '../../../../../feature/audit-recording';
import { httpError } from '../../../../../platform/http/errors';
import { refreshProduct } from '../compare/refresh-product';
import { priceErrors } from '../errors';
import { LONGEST_WAIT } from '../provider-cache/fetch-missing';
import {
  createProviderPrice,
  ProviderRefusal,
  ProviderUnavailable,
  type CreatedPrice,
  type WantedPrice,
} from '../provider-prices';
import {
  beginAttempt,
  completeAttempt,
  isOfAnother,
  removeAttempt,
  type Attempt,
} from './attempts';

const detailsOf = (wanted: WantedPrice): Record<string, AuditDetail> => ({
  account: wanted.account,
  product: wanted.payID ?? wanted.name,
  unitAmount: wanted.unitAmount,
  currency: wanted.currency,
  ...(wanted.interval !== null && {
    interval: wanted.interval,
    intervalCount: wanted.intervalCount,
  }),
  ...(wanted.instalments !== null && { instalments: wanted.instalments }),
  ...(wanted.replaces !== null && { replaces: wanted.replaces }),
});

const TARGET = 'payment price';

/** Stores the intent and records it, before the provider is called. */
const begin = async ({ strapi }: WithStrapi, key: string, wanted: WantedPrice): Promise<Attempt> =>
  await strapi.db.transaction(async ({ trx }) => {
    const attempt = await beginAttempt({ strapi, trx }, key, wanted);
    if (attempt.isNew) {
      await recordAudit(
        { strapi },
        {
          action: 'price.requested',
          target: { type: TARGET, id: null, name: wanted.name },
          details: detailsOf(wanted),
        },
      );
    }
    return attempt;
  });

const complete = (
  { strapi }: WithStrapi,
  attempt: Attempt,
  wanted: WantedPrice,
  created: CreatedPrice,
) =>
  strapi.db.transaction(async ({ trx }) => {
    if (!(await completeAttempt({ strapi, trx }, attempt, created))) return;
    await recordAudit(
      { strapi },
      {
        action: 'price.created',
        target: { type: TARGET, id: created.priceID, name: wanted.name },
        details: { ...detailsOf(wanted), product: created.payID },
      },
    );
  });

const giveUp = (
  { strapi }: WithStrapi,
  attempt: Attempt,
  wanted: WantedPrice,
  { message }: ProviderRefusal,
) =>
  strapi.db.transaction(async ({ trx }) => {
    await removeAttempt({ strapi, trx }, attempt);
    await recordAudit(
      { strapi },
      {
        action: 'price.refused',
        target: { type: TARGET, id: null, name: wanted.name },
        details: { ...detailsOf(wanted), reason: message.slice(0, 200) },
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
  wanted: WantedPrice,
): Promise<CreatedPrice> => {
  const attempt = await begin({ strapi }, key, wanted);
  if (isOfAnother(attempt, wanted)) throw httpError(priceErrors.CREATION_KEY_REUSED);
  if (attempt.created !== null) return attempt.created;
  const created = await createProviderPrice({ strapi }, wanted, attempt.providerKey).catch(
    async (error: unknown) => {
      if (error instanceof ProviderUnavailable) {
        throw httpError(priceErrors.PROVIDER_UNAVAILABLE, { cause: error.message });
      }
      if (!(error instanceof ProviderRefusal)) throw error;
      await giveUp({ strapi }, attempt, wanted, error);
      throw httpError(priceErrors.PROVIDER_PRICE_REFUSED, {
        details: { reason: error.message.slice(0, MOST_SHOWN) },
      });
    },
  );
  await complete({ strapi }, attempt, wanted, created);
  const compared = refreshProduct({ strapi }, created.payID, wanted.account).catch(
    (error: unknown) => {
      strapi.log.warn(`prices: ${error instanceof Error ? error.message : 'not compared'}`);
    },
  );
  await Promise.race([compared, pause(LONGEST_WAIT, undefined, { ref: false })]);
  return created;
};
