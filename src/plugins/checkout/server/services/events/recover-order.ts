import type Stripe from 'stripe';
import { recordOrder } from '../orders/record';
import type { PaymentAccount } from '../provider/payment-accounts';
import type { Deadline } from '../provider/deadline';
import type { SoldProduct } from '../session/product';
import { uids, type WithStrapi } from '../../types';

/** Whether a session was made by this service, which leaves its own keys on each. */
const isOurs = ({ metadata }: Stripe.Checkout.Session, account: PaymentAccount): boolean =>
  metadata?.origin === account.name && typeof metadata.productDocumentId === 'string';

const soldProduct = async (
  { strapi }: WithStrapi,
  { documentId, SKU, payID }: Omit<SoldProduct, 'title'>,
): Promise<SoldProduct> => {
  const row = (await strapi.db.query('api::product.product').findOne({
    where: { documentId },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
    select: ['title'],
  })) as { title: string } | null;
  return { documentId, SKU, payID, title: row?.title ?? SKU };
};

/** In the spelling in which accounts keep theirs. */
const emailOf = ({ customer_details: details, customer_email: email }: Stripe.Checkout.Session) =>
  (details?.email ?? email ?? '').trim().toLowerCase();

/**
 * Records the order of a session that this service made and did not live to record.
 *
 * @returns the order, or null where the session is somebody else's
 */
export const recoverOrder = async (
  { strapi }: WithStrapi,
  account: PaymentAccount,
  sessionId: string,
  deadline: Deadline,
): Promise<number | null> => {
  const session = await deadline.call((options) =>
    account.client.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] }, options),
  );
  if (!isOurs(session, account) || session.mode === 'setup') return null;
  const { mode, metadata } = session;
  const price = session.line_items?.data[0]?.price;
  const payID = typeof price?.product === 'string' ? price.product : (price?.product.id ?? '');
  const product = await soldProduct(
    { strapi },
    {
      documentId: metadata?.productDocumentId ?? '',
      SKU: metadata?.SKU ?? '',
      payID,
    },
  );
  await recordOrder(
    { strapi },
    {
      session,
      mode: mode as 'payment' | 'subscription',
      account,
      product,
      priceId: price?.id ?? '',
      email: emailOf(session),
      vertical: metadata?.vertical ?? '',
      metadata: metadata ?? {},
      buyer: null,
    },
  );
  const order = (await strapi.db
    .query(uids.order)
    .findOne({ where: { sessionId }, select: ['id'] })) as { id: number } | null;
  return order?.id ?? null;
};
