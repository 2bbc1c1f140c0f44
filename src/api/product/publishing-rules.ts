import { listIn, getComponent, getText, isTrue, getNumber } from '#catalogue/entry-values';
import { isIsbn } from '#catalogue/isbn';
import type { Entry, Rule, BrokenRulePlace, PublishingRules } from '#feature/publishing-rules';
import {
  isOffSaleWithoutDate,
  isOnSaleAgainAt,
  isWithheldUntilPublished,
} from '#catalogue/off-sale';
import {
  PRICE_FIELDS,
  getPriceFields,
  computeProductPrices,
} from '#catalogue/money/product-prices';
import {
  businessLine,
  createAlternativeTextRule,
  otherLanguages,
  searchListing,
  slugChangeWarning,
  createMissingValueRule,
} from '#catalogue/publishing-rules';
import {
  instalmentsTotal,
  paymentErrors,
  pendingPaymentProduct,
  saleRules,
} from './payment-publishing-rules';

/** Returns whether a product is a book, which needs a cover and an ISBN. */
const isBook = (entry: Entry): boolean => entry.type === 'Libro';

/** Errors of books that shops would reject. */
const bookErrors: readonly Rule[] = [
  {
    code: 'COVER_MISSING',
    severity: 'error',
    field: 'cardImage',
    text: { en: 'The book has no cover.', es: 'El libro no tiene cubierta.' },
    check: (entry) => isBook(entry) && listIn(entry, 'cardImage').length === 0,
  },
  {
    code: 'ISBN_MISSING',
    severity: 'error',
    field: 'bookDetails',
    cells: ['bookDetails.ISBN'],
    text: { en: 'The book has no ISBN.', es: 'El libro no tiene ISBN.' },
    check: (entry) => {
      if (!isBook(entry)) return false;
      const details = getComponent(entry, 'bookDetails');
      if (details === null) return true;
      return getText(details, 'ISBN') === '' ? [{ path: ['bookDetails', 'ISBN'] }] : false;
    },
  },
  {
    code: 'ISBN_INVALID',
    severity: 'error',
    isRefusedElsewhere: true,
    field: 'bookDetails',
    cells: ['bookDetails.ISBN'],
    text: {
      en: 'The check digit of the ISBN is wrong. Correct the ISBN.',
      es: 'La cifra de control del ISBN no es correcta. Corrige el ISBN.',
    },
    check: (entry) => {
      const isbn = getText(getComponent(entry, 'bookDetails'), 'ISBN');
      return isbn !== '' && !isIsbn(isbn) ? [{ path: ['bookDetails', 'ISBN'] }] : false;
    },
  },
];

const hasType = (entry: Entry): boolean => getText(entry, 'type') !== '';

const isSold = (entry: Entry): boolean =>
  PRICE_FIELDS.some((name) => getNumber(entry, name) !== null);

/** Returns whether sites can show no price. An enrolment fee is not a price. */
const isUnpriced = (entry: Entry): boolean => {
  const { total, instalment } = computeProductPrices(getPriceFields(entry));
  return total === null && instalment === null;
};

const findPriceAbove = (entry: Entry, field: string): BrokenRulePlace[] | false => {
  const [price, full] = [getNumber(entry, field), getNumber(entry, 'fullPrice')];
  return price !== null && full !== null && price > full
    ? [{ values: { price: { amount: price }, full: { amount: full } } }]
    : false;
};

const entryErrors: readonly Rule[] = [
  {
    code: 'PRICE_ABOVE_FULL',
    severity: 'error',
    field: 'tuitionPrice',
    text: {
      en: 'The price to pay ({price}) is above the full price ({full}).',
      es: 'El precio a pagar ({price}) supera el precio completo ({full}).',
    },
    title: {
      en: 'The price to pay is above the full price.',
      es: 'El precio a pagar supera el precio completo.',
    },
    check: (entry) => findPriceAbove(entry, 'tuitionPrice'),
  },
  {
    code: 'INSTALMENT_ABOVE_FULL',
    severity: 'error',
    field: 'instalmentsPrice',
    text: {
      en: 'One instalment ({price}) is above the full price ({full}).',
      es: 'Un solo plazo ({price}) supera el precio completo ({full}).',
    },
    title: {
      en: 'One instalment is above the full price.',
      es: 'Un solo plazo supera el precio completo.',
    },
    check: (entry) => findPriceAbove(entry, 'instalmentsPrice'),
  },
  {
    code: 'INSTALMENT_PRICE_MISSING',
    severity: 'error',
    field: 'instalmentsPrice',
    text: {
      en: 'The price of an instalment is missing.',
      es: 'Falta el precio de cada plazo.',
    },
    check: (entry) =>
      entry.purchaseType === 'instalments' &&
      getNumber(entry, 'instalmentsPrice') === null &&
      !isOffSaleWithoutDate(entry),
  },
  {
    code: 'OFF_SALE_TEXT_MISSING',
    severity: 'error',
    field: 'offSaleText',
    text: {
      en: 'The product is off sale, but the text for visitors is missing in this locale.',
      es: 'La venta está cerrada, pero falta el texto para los visitantes en este idioma.',
    },
    check: (entry) => isTrue(entry, 'isOffSale') && getText(entry, 'offSaleText') === '',
  },
  ...paymentErrors,
  {
    code: 'SOLD_IN_NO_LINE',
    severity: 'error',
    field: 'verticals',
    text: {
      en: 'The product has a price but no business line, so no site can sell it.',
      es: 'El producto tiene precio pero no línea de negocio, así que ningún sitio puede venderlo.',
    },
    check: (entry) => isSold(entry) && listIn(entry, 'verticals').length === 0,
  },
  ...bookErrors,
];

