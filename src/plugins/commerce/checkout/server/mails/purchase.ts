import type { WithStrapi } from '../../../../../platform/with-strapi';
import { formatMoney } from '../../../../../feature/format-money';
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

/** Whoever has the money back, or wants it back, is not thanked for it. */
const OVER = ['refunded', 'disputed'];

const valuesOf = (order: MailedOrder, lang: string) =>
  OVER.includes(order.paymentStatus)
    ? null
    : { product: order.productTitle, amount: totalOf(order, lang), order: order.documentId };

/** The e-mail that thanks for a purchase. */
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

/** Says how purchases are thanked for; call it in `register`. */
export const definePurchaseMail = ({ strapi }: WithStrapi): void => {
  defineMailKind({ strapi }, purchaseMailKind({ strapi }));
};

/**
 * Has a customer thanked once the running transaction is committed, unless the operator wants no such e-mails. To be called
 * where an order becomes a paid one, which happens once.
 */
export const thankForPurchase = async (
  { strapi }: WithStrapi,
  order: Pick<MailedOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: PurchaseMail = { kind: 'purchase', order: order.documentId };
  await sendMailLater({ strapi }, mail);
};
