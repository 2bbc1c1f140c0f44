import { isTrue, listIn, numberIn, textIn } from '#catalogue/entry-values';
import {
  chargedInstead,
  comparedKind,
  fitsPurchaseType,
  planTotalInstead,
  PRICE_FIELDS,
  priceFieldsIn,
  pricesOf,
  type PurchaseKind,
  shownPrice,
} from '#catalogue/money/product-prices';
import { isWithheldUntilPublished } from '#catalogue/off-sale';
import { chargingAccounts } from '#catalogue/money/charging-accounts';
import type { Text } from '#feature/layout';
import type {
  AccountFacts,
  Entry,
  Facts,
  OfferedPrice,
  BrokenRulePlace,
  Rule,
} from '#feature/publishing-rules';

const accountOf = (entry: Entry): string => textIn(entry, 'payCrm').toLowerCase();

const isKnownAccount = (entry: Entry, { accounts }: Facts): boolean =>
  accounts.length === 0 ||
  accountOf(entry) === '' ||
  accounts.some(({ account }) => account === accountOf(entry));

const findChargingAccounts = (entry: Entry, { accounts }: Facts): readonly AccountFacts[] =>
  chargingAccounts(accounts, accountOf(entry));

/**
 * Returns the prices that customers may be charged; none while an account is unavailable, because
 * it may offer the right price.
 */
const offeredFor = (entry: Entry, facts: Facts): readonly OfferedPrice[] => {
  const accountsThatCharge = findChargingAccounts(entry, facts);
  return accountsThatCharge.some(({ product }) => product === 'unknown')
    ? []
    : accountsThatCharge.flatMap(({ prices }) => prices);
};

const isSoldByNone = (accounts: readonly AccountFacts[]): boolean =>
  accounts.length > 0 && accounts.every(({ product }) => product === 'unsold');

const findOtherSeller = (entry: Entry, facts: Facts): AccountFacts | undefined => {
  const accountsThatCharge = findChargingAccounts(entry, facts);
  return facts.accounts.find(
    (account) => account.product === 'sold' && !accountsThatCharge.includes(account),
  );
};

/**
 * Returns whether an identifier has surrounding spaces. Checkout and the provider compare it
 * exactly.
 */
const hasBlanks = ({ payID }: Entry): boolean =>
  typeof payID === 'string' && payID !== payID.trim();

/** Returns whether no account sells the product and no other account explains why. */
const isUnknownProduct = (entry: Entry, facts: Facts): boolean => {
  if (textIn(entry, 'payID') === '') return false;
  if (hasBlanks(entry)) return facts.accounts.length > 0;
  return (
    isSoldByNone(findChargingAccounts(entry, facts)) && findOtherSeller(entry, facts) === undefined
  );
};

const isInWrongAccount = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const seller = findOtherSeller(entry, facts);
  if (seller === undefined || !isSoldByNone(findChargingAccounts(entry, facts))) return false;
  return [{ values: { account: seller.account, chosen: textIn(entry, 'payCrm') } }];
};

const linesOf = (entry: Entry): string =>
  listIn(entry, 'verticals')
    .map(({ documentId }) => String(documentId))
    .sort()
    .join(' ');

/** Returns whether an entry is sold in the same way as its published version. */
const isSoldAsBefore = (entry: Entry, before: Entry): boolean =>
  textIn(entry, 'payID') === textIn(before, 'payID') &&
  textIn(entry, 'purchaseType') === textIn(before, 'purchaseType') &&
  accountOf(entry) === accountOf(before) &&
  isWithheldUntilPublished(entry) === isWithheldUntilPublished(before) &&
  PRICE_FIELDS.every((field) => numberIn(entry, field) === numberIn(before, field)) &&
  linesOf(entry) === linesOf(before);

/**
 * Returns whether a publication starts or changes a sale. Other corrections of a published product
 * are not blocked.
 */
const changesSale = (entry: Entry, { publishedSale }: Facts): boolean =>
  !isWithheldUntilPublished(entry) &&
  (publishedSale === null || !isSoldAsBefore(entry, publishedSale));

/**
 * Returns a rule that is an error where a publication starts or changes a sale, and a warning
 * otherwise.
 */
const errorForSales = ({ check, ...rule }: Omit<Rule, 'severity'>): readonly Rule[] => [
  {
    ...rule,
    severity: 'error',
    check: (entry, facts) => changesSale(entry, facts) && check(entry, facts),
  },
  {
    ...rule,
    severity: 'warning',
    check: (entry, facts) => !changesSale(entry, facts) && check(entry, facts),
  },
];

