import type Stripe from 'stripe';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { sql, getTable, type Transaction } from '#platform/strapi/queries';
import { uids, type CheckoutMode } from '../../types';
import { createSessionSnapshot } from '../provider/snapshot';
import { getCheckoutSettings, type PaymentAccount } from '../provider/client';
import { findLineNamed } from '../../order-line';
import { orderStatusOf } from './order-status';

/** Account that an order belongs to. */
export type Buyer = {
  id: number;
  /** Whether the request had the account's token. Otherwise the customer's address matched. */
  isSignedIn: boolean;
};

/** Values of a product that its order keeps, even if the product changes. */
export type SoldProduct = {
  documentId: string;
  title: string;
  SKU: string;
  payID: string;
};

/** Metadata that the provider stores with a session, for this service and the caller. */
export type Metadata = Readonly<Record<string, string>>;

type NewOrder = {
  session: Stripe.Checkout.Session;
  mode: CheckoutMode;
  account: PaymentAccount;
  product: SoldProduct;
  priceId: string;
  /** Number of payments of the price. Null: one payment, or a subscription without an end. */
  instalments: number | null;
  email: string;
  vertical: string;
  metadata: Metadata;
  /** Language of the purchase. Null: unknown. */
  language: string | null;
  /** Null: a guest, or unknown. */
  buyer: Buyer | null;
};

type OwnedRow = { id: number; sessionId: string; user: { id: number } | null };

const toOwnerFields = (buyer: Buyer | null) => ({
  user: buyer?.id ?? null,
  placedSignedIn: buyer?.isSignedIn ?? false,
});

/**
 * Returns the buyer and locks their account until the transaction ends. Returns null if the account
 * was deleted while the provider was asked. The customer may still pay for the session, so the
 * order is stored without an owner.
 */
const lockBuyer = async (
  { strapi, trx }: WithStrapi & { trx: Transaction },
  buyer: Buyer | null,
): Promise<Buyer | null> => {
  if (buyer === null) return null;
  const { rowCount } = await sql(
    { strapi, trx },
    'select from up_users where id = ? for key share',
    [buyer.id],
  );
  return rowCount === 0 ? null : buyer;
};

/**
 * Records the order of a session, if it is not recorded yet: an event may arrive before the
 * provider's answer is processed.
 *
 * @returns the order's id
 */
export const recordOrder = async ({ strapi }: WithStrapi, newOrder: NewOrder): Promise<number> => {
  const { session, mode, account, product, priceId, instalments } = newOrder;
  const { email, vertical, metadata, language } = newOrder;
  const orders = getTable<OwnedRow>({ strapi }, uids.order);
  return strapi.db.transaction(async ({ trx }) => {
    // Serialises the request and the event that may both record the order. The lock is released
    // when the transaction ends.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [session.id]);
    const existing = await orders.findOne({
      where: { sessionId: session.id },
      populate: { user: { select: ['id'] } },
    });
    const buyer = await lockBuyer({ strapi, trx }, newOrder.buyer);
    if (existing !== null) {
      if (existing.user === null && buyer !== null) {
        await orders.update({ where: { id: existing.id }, data: toOwnerFields(buyer) });
      }
      return existing.id;
    }
    // The payment is left out here. The sync that follows reads it and sends the events.
    const status = orderStatusOf(createSessionSnapshot({ ...session, payment_status: 'unpaid' }), {
      previous: [],
      now: new Date(),
      instalments,
      graceDays: getCheckoutSettings({ strapi }).graceDays,
    });
    const { id } = await orders.create({
      data: {
        ...status,
        sessionId: session.id,
        mode,
        origin: account.name,
        vertical,
        verticalDocumentId: (await findLineNamed({ strapi }, vertical))?.documentId ?? null,
        productDocumentId: product.documentId,
        productTitle: product.title,
        productSKU: product.SKU,
        productPayId: product.payID,
        priceId,
        instalments,
        customerEmail: email,
        metadata,
        language,
        ...toOwnerFields(buyer),
        version: 0,
        syncedMs: '0',
      },
    });
    return id;
  });
};
