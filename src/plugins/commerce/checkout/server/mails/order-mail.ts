import type { WithStrapi } from '#platform/strapi/with-strapi';
import { catalogueSettings } from '#catalogue/settings';
import { formatCharge, formatMoney } from '#catalogue/money/format-money';
import { normalizeEmail } from '#platform/http/email-address';
import { getTable } from '#platform/strapi/queries';
import { findSiteLocale, listSiteLocales } from '#platform/strapi/site-locales';
import { hasProvenAddress } from '#catalogue/proven-address';
import { type AddressedMail, defineMailKind, type MailKind, sendMailLater } from '#plugins/mail';
import { type AccessFacts, computeAccess, isOpenAt } from '../../access';
import { findLineOf } from '../order-line';
import { isFormerAddress } from '../former-addresses';
import { uids } from '../types';
import { checkoutSettings } from '../../settings';
import { paymentFailedTexts, purchaseTexts } from './texts';

/** Queued e-mail about an order. `order` is a document id. */
type OrderMail<Kind extends string> = { kind: Kind; order: string };

/** Columns of an order that its e-mails use. */
type MailedOrder = AccessFacts & {
  documentId: string;
  customerEmail: string;
  language: string | null;
  createdAt: string;
  vertical: string;
  verticalDocumentId: string | null;
  productDocumentId: string;
  productTitle: string;
  amountTotal: number | null;
  currency: string | null;
  amounts: { presentment: { currency: string; total: number | null } | null } | null;
  user:
    | (Parameters<typeof hasProvenAddress>[0] & {
        id: number;
        email: string;
        name: string | null;
        nameLastName: string | null;
        language: string | null;
      })
    | null;
};

const getOrderTable = ({ strapi }: WithStrapi) => getTable<MailedOrder>({ strapi }, uids.order);

/**
 * Formats the total of an order in a language. Adds the amount in the customer's own currency if
 * that differs.
 */
const formatTotal = ({ amountTotal, currency, amounts }: MailedOrder, lang: string): string => {
  if (amountTotal === null || currency === null) return '—';
  const total = formatCharge(amountTotal, currency, lang);
  const paid = amounts?.presentment;
  if (paid?.total === undefined || paid.total === null || paid.currency === currency) return total;
  return `${total} (${formatCharge(paid.total, paid.currency, lang)})`;
};

const WITH_OWNER = {
  user: {
    select: ['id', 'email', 'name', 'nameLastName', 'language', 'confirmed', 'confirmedAt'],
  },
} as const;

/**
 * Returns the address for e-mails about an order: the customer's, or the current one of a student
 * whose address has changed since.
 */
const resolveRecipient = async (
  { strapi }: WithStrapi,
  { customerEmail, user }: Pick<MailedOrder, 'customerEmail' | 'user'>,
): Promise<string> => {
  if (user === null || normalizeEmail(user.email) === normalizeEmail(customerEmail))
    return customerEmail;
  const student = { id: user.id, hasProvenAddress: hasProvenAddress(user) };
  return (await isFormerAddress({ strapi }, student, customerEmail)) ? user.email : customerEmail;
};

/**
 * Returns the title of the ordered product in the language of an e-mail. The order has the title in
 * the default language, as it was at the purchase.
 */
const readProductTitle = async (
  { strapi }: WithStrapi,
  { productDocumentId, productTitle }: Pick<MailedOrder, 'productDocumentId' | 'productTitle'>,
  lang: string,
): Promise<string> => {
  const locales = await listSiteLocales({ strapi });
  const locale = await findSiteLocale(lang, (code) => Promise.resolve(locales.includes(code)));
  if (locale === locales[0]) return productTitle;
  const translation = await getTable<{ title: string }>({ strapi }, 'api::product.product').findOne(
    {
      where: { documentId: productDocumentId, locale, publishedAt: { $notNull: true } },
      select: ['title'],
    },
  );
  return translation?.title ?? productTitle;
};

/**
 * Addresses an e-mail about an order to its customer. The language is that of the order, else of
 * the account, else of the business line.
 *
 * @param valuesOf returns the variables of the text, or null if the e-mail is no longer due
 */
