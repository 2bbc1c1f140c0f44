import { PRICE_FIELDS, priceFieldsIn, pricesOf } from '../../catalogue/product-prices';
import { isTrue, listIn, numberIn, partIn, textIn } from '../../catalogue/entry-values';
import {
  businessLine,
  describedPictures,
  otherLanguages,
  searchListing,
  slugKept,
  wanted,
} from '../../catalogue/readiness';
import type { Entry, Place, Readiness, Rule } from '../../feature/readiness';
import { bookHindrances, isBook } from './book-readiness';
import { paymentHindrances, pendingPaymentProduct, saleRules } from './payment-readiness';

const hasType = (entry: Entry): boolean => textIn(entry, 'type') !== '';

const isSold = (entry: Entry): boolean =>
  PRICE_FIELDS.some((name) => numberIn(entry, name) !== null);

/** Whether sites can show nothing that it costs; an enrolment fee is no price. */
const isUnpriced = (entry: Entry): boolean => {
  const { total, instalment } = pricesOf(priceFieldsIn(entry));
  return total === null && instalment === null;
};

const above = (entry: Entry, field: string): Place[] | false => {
  const [price, full] = [numberIn(entry, field), numberIn(entry, 'fullPrice')];
  return price !== null && full !== null && price > full
    ? [{ values: { price: { amount: price }, full: { amount: full } } }]
    : false;
};

const hindrances: readonly Rule[] = [
  {
    code: 'PRICE_ABOVE_FULL',
    severity: 'hindrance',
    field: 'tuitionPrice',
    text: {
      en: 'The price to pay ({price}) is above the full price ({full}).',
      es: 'El precio a pagar ({price}) supera el precio completo ({full}).',
    },
    title: {
      en: 'The price to pay is above the full price.',
      es: 'El precio a pagar supera el precio completo.',
    },
    check: (entry) => above(entry, 'tuitionPrice'),
  },
  {
    code: 'INSTALMENT_ABOVE_FULL',
    severity: 'hindrance',
    field: 'instalmentsPrice',
    text: {
      en: 'One instalment ({price}) is above the full price ({full}).',
      es: 'Un solo plazo ({price}) supera el precio completo ({full}).',
    },
    title: {
      en: 'One instalment is above the full price.',
      es: 'Un solo plazo supera el precio completo.',
    },
    check: (entry) => above(entry, 'instalmentsPrice'),
  },
  {
    code: 'INSTALMENT_PRICE_MISSING',
    severity: 'hindrance',
    field: 'instalmentsPrice',
    text: {
      en: 'It is paid in instalments, but the price of an instalment is missing.',
      es: 'Se paga a plazos, pero falta el precio de cada plazo.',
    },
    check: (entry) =>
      entry.purchaseType === 'instalments' && numberIn(entry, 'instalmentsPrice') === null,
  },
  ...paymentHindrances,
  {
    code: 'SOLD_IN_NO_LINE',
    severity: 'hindrance',
    field: 'verticals',
    text: {
      en: 'It has a price but belongs to no business line: no site could sell it.',
      es: 'Tiene precio, pero no pertenece a ninguna línea de negocio: ningún sitio podría venderlo.',
    },
    check: (entry) => isSold(entry) && listIn(entry, 'verticals').length === 0,
  },
  ...bookHindrances,
];

const advice: readonly Rule[] = [
  {
    ...businessLine,
    check: (entry) => !isSold(entry) && listIn(entry, 'verticals').length === 0,
  },
  wanted(
    'TYPE_MISSING',
    'type',
    {
      en: 'Without a type it appears only in the list of everything.',
      es: 'Sin tipo aparece solo en la lista de todo.',
    },
    (entry) => !hasType(entry),
  ),
  wanted(
    'CARD_PICTURE_MISSING',
    'cardImage',
    {
      en: 'It has no card picture: its card will be empty.',
      es: 'No tiene imagen de tarjeta: su tarjeta se verá vacía.',
    },
    (entry) => !isBook(entry) && listIn(entry, 'cardImage').length === 0,
  ),
  wanted('CATEGORY_MISSING', 'categories', {
    en: 'It has no category, so nobody finds it by subject.',
    es: 'No tiene categoría, así que nadie lo encuentra por tema.',
  }),
  wanted(
    'PROTAGONIST_MISSING',
    'protagonists',
    {
      en: 'It does not say who teaches it.',
      es: 'No dice quién lo imparte.',
    },
    (entry) => hasType(entry) && !isBook(entry) && listIn(entry, 'protagonists').length === 0,
  ),
  wanted(
    'ACADEMIC_DATA_MISSING',
    'header',
    {
      en: 'It has no academic data: duration, level, start.',
      es: 'No tiene datos académicos: duración, nivel, comienzo.',
    },
    (entry) => hasType(entry) && !isBook(entry) && partIn(entry, 'header') === null,
  ),
  wanted('PRESENTATION_MISSING', 'presentation', {
    en: 'It has no presentation.',
    es: 'No tiene presentación.',
  }),
  wanted(
    'PRICE_MISSING',
    'tuitionPrice',
    {
      en: 'It is sold, but shows no price.',
      es: 'Se vende, pero no muestra ningún precio.',
    },
    (entry) =>
      textIn(entry, 'purchaseType') !== '' && !isTrue(entry, 'isSoon') && isUnpriced(entry),
  ),
  wanted(
    'PLACES_MISSING',
    'numberLimitedPlaces',
    {
      en: 'Places are limited, but it does not say to how many.',
      es: 'Las plazas son limitadas, pero no dice cuántas hay.',
    },
    (entry) => isTrue(entry, 'limitedPlaces') && numberIn(entry, 'numberLimitedPlaces') === null,
  ),
  wanted(
    'LAAB_CONNECTION_MISSING',
    'laabConnection',
    {
      en: 'It is connected with Laab, but there is nothing to show of it.',
      es: 'Está conectado con Laab, pero no hay nada que mostrar de ello.',
    },
    (entry) => isTrue(entry, 'hasLaabConnection') && partIn(entry, 'laabConnection') === null,
    ['laabConnection.title', 'laabConnection.description'],
  ),
  pendingPaymentProduct,
  describedPictures('cardImage', 'mediaHeader', 'seo.image'),
  ...searchListing,
  slugKept,
  otherLanguages,
];

/** What a product should be before it is published. */
export const productReadiness: Readiness = {
  uid: 'api::product.product',
  rules: [...hindrances, ...saleRules, ...advice],
  hindrancesRead: [
    'type',
    'isSoon',
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
