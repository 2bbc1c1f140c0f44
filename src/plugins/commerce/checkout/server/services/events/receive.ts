import { randomBytes } from 'node:crypto';
import { z } from '@strapi/utils';
import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { checkoutErrors, webhookErrors } from '#plugins/commerce/checkout/errors';
import { commonErrors } from '#platform/http/common-errors';
import { createHttpError } from '#platform/http/errors';
import { getJobs } from '#platform/jobs';
import { findPaymentAccount, type PaymentAccount } from '../provider/client';
import { databaseNowSql, sql } from '#platform/strapi/queries';
import { getEventTarget } from './event-target';

/** Name of the job that applies a stored event. */
export const EVENT_JOB = 'checkout.event';

type Delivery = { origin: string; payload: string | Buffer | undefined; signature: string };

/** Fields that every event must have. */
const eventForm = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.looseObject({}) }),
});

const read = (construct: () => Stripe.Event): Stripe.Event => {
  try {
    return construct();
  } catch (error) {
    throw createHttpError(webhookErrors.INVALID_SIGNATURE, { cause: (error as Error).name });
  }
};

const verifyEvent = (
  { client, webhookSecret }: PaymentAccount,
  { payload, signature }: Delivery,
): Stripe.Event => {
  if (payload === undefined || signature === '')
    throw createHttpError(webhookErrors.INVALID_SIGNATURE);
  const event = read(() => client.webhooks.constructEvent(payload, signature, webhookSecret));
  // An error of the server would make the provider send it again for days.
  if (!eventForm.safeParse(event).success) throw createHttpError(commonErrors.INVALID_REQUEST);
  return event;
};

/**
 * Stores an event and its job in one transaction. Duplicates are stored once.
 *
 * @returns whether the event is new
 */
export const storeEvent = async (
  { strapi }: WithStrapi,
  origin: string,
  event: Stripe.Event,
): Promise<boolean> => {
  const target = getEventTarget(event);
  return strapi.db.transaction(async ({ trx }) => {
    const { rows } = await sql(
      { strapi, trx },
      `insert into checkout_events
         (document_id, event_id, origin, type, subject, outcome, received_ms, created_at, updated_at)
       values (?, ?, ?, ?, ?::jsonb, ?, ${databaseNowSql}, ?, ?)
       on conflict (origin, event_id) do nothing
       returning id`,
      [
        randomBytes(12).toString('hex'),
        event.id,
        origin,
        event.type,
        JSON.stringify({ ...target, apiVersion: event.api_version ?? undefined }),
        target === null ? 'ignored' : 'received',
        ...[new Date(), new Date()],
      ],
    );
    const [storedEvent] = rows;
    if (storedEvent === undefined) return false;
    if (target === null) {
      strapi.log.warn(
        `checkout: event ${event.id} of ${origin} refers to no order or product of this service: ${event.type}, ` +
          `API version ${event.api_version ?? 'unknown'}`,
      );
      return true;
    }
    await getJobs({ strapi }).enqueue(EVENT_JOB, { id: storedEvent.id });
    return true;
  });
};

/**
 * Receives one delivery of the provider. The signature of the raw bytes is checked before anything
 * is read.
 *
 * @throws UNKNOWN_ORIGIN or INVALID_SIGNATURE
 */
export const receiveEvent = async ({ strapi }: WithStrapi, delivery: Delivery): Promise<void> => {
  const account = findPaymentAccount({ strapi }, delivery.origin);
  if (account === undefined) throw createHttpError(checkoutErrors.UNKNOWN_ORIGIN);
  await storeEvent({ strapi }, account.name, verifyEvent(account, delivery));
};
