import type { WithStrapi } from '../../../../../platform/with-strapi';
import { catalogueSettings } from '../../../../../catalogue/settings';
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

const dayOf = (time: string, lang: string, timeZone: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone }).format(new Date(time));

/**
 * Returns the variables of the text, or null if the customer has paid since or has no access to
 * lose.
 */
const valuesOf = (order: MailedOrder, lang: string, timeZone: string) => {
  const access = accessOf(order);
  const isOwing = order.graceEndsAt !== null;
  if (!isOwing || access.until === null || !isOpenAt(access, new Date())) return null;
  const until = dayOf(access.until, lang, timeZone);
  return { product: order.productTitle, until, order: order.documentId };
};

/** Returns the kind of e-mail that warns of a failed renewal. */
export const paymentFailedMailKind = ({ strapi }: WithStrapi): MailKind<PaymentFailedMail> => ({
  name: 'payment-failed',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    until: { sample: dayOf('2026-03-04T12:00:00.000Z', 'es', 'UTC') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: paymentFailedTexts,
  prepare: ({ order: id }) => {
    const { livesTimeZone } = catalogueSettings.of({ strapi });
    return addressOrderMail({ strapi }, id, (order, lang) => valuesOf(order, lang, livesTimeZone));
  },
  addressesOf: (mails) => addressesOfOrders({ strapi }, mails),
});

/** Defines the e-mail about failed renewals. Call it in `register`. */
export const definePaymentFailedMail = ({ strapi }: WithStrapi): void => {
  defineMailKind({ strapi }, paymentFailedMailKind({ strapi }));
};

/**
 * Queues an e-mail about a failed renewal when the running transaction commits, unless the operator
 * has switched off e-mails about payments.
 */
export const warnOfFailedPayment = async (
  { strapi }: WithStrapi,
  order: Pick<MailedOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: PaymentFailedMail = { kind: 'payment-failed', order: order.documentId };
  await sendMailLater({ strapi }, mail);
};
