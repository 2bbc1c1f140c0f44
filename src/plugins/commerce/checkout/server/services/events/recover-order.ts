import type Stripe from 'stripe';
import type { WithStrapi } from '../../../../../../platform/with-strapi';
import { normalizeEmail } from '../../../../../../platform/http/email-address';
import { tableOf } from '../../../../../../platform/strapi/queries';
import { recordOrder, type SoldProduct } from '../orders/record';
import { idOf, type Deadline, type PaymentAccount } from '../provider/client';
import { instalmentsIn } from '../provider/instalments';
import type { CheckoutMode } from '../../types';

/** Returns whether this service made a session. It leaves its own metadata keys on each. */
const isOurs = ({ metadata }: Stripe.Checkout.Session, account: PaymentAccount): boolean =>
  metadata?.origin === account.name && typeof metadata.productDocumentId === 'string';

const isCheckoutMode = (mode: string): mode is CheckoutMode =>
  mode === 'payment' || mode === 'subscription';

const findTitle = async ({ strapi }: WithStrapi, documentId: string): Promise<string | null> => {
  const row = await tableOf<SoldProduct>({ strapi }, 'api::product.product').findOne({
    where: { documentId },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
    select: ['title'],
  });
  return row?.title ?? null;
};

/** Returns the customer's address, spelled as accounts store theirs. */
const emailOf = ({ customer_details: details, customer_email: email }: Stripe.Checkout.Session) =>
  normalizeEmail(details?.email ?? email ?? '');

/**
 * Returns the number of instalments of a price, or null if it is unclear. The sale is recorded in
 * any case.
 */
const instalmentsKnown = (price: Stripe.Price | null | undefined): number | null => {
  const instalments = price ? instalmentsIn(price) : { count: null };
  return 'count' in instalments ? instalments.count : null;
};

/**
 * Records the order of a session that this service created but did not record, because its process
 * died.
 *
 * @returns the order's id, or null if another service made the session
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
  const { mode } = session;
  if (!isOurs(session, account) || !isCheckoutMode(mode)) return null;
  const metadata = session.metadata ?? {};
  const { productDocumentId: documentId = '', SKU = '', vertical = '' } = metadata;
  const price = session.line_items?.data[0]?.price;
  const title = (await findTitle({ strapi }, documentId)) ?? SKU;
  return recordOrder(
    { strapi },
    {
      session,
      mode,
      account,
      product: { documentId, SKU, payID: idOf(price?.product) ?? '', title },
      priceId: price?.id ?? '',
      instalments: instalmentsKnown(price),
      email: emailOf(session),
      vertical,
      metadata,
      language: null,
      buyer: null,
    },
  );
};