const entryWarnings: readonly Rule[] = [
  {
    ...businessLine,
    check: (entry) => !isSold(entry) && listIn(entry, 'verticals').length === 0,
  },
  createMissingValueRule(
    'TYPE_MISSING',
    'type',
    {
      en: 'The type is missing, so the product appears only in the complete list.',
      es: 'Falta el tipo, así que el producto aparece solo en la lista completa.',
    },
    (entry) => !hasType(entry),
  ),
  createMissingValueRule(
    'CARD_PICTURE_MISSING',
    'cardImage',
    {
      en: 'The card image is missing.',
      es: 'Falta la imagen de la tarjeta.',
    },
    (entry) => !isBook(entry) && listIn(entry, 'cardImage').length === 0,
  ),
  createMissingValueRule('CATEGORY_MISSING', 'categories', {
    en: 'The category is missing, so visitors cannot find the entry by subject.',
    es: 'Falta la categoría, así que los visitantes no lo encuentran por tema.',
  }),
  createMissingValueRule(
    'PROTAGONIST_MISSING',
    'protagonists',
    {
      en: 'The teachers are missing.',
      es: 'Faltan los docentes.',
    },
    (entry) => hasType(entry) && !isBook(entry) && listIn(entry, 'protagonists').length === 0,
  ),
  createMissingValueRule(
    'ACADEMIC_DATA_MISSING',
    'header',
    {
      en: 'The academic data (duration, level, start) is missing.',
      es: 'Faltan los datos académicos (duración, nivel, comienzo).',
    },
    (entry) => hasType(entry) && !isBook(entry) && getComponent(entry, 'header') === null,
  ),
  createMissingValueRule('PRESENTATION_MISSING', 'presentation', {
    en: 'The presentation is missing.',
    es: 'Falta la presentación.',
  }),
  createMissingValueRule(
    'PRICE_MISSING',
    'tuitionPrice',
    {
      en: 'The price is missing, although the product is on sale.',
      es: 'Falta el precio, aunque el producto está a la venta.',
    },
    (entry) =>
      getText(entry, 'purchaseType') !== '' &&
      !isWithheldUntilPublished(entry) &&
      isUnpriced(entry),
  ),
  createMissingValueRule(
    'PLACES_MISSING',
    'numberLimitedPlaces',
    {
      en: 'The number of places is missing, although places are limited.',
      es: 'Falta el número de plazas, aunque son limitadas.',
    },
    (entry) => isTrue(entry, 'limitedPlaces') && getNumber(entry, 'numberLimitedPlaces') === null,
  ),
  createMissingValueRule(
    'LAAB_CONNECTION_MISSING',
    'laabConnection',
    {
      en: 'The product is connected with Laab, but the Laab data is missing.',
      es: 'El producto está conectado con Laab, pero faltan los datos de Laab.',
    },
    (entry) => isTrue(entry, 'hasLaabConnection') && getComponent(entry, 'laabConnection') === null,
    ['laabConnection.title', 'laabConnection.description'],
  ),
  {
    code: 'ON_SALE_AGAIN_PAST',
    severity: 'warning',
    field: 'onSaleAgainAt',
    text: {
      en: 'The product is on sale again, because its date has passed. Turn off “Off sale”, or choose a later date.',
      es: 'El producto vuelve a estar a la venta porque su fecha ha pasado. Desactiva «Venta cerrada» o elige una fecha posterior.',
    },
    check: (entry) => isOnSaleAgainAt(entry, Date.now()),
  },
  pendingPaymentProduct,
  instalmentsTotal,
  createAlternativeTextRule('cardImage', 'mediaHeader', 'seo.image'),
  ...searchListing,
  slugChangeWarning,
  otherLanguages,
];

export const productPublishingRules: PublishingRules = {
  uid: 'api::product.product',
  rules: [...entryErrors, ...saleRules, ...entryWarnings],
  errorFields: [
    'type',
    'isSoon',
    'isOffSale',
    'offSaleText',
    'onSaleAgainAt',
    'fullPrice',
    'tuitionPrice',
    'instalmentsPrice',
    'purchaseType',
    'payID',
    'payCrm',
    'verticals',
    'cardImage',
    'bookDetails',
  ],
};
