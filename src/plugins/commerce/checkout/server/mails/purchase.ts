import type { WithStrapi } from '../../../../../platform/with-strapi';
import { formatMoney } from '../../../../../catalogue/money/format-money';
import { defineMailKind, type MailKind, sendMailLater } from '../../../../mail';
import { checkoutSettings } from '../../settings';
import {
  addressesOfOrders,
  addressOrderMail,
  type MailedOrder,
  type OrderMail,
  totalOf,
} from './order-mail';
import { purchaseTexts } from './texts';

type PurchaseMail = OrderMail<'purchase'>;

/** Payment states in which no purchase e-mail is sent. */
const REFUNDED_OR_DISPUTED = ['refunded', 'disputed'];

const valuesOf = (order: MailedOrder, lang: string) =>
  REFUNDED_OR_DISPUTED.includes(order.paymentStatus)
    ? null
    : { product: order.productTitle, amount: totalOf(order, lang), order: order.documentId };

/** Returns the definition of the purchase e-mail. */
export const purchaseMailKind = ({ strapi }: WithStrapi): MailKind<PurchaseMail> => ({
  name: 'purchase',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    amount: { sample: formatMoney(1_234.5, 'EUR', 'es') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: purchaseTexts,
  prepare: ({ order }) => addressOrderMail({ strapi }, order, valuesOf),
  addressesOf: (mails) => addressesOfOrders({ strapi }, mails),
});

/** Defines the purchase e-mail; call it in `register`. */
export const definePurchaseMail = ({ strapi }: WithStrapi): void => {
  defineMailKind({ strapi }, purchaseMailKind({ strapi }));
};

/**
 * Sends the purchase e-mail when the current transaction is committed, unless the operator has
 * turned these e-mails off. Call it when an order becomes paid, which happens once.
 */
export const sendPurchaseEmail = async (
  { strapi }: WithStrapi,
  order: Pick<MailedOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: PurchaseMail = { kind: 'purchase', order: order.documentId };
  await sendMailLater({ strapi }, mail);
};