const addressOrderMail = async (
  { strapi }: WithStrapi,
  documentId: string,
  valuesOf: (order: MailedOrder, lang: string) => Record<string, string> | null,
): Promise<AddressedMail | null> => {
  const order = await getOrderTable({ strapi }).findOne({
    where: { documentId },
    populate: WITH_OWNER,
  });
  if (order === null) return null;
  const { user } = order;
  const line = await findLineOf({ strapi }, order);
  const { defaultLang } = catalogueSettings.of({ strapi });
  const lang = order.language ?? user?.language ?? line?.defaultLang ?? defaultLang;
  const productTitle = await readProductTitle({ strapi }, order, lang);
  const values = valuesOf({ ...order, productTitle }, lang);
  if (values === null) return null;
  return {
    to: await resolveRecipient({ strapi }, order),
    name: user?.name ?? user?.nameLastName ?? null,
    isNameUnproven: user !== null && !hasProvenAddress(user),
    lang,
    vertical: line?.slug ?? null,
    values,
  };
};

/** Returns the customers' addresses of queued e-mails about orders. */
const readOrderAddresses = async (
  { strapi }: WithStrapi,
  mails: readonly OrderMail<string>[],
): Promise<(string | null)[]> => {
  const orders = await getOrderTable({ strapi }).findMany({
    where: { documentId: { $in: mails.map(({ order }) => order) } },
    select: ['documentId', 'customerEmail'],
    populate: WITH_OWNER,
  });
  const emails = new Map<string, string>();
  for (const order of orders)
    emails.set(order.documentId, await resolveRecipient({ strapi }, order));
  return mails.map(({ order }) => emails.get(order) ?? null);
};

/** Payment states in which no purchase e-mail is sent. */
const REFUNDED_OR_DISPUTED = ['refunded', 'disputed'];

const buildPurchaseValues = (order: MailedOrder, lang: string) =>
  REFUNDED_OR_DISPUTED.includes(order.paymentStatus)
    ? null
    : { product: order.productTitle, amount: formatTotal(order, lang), order: order.documentId };

/** Returns the definition of the purchase e-mail. */
export const createPurchaseMailKind = ({
  strapi,
}: WithStrapi): MailKind<OrderMail<'purchase'>> => ({
  name: 'purchase',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    amount: { sample: formatMoney(1_234.5, 'EUR', 'es') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: purchaseTexts,
  prepare: ({ order }) => addressOrderMail({ strapi }, order, buildPurchaseValues),
  addressesOf: (mails) => readOrderAddresses({ strapi }, mails),
});

const formatDay = (time: string, lang: string, timeZone: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone }).format(new Date(time));

/**
 * Returns the variables of the text, or null if the customer has paid since or has no access to
 * lose.
 */
const buildPaymentFailedValues = (order: MailedOrder, lang: string, timeZone: string) => {
  const access = computeAccess(order);
  const isOwing = order.graceEndsAt !== null;
  if (!isOwing || access.until === null || !isOpenAt(access, new Date())) return null;
  const until = formatDay(access.until, lang, timeZone);
  return { product: order.productTitle, until, order: order.documentId };
};

/** Returns the kind of e-mail that warns of a failed renewal. */
export const createPaymentFailedMailKind = ({
  strapi,
}: WithStrapi): MailKind<OrderMail<'payment-failed'>> => ({
  name: 'payment-failed',
  variables: {
    product: { sample: 'Electrocardiografía paso a paso' },
    until: { sample: formatDay('2026-03-04T12:00:00.000Z', 'es', 'UTC') },
    order: { sample: 'lyuh9f5autgk61nq17yzrdyp' },
  },
  texts: paymentFailedTexts,
  prepare: ({ order: id }) => {
    const { livesTimeZone } = catalogueSettings.of({ strapi });
    return addressOrderMail({ strapi }, id, (order, lang) =>
      buildPaymentFailedValues(order, lang, livesTimeZone),
    );
  },
  addressesOf: (mails) => readOrderAddresses({ strapi }, mails),
});

/** Defines the e-mails about orders. Call it in `register`. */
export const defineOrderMails = ({ strapi }: WithStrapi): void => {
  defineMailKind({ strapi }, createPurchaseMailKind({ strapi }));
  defineMailKind({ strapi }, createPaymentFailedMailKind({ strapi }));
};

/**
 * Queues an e-mail about an order when the running transaction commits, unless the operator has
 * switched off e-mails about payments. Call it when an order becomes paid or a renewal fails, which
 * an order reports once.
 */
export const sendOrderMail = async (
  { strapi }: WithStrapi,
  kind: 'purchase' | 'payment-failed',
  { documentId }: Pick<MailedOrder, 'documentId'>,
): Promise<void> => {
  if (!checkoutSettings.of({ strapi }).sendsPurchaseMails) return;
  const mail: OrderMail<typeof kind> = { kind, order: documentId };
  await sendMailLater({ strapi }, mail);
};
