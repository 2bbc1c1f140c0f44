import { isTrue, textIn } from '../../catalogue/entry-values';
import { chargedInstead, priceFieldsIn, shownPrice } from '../../catalogue/product-prices';
import { chargingAccounts } from '../../feature/charging-accounts';
import type { AccountFacts, Entry, Facts, Place, Rule } from '../../feature/readiness';

const accountOf = (entry: Entry): string => textIn(entry, 'payCrm').toLowerCase();

const isKnownAccount = (entry: Entry, { accounts }: Facts): boolean =>
  accounts.length === 0 ||
  accountOf(entry) === '' ||
  accounts.some(({ account }) => account === accountOf(entry));

const chargingFor = (entry: Entry, { accounts }: Facts): readonly AccountFacts[] =>
  chargingAccounts(accounts, accountOf(entry));

const isSoldByNone = (accounts: readonly AccountFacts[]): boolean =>
  accounts.length > 0 && accounts.every(({ product }) => product === 'unsold');

const otherSeller = (entry: Entry, facts: Facts): AccountFacts | undefined => {
  const charging = chargingFor(entry, facts);
  return facts.accounts.find((one) => one.product === 'sold' && !charging.includes(one));
};

/** Whether nobody could pay for it, and no other account explains why. */
const isUnknownProduct = (entry: Entry, facts: Facts): boolean =>
  textIn(entry, 'payID') !== '' &&
  isSoldByNone(chargingFor(entry, facts)) &&
  otherSeller(entry, facts) === undefined;

const isInWrongAccount = (entry: Entry, facts: Facts): Place[] | false => {
  const seller = otherSeller(entry, facts);
  if (seller === undefined || !isSoldByNone(chargingFor(entry, facts))) return false;
  return [{ values: { account: seller.account, chosen: textIn(entry, 'payCrm') } }];
};

/** The price there that differs from the one that customers read; none where nothing can be compared. */
const differentPrice = (
  entry: Entry,
  facts: Facts,
  { isRecurring }: { isRecurring: boolean },
): Place[] | false => {
  const shown = shownPrice(priceFieldsIn(entry));
  if (shown === null || (shown.kind !== 'single') !== isRecurring) return false;
  const offered = chargingFor(entry, facts).flatMap((account) => account.prices);
  const { currencies } = facts;
  const charged = chargedInstead(shown, offered, { currencies, tolerance: 0 });
  if (charged === null) return false;
  return [
    {
      path: [shown.field],
      values: {
        shown: { amount: shown.amount },
        charged: { amount: charged.amount, currency: charged.currency },
      },
    },
  ];
};

/** What would make every payment fail. */
export const paymentHindrances: readonly Rule[] = [
  {
    code: 'PAYMENT_ACCOUNT_UNKNOWN',
    severity: 'hindrance',
    field: 'payCrm',
    text: {
      en: 'There is no payment account “{account}”: nobody could pay. There are: {accounts}.',
      es: 'No existe la cuenta de pago «{account}»: nadie podría pagar. Existen: {accounts}.',
    },
    title: { en: 'There is no such payment account.', es: 'La cuenta de pago no existe.' },
    check: (entry, facts) =>
      isKnownAccount(entry, facts)
        ? false
        : [
            {
              values: {
                account: textIn(entry, 'payCrm'),
                accounts: facts.accounts.map(({ account }) => account).join(', '),
              },
            },
          ],
  },
  {
    code: 'PAYMENT_PRODUCT_UNKNOWN',
    severity: 'hindrance',
    field: 'payID',
    text: {
      en: 'The payment provider sells nothing under “{product}”: nobody could pay.',
      es: 'La pasarela de pago no vende nada con el identificador «{product}»: nadie podría pagar.',
    },
    title: { en: 'The payment provider does not sell it.', es: 'La pasarela de pago no lo vende.' },
    check: (entry, facts) =>
      !isTrue(entry, 'isSoon') && isUnknownProduct(entry, facts)
        ? [{ values: { product: textIn(entry, 'payID') } }]
        : false,
  },
  {
    code: 'PAYMENT_PRODUCT_ELSEWHERE',
    severity: 'hindrance',
    field: 'payCrm',
    text: {
      en: 'The payment product is sold by the account “{account}”, not by “{chosen}”: nobody could pay.',
      es: 'El producto de pago lo vende la cuenta «{account}», no «{chosen}»: nadie podría pagar.',
    },
    title: { en: 'Another payment account sells it.', es: 'Lo vende otra cuenta de pago.' },
    check: (entry, facts) =>
      isKnownAccount(entry, facts) && !isTrue(entry, 'isSoon')
        ? isInWrongAccount(entry, facts)
        : false,
  },
];

/** Prices that customers read and that are not what they would be charged. */
export const differingPrices: readonly Rule[] = [
  {
    code: 'PROVIDER_PRICE_DIFFERS',
    severity: 'advice',
    field: 'tuitionPrice',
    text: {
      en: 'It shows {shown}, but the payment provider charges {charged}.',
      es: 'Muestra {shown}, pero la pasarela de pago cobra {charged}.',
    },
    title: {
      en: 'The payment provider charges another price.',
      es: 'La pasarela de pago cobra otro precio.',
    },
    check: (entry, facts) => differentPrice(entry, facts, { isRecurring: false }),
  },
  {
    code: 'PROVIDER_INSTALMENT_DIFFERS',
    severity: 'advice',
    field: 'instalmentsPrice',
    text: {
      en: 'It shows instalments of {shown}, but the payment provider charges {charged} each time.',
      es: 'Muestra plazos de {shown}, pero la pasarela de pago cobra {charged} cada vez.',
    },
    title: {
      en: 'The payment provider charges other instalments.',
      es: 'La pasarela de pago cobra otros plazos.',
    },
    check: (entry, facts) => differentPrice(entry, facts, { isRecurring: true }),
  },
];

/** A product that is announced may get its payment product later. */
export const pendingPaymentProduct: Rule = {
  code: 'PAYMENT_PRODUCT_PENDING',
  severity: 'advice',
  field: 'payID',
  text: {
    en: 'The payment provider sells nothing under “{product}” yet; it has to before this is sold.',
    es: 'La pasarela de pago todavía no vende nada con el identificador «{product}»; tendrá que hacerlo antes de la venta.',
  },
  title: {
    en: 'Announced, and not sold by the payment provider yet.',
    es: 'Anunciado, y la pasarela de pago aún no lo vende.',
  },
  check: (entry, facts) =>
    isTrue(entry, 'isSoon') && isUnknownProduct(entry, facts)
      ? [{ values: { product: textIn(entry, 'payID') } }]
      : false,
};
