import { catalogueSettings } from '../../../../catalogue/settings';
import { formatCharge, formatMoney } from '../../../../feature/format-money';
import { tableOf } from '../../../../strapi/queries';
import { defineMailKind, type AddressedMail, type MailKind, sendMailLater } from '../../../mail';
import { checkoutSettings } from '../../settings';
import { uids, type WithStrapi } from '../types';
import { purchaseTexts } from './texts';

/** What is queued; `order` is a document id. */
type PurchaseMail = { kind: 'purchase'; order: string };

type PaidOrder = {
  documentId: string;
  customerEmail: string;
  language: string | null;
  vertical: string;
  paymentStatus: string;
  productTitle: string;
  amountTotal: number | null;
  currency: string | null;
  user: { name: string | null; nameLastName: string | null; language: string | null } | null;
};

/** Whoever has the money back, or wants it back, is not thanked for it. */
const OVER = ['refunded', 'disputed'];

const ordersOf = ({ strapi }: WithStrapi) => tableOf<PaidOrder>({ strapi }, uids.order);

const languageOfLine = async ({ strapi }: WithStrapi, slug: string): Promise<string> => {
  const lines = tableOf<{ defaultLang: string | null }>({ strapi }, 'api::vertical.vertical');
  const line = await lines.findOne({ where: { slug }, select: ['defaultLang'] });
  return line?.defaultLang ?? catalogueSettings.of({ strapi }).defaultLang;
};

const amountOf = ({ amountTotal, currency }: PaidOrder, lang: string): string => {
  if (amountTotal === null || currency === null) return '—';
  return formatCharge(amountTotal, currency, lang);
};

const addressed = async (
  { strapi }: WithStrapi,
  { order: documentId }: PurchaseMail,
): Promise<AddressedMail | null> => {
  const order = await ordersOf({ strapi }).findOne({
    where: { documentId },
    populate: { user: { select: ['name', 'nameLastName', 'language'] } },
  });
  if (order === null || OVER.includes(order.paymentStatus)) return null;
  const { customerEmail: to, vertical, user } = order;
  const lang = order.language ?? user?.language ?? (await languageOfLine({ strapi }, vertical));
  return {
    to,
    name: user?.name ?? user?.nameLastName ?? null,
    lang,
    vertical,
    values: { product: order.productTitle, amount: amountOf(order, lang), order: documentId },
  };
};

const addressesOf = async (
  { strapi }: WithStrapi,
  mails: readonly PurchaseMail[],
): Promise<(string | null)[]> => {
  const orders = await ordersOf({ strapi }).findMany({
    where: { documentId: { $in: mails.map(({ order }) => order) } },
    select: ['documentId', 'customerEmail'],
  });
  const emails = new Map(orders.map((order) => [order.documentId, order.customerEmail]));
  return mails.map(({ order }) => emails.get(order) ?? null);
};

/** The e-mail that thanks for a purchase. */
export const purchaseMailKind = ({ strapi }: WithStrapi): MailKind<PurchaseMail> => ({
  name: 'purchase',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    amount: { sample: formatMoney(1_234.5, 'EUR', 'es') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: purchaseTexts,
  prepare: (mail) => addressed({ strapi }, mail),
  addressesOf: (mails) => addressesOf({ strapi }, mails),
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
  order: Pick<PaidOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: PurchaseMail = { kind: 'purchase', order: order.documentId };
  await sendMailLater({ strapi }, mail);
};
