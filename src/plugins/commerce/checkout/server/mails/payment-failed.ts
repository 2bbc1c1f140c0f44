import type { WithStrapi } from '../../../../../platform/with-strapi';
import { defineMailKind, type MailKind, sendMailLater } from '../../../../mail';
import { accessOf, isOpenAt } from '../../access';
import { checkoutSettings } from '../../settings';
import {
  addressesOfOrders,
  addressOrderMail,
  type MailedOrder,
  type OrderMail,
} from './order-mail';
import { paymentFailedTexts } from './texts';

type PaymentFailedMail = OrderMail<'payment-failed'>;

const dayOf = (time: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));

/** Warns nobody who has paid since, and nobody who has no access to lose. */
const valuesOf = (order: MailedOrder, lang: string) => {
  const access = accessOf(order);
  const isOwing = order.graceEndsAt !== null;
  if (!isOwing || access.until === null || !isOpenAt(access, new Date())) return null;
  const until = dayOf(access.until, lang);
  return { product: order.productTitle, until, order: order.documentId };
};

/** The e-mail that warns of a renewal that could not be charged. */
export const paymentFailedMailKind = ({ strapi }: WithStrapi): MailKind<PaymentFailedMail> => ({
  name: 'payment-failed',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    until: { sample: dayOf('2026-03-04T12:00:00.000Z', 'es') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: paymentFailedTexts,
  prepare: ({ order }) => addressOrderMail({ strapi }, order, valuesOf),
  addressesOf: (mails) => addressesOfOrders({ strapi }, mails),
});

/** Says how customers are warned of renewals that fail; call it in `register`. */
export const definePaymentFailedMail = ({ strapi }: WithStrapi): void => {
  defineMailKind({ strapi }, paymentFailedMailKind({ strapi }));
};

/**
 * Has a customer warned that a renewal has failed once the running transaction is committed, unless the operator wants no
 * e-mails about payments.
 */
export const warnOfFailedPayment = async (
  { strapi }: WithStrapi,
  order: Pick<MailedOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: PaymentFailedMail = { kind: 'payment-failed', order: order.documentId };
  await sendMailLater({ strapi }, mail);
};