/**
 * Returns the provider's price that differs from the shown one; false where nothing can be
 * compared.
 */
const differentPrice = (
  entry: Entry,
  facts: Facts,
  { isRecurring }: { isRecurring: boolean },
): BrokenRulePlace[] | false => {
  const fields = priceFieldsIn(entry);
  const shown = shownPrice(fields);
  if (shown === null || (shown.kind !== 'single') !== isRecurring) return false;
  const offered = offeredFor(entry, facts);
  const { currencies, priceTolerance: tolerance } = facts;
  const kind = comparedKind(fields, shown);
  // One result a currency would repeat the same correction.
  const [first] = currencies.flatMap((currency): BrokenRulePlace[] => {
    const comparison = { currencies: [currency], tolerance };
    const charged = chargedInstead({ ...shown, kind }, offered, comparison);
    if (charged === null) return [];
    const values = {
      shown: { amount: shown.amount, currency },
      charged: { amount: charged.amount, currency: charged.currency },
    };
    return [{ path: [shown.field], values }];
  });
  return first === undefined ? false : [first];
};

/** Returns the published total and the sum of the charged instalments where the two differ. */
const differentTotal = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const offered = offeredFor(entry, facts);
  const { currencies, priceTolerance: tolerance } = facts;
  const comparison = { currencies, tolerance };
  const instead = planTotalInstead(priceFieldsIn(entry), offered, comparison);
  if (instead === null) return false;
  const { total, charged, currency } = instead;
  return [{ values: { shown: { amount: total }, charged: { amount: charged, currency } } }];
};

const purchaseTypeTexts: Readonly<Record<PurchaseKind, Text>> = {
  single: { en: 'once', es: 'de una vez' },
  subscription: { en: 'by subscription', es: 'por suscripción' },
  instalments: {
    en: 'in instalments, with their number (`instalments`)',
    es: 'a plazos, con su número (`instalments`)',
  },
};

/** Returns whether accounts sell the product, but checkout would reject each of their prices. */
const lacksPrice = (entry: Entry, facts: Facts): BrokenRulePlace[] | false => {
  const fields = priceFieldsIn(entry);
  const { kind } = pricesOf(fields);
  if (comparedKind(fields, { kind }) === null) return false;
  const offered = offeredFor(entry, facts);
  const isLacking = offered.length > 0 && !offered.some((price) => fitsPurchaseType(kind, price));
  return isLacking ? [{ values: { way: purchaseTypeTexts[kind] } }] : false;
};

/** Returns another published product that the same account sells under the same identifier. */
const otherProduct = (
  entry: Entry,
  { samePaymentProduct, accounts }: Facts,
): BrokenRulePlace[] | false => {
  if (accounts.length === 0) return false;
  const account = accountOf(entry);
  const other = samePaymentProduct.find(
    (price) =>
      account === '' ||
      price.account.trim() === '' ||
      price.account.trim().toLowerCase() === account,
  );
  if (other === undefined) return false;
  return [{ values: { product: textIn(entry, 'payID'), other: other.title } }];
};

/** Errors that would make every payment fail. */
export const paymentErrors: readonly Rule[] = [
  {
    code: 'PAYMENT_ACCOUNT_UNKNOWN',
    severity: 'error',
    field: 'payCrm',
    text: {
      en: 'The payment account “{account}” does not exist. Choose one of: {accounts}.',
      es: 'La cuenta de pago «{account}» no existe. Elige una de estas: {accounts}.',
    },
    title: { en: 'The payment account does not exist.', es: 'La cuenta de pago no existe.' },
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
    severity: 'error',
    field: 'payID',
    text: {
      en: 'The payment provider has no product “{product}” on sale. Choose another payment product, or create one.',
      es: 'La pasarela de pago no tiene a la venta el producto «{product}». Elige otro producto de pago o crea uno.',
    },
    title: {
      en: 'The product is not on sale at the payment provider.',
      es: 'El producto no está a la venta en la pasarela de pago.',
    },
    check: (entry, facts) =>
      !isWithheldUntilPublished(entry) && isUnknownProduct(entry, facts)
        ? [{ values: { product: String(entry.payID) } }]
        : false,
  },
  {
    code: 'PAYMENT_PRODUCT_ELSEWHERE',
    severity: 'error',
    field: 'payCrm',
    text: {
      en: 'The account “{account}” sells the payment product, not “{chosen}”. Choose the other account.',
      es: 'El producto de pago lo vende la cuenta «{account}», no «{chosen}». Elige la otra cuenta.',
    },
    title: {
      en: 'Another payment account sells the product.',
      es: 'El producto lo vende otra cuenta de pago.',
    },
    check: (entry, facts) =>
      isKnownAccount(entry, facts) && !isWithheldUntilPublished(entry)
        ? isInWrongAccount(entry, facts)
        : false,
  },
];

