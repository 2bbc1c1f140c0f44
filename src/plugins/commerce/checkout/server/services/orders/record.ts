import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { sql, tableOf, type Transaction } from '../../../../../../platform/strapi/queries';
import { uids, type CheckoutMode } from '../../types';
import { snapshotOfSession } from '../provider/snapshot';
import { settingsOf, type PaymentAccount } from '../provider/client';
import { orderStatusOf } from './order-status';

/** The account that an order belongs to. */
export type Buyer = {
  id: number;
  /** By the token that came with the request; otherwise by the customer's address. */
  isSignedIn: boolean;
};

/** What of a product is kept with an order, whatever becomes of the product. */
export type SoldProduct = {
  documentId: string;
  title: string;
  SKU: string;
  payID: string;
};

/** What the provider keeps with a session for us and for the caller. */
export type Metadata = Readonly<Record<string, string>>;

type NewOrder = {
  session: Stripe.Checkout.Session;
  mode: CheckoutMode;
  account: PaymentAccount;
  product: SoldProduct;
  priceId: string;
  /** In how many payments it is paid; null: at once, or by a subscription without an end. */
  instalments: number | null;
  email: string;
  vertical: string;
  metadata: Metadata;
  /** In which the customer bought; null: nobody knows. */
  language: string | null;
  /** Null: a guest's, or nobody knows any more. */
  buyer: Buyer | null;
};

type OwnedRow = { id: number; sessionId: string; user: { id: number } | null };

const ownerOf = (buyer: Buyer | null) => ({
  user: buyer?.id ?? null,
  placedSignedIn: buyer?.isSignedIn ?? false,
});

/**
 * The buyer whose account is there, and stays until the transaction ends; null: it was deleted while the provider was asked.
 * The customer may pay for the session all the same, so its order is nobody's then, like those of accounts deleted later.
 */
const remaining = async (
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
 * Records the order of a session, if none is: an event may have been faster than the answer that made
 * the session, and then has already recorded it.
 *
 * @returns the order's id
 */
export const recordOrder = async ({ strapi }: WithStrapi, newOrder: NewOrder): Promise<number> => {
  const { session, mode, account, product, priceId, instalments } = newOrder;
  const { email, vertical, metadata, language } = newOrder;
  const orders = tableOf<OwnedRow>({ strapi }, uids.order);
  return strapi.db.transaction(async ({ trx }) => {
    // Serialises the two ways in which an order comes to be; released when the transaction ends.
    await sql({ strapi, trx }, 'select pg_advisory_xact_lock(hashtext(?))', [session.id]);
    const existing = await orders.findOne({
      where: { sessionId: session.id },
      populate: { user: { select: ['id'] } },
    });
    const buyer = await remaining({ strapi, trx }, newOrder.buyer);
    if (existing !== null) {
      if (existing.user === null && buyer !== null) {
        await orders.update({ where: { id: existing.id }, data: ownerOf(buyer) });
      }
      return existing.id;
    }
    // What has become of its money, the look at the provider that follows reads and tells of.
    const status = orderStatusOf(snapshotOfSession({ ...session, payment_status: 'unpaid' }), {
      known: [],
      now: new Date(),
      instalments,
      graceDays: settingsOf({ strapi }).graceDays,
    });
    const { id } = await orders.create({
      data: {
        ...status,
        sessionId: session.id,
        mode,
        origin: account.name,
        vertical,
        productDocumentId: product.documentId,
        productTitle: product.title,
        productSKU: product.SKU,
        productPayId: product.payID,
        priceId,
        instalments,
        customerEmail: email,
        metadata,
        language,
        ...ownerOf(buyer),
        version: 0,
        syncedMs: '0',
      },
    });
    return id;
  });
};
