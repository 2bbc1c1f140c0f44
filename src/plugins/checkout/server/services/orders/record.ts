import type Stripe from 'stripe';
import type { PaymentAccount } from '../provider/payment-accounts';
import type { Mode } from '../provider/prices';
import type { Metadata } from '../session/metadata';
import type { Buyer } from '../session/buyer';
import type { SoldProduct } from '../session/product';
import { sql } from '../sql';
import { uids, type WithStrapi } from '../../types';
import { orderStatusOf } from './order-status';

type NewOrder = {
  session: Stripe.Checkout.Session;
  mode: Mode;
  account: PaymentAccount;
  product: SoldProduct;
  priceId: string;
  email: string;
  vertical: string;
  metadata: Metadata;
  /** Null: a guest's, or nobody knows any more. */
  buyer: Buyer | null;
};

const ownerOf = (buyer: Buyer | null) => ({
  user: buyer?.id ?? null,
  placedSignedIn: buyer?.isSignedIn ?? false,
});

/**
 * Records the order of a session, if none is: an event may have been faster than the answer that made
 * the session, and then has already recorded it.
 */
export const recordOrder = async (
  { strapi }: WithStrapi,
  { session, mode, account, product, priceId, email, vertical, metadata, buyer }: NewOrder,
): Promise<void> => {
  const orders = strapi.db.query(uids.order);
  await strapi.db.transaction(async ({ trx }) => {
    // Serialises the two ways in which an order comes to be; released when the transaction ends.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [session.id]);
    const existing = (await orders.findOne({
      where: { sessionId: session.id },
      populate: { user: { select: ['id'] } },
    })) as { id: number; user: { id: number } | null } | null;
    if (existing !== null) {
      if (existing.user === null && buyer !== null) {
        await orders.update({ where: { id: existing.id }, data: ownerOf(buyer) });
      }
      return;
    }
    const snapshot = { session, subscription: null, charges: [] };
    await orders.create({
      data: {
        ...orderStatusOf(snapshot, { known: [], now: new Date() }),
        sessionId: session.id,
        mode,
        origin: account.name,
        vertical,
        productDocumentId: product.documentId,
        productTitle: product.title,
        productSKU: product.SKU,
        productPayId: product.payID,
        priceId,
        customerEmail: email,
        metadata,
        ...ownerOf(buyer),
        version: 0,
        syncedMs: '0',
      },
    });
  });
};