/** Rules against charging another price than the published one, or selling another product. */
export const saleRules: readonly Rule[] = [
  ...errorForSales({
    code: 'PAYMENT_PRODUCT_SHARED',
    field: 'payID',
    text: {
      en: 'The published product “{other}” is already sold as “{product}”. Choose another payment product, create one, or unpublish the other entry.',
      es: 'El producto publicado «{other}» ya se vende como «{product}». Elige otro producto de pago, crea uno o despublica la otra entrada.',
    },
    title: {
      en: 'Another published product has the same payment product.',
      es: 'Otro producto publicado tiene el mismo producto de pago.',
    },
    check: otherProduct,
  }),
  ...errorForSales({
    code: 'PROVIDER_PRICE_MISSING',
    field: 'purchaseType',
    text: {
      en: 'The product is paid {way}, but the payment provider has no such price. Create one there, or change the purchase type.',
      es: 'El producto se paga {way}, pero la pasarela de pago no tiene ningún precio así. Créalo allí o cambia la forma de pago.',
    },
    title: {
      en: 'The payment provider has no price for the purchase type.',
      es: 'La pasarela de pago no tiene ningún precio para la forma de pago.',
    },
    check: lacksPrice,
  }),
  ...errorForSales({
    code: 'PROVIDER_PRICE_DIFFERS',
    field: 'tuitionPrice',
    text: {
      en: 'The published price is {shown}, but the payment provider charges {charged}. Correct the price here or there.',
      es: 'El precio publicado es {shown}, pero la pasarela de pago cobra {charged}. Corrige el precio aquí o allí.',
    },
    title: {
      en: 'The payment provider charges another price.',
      es: 'La pasarela de pago cobra otro precio.',
    },
    check: (entry, facts) => differentPrice(entry, facts, { isRecurring: false }),
  }),
  ...errorForSales({
    code: 'PROVIDER_INSTALMENT_DIFFERS',
    field: 'instalmentsPrice',
    text: {
      en: 'The published price per payment is {shown}, but the payment provider charges {charged}. Correct the price here or there.',
      es: 'El precio publicado por pago es {shown}, pero la pasarela de pago cobra {charged}. Corrige el precio aquí o allí.',
    },
    title: {
      en: 'The payment provider charges another price for each payment.',
      es: 'La pasarela de pago cobra otro precio por cada pago.',
    },
    check: (entry, facts) => differentPrice(entry, facts, { isRecurring: true }),
  }),
];

/** Warning only, because instalments may cost more than a single payment. */
export const instalmentsTotal: Rule = {
  code: 'PROVIDER_TOTAL_DIFFERS',
  severity: 'warning',
  field: 'fullPrice',
  text: {
    en: 'The published total is {shown}, but the instalments come to {charged}. Correct the price here, or the number of instalments at the payment provider.',
    es: 'El total publicado es {shown}, pero los plazos suman {charged}. Corrige el precio aquí o el número de plazos en la pasarela de pago.',
  },
  title: {
    en: 'The instalments come to another total.',
    es: 'Los plazos suman otro total.',
  },
  check: differentTotal,
};

/** Warning only, because the product may get its payment product before its sale begins. */
export const pendingPaymentProduct: Rule = {
  code: 'PAYMENT_PRODUCT_PENDING',
  severity: 'warning',
  field: 'payID',
  text: {
    en: 'The payment provider has no product “{product}” on sale yet. Create it there before the sale starts.',
    es: 'La pasarela de pago todavía no tiene a la venta el producto «{product}». Créalo allí antes de que empiece la venta.',
  },
  title: {
    en: 'The product is announced, but not on sale at the payment provider yet.',
    es: 'El producto está anunciado, pero aún no está a la venta en la pasarela de pago.',
  },
  check: (entry, facts) =>
    isTrue(entry, 'isSoon') && isUnknownProduct(entry, facts)
      ? [{ values: { product: String(entry.payID) } }]
      : false,
};
