import type { AccountFacts, Entry, Facts } from '../../feature/publishing-rules';
import { productPublishingRules } from './publishing-rules';

const account = (
  name: string,
  product: AccountFacts['product'],
  amounts: readonly number[] = [],
): AccountFacts => ({
  account: name,
  product,
  prices: amounts.map((amount) => ({ amount, currency: 'EUR', isRecurring: false })),
});

const facts = (...accounts: AccountFacts[]): Facts => ({
  locale: 'es',
  missingLanguages: [],
  defaultLanguage: null,
  publishedSlug: null,
  taken: [],
  source: null,
  accounts,
  currencies: ['EUR'],
  samePaymentProduct: [],
  publishedSale: null,
  priceTolerance: 0,
  unpublished: [],
  brokenLinks: [],
});

/** A product without errors and warnings. */
const complete: Entry = {
  title: 'Course',
  type: 'Curso corto',
  payID: 'prod_1',
  payCrm: 'Main',
  purchaseType: 'single',
  fullPrice: 100,
  tuitionPrice: 90,
  presentation: 'What it is.',
  verticals: [{ documentId: 'line' }],
  categories: [{ documentId: 'category' }],
  protagonists: [{ documentId: 'teacher' }],
  cardImage: { alternativeText: 'A classroom' },
  header: { modality: 'Online' },
  seo: { title: 'Course', description: 'A course.' },
};

const sold = facts(account('main', 'sold', [90]), account('partners', 'unsold'));

const found = (changes: Entry, known: Facts = sold, severity = 'error'): string[] =>
  productPublishingRules.rules
    .filter((rule) => rule.severity === severity)
    .filter(({ check }) => {
      const answer = check({ ...complete, ...changes }, known);
      return typeof answer === 'boolean' ? answer : answer.length > 0;
    })
    .map(({ code }) => code);

it('should say which language is missing, also one whose code no standard knows', () => {
  expect(found({}, { ...sold, missingLanguages: ['not a language'] }, 'warning')).toEqual([
    'LANGUAGE_MISSING',
  ]);
});

it.each<[string, Entry, Partial<Facts>, string[]]>([
  [
    'has no description for search engines',
    { seo: { title: 'x' } },
    {},
    ['SEARCH_DESCRIPTION_MISSING'],
  ],
  ['has nothing for search engines', { seo: null }, {}, ['SEARCH_DESCRIPTION_MISSING']],
  ['has no title for search engines', { seo: { description: 'x' } }, {}, ['SEARCH_TITLE_MISSING']],
  [
    'has another slug than is published',
    { slug: 'new' },
    { publishedSlug: 'old' },
    ['SLUG_CHANGED'],
  ],
  ['has the slug that is published', { slug: 'old' }, { publishedSlug: 'old' }, []],
])('should be advised where it %s', (_title, changes, known, codes) => {
  expect(found(changes, { ...sold, ...known }, 'warning')).toEqual(codes);
});

const offSale: Entry = { isOffSale: true, offSaleText: 'Enrolment is closed.' };

const details = { author: 'A', ISBN: '978-84-17000-01-1' };

describe('a product', () => {
  it('should be ready when it is complete', () => {
    expect([found({}), found({}, sold, 'warning')]).toEqual([[], []]);
  });

  it.each<[string, string, object, string[]]>([
    ['the default language', 'es', {}, []],
    ['another language', 'en', {}, ['ALTERNATIVE_TEXT_MISSING']],
    ['another language, with a text of its own', 'en', { en: 'A classroom' }, []],
    ['another language, with the text of a third', 'en', { fr: 'x' }, ['ALTERNATIVE_TEXT_MISSING']],
  ])('should have its pictures described in %s', (_title, locale, alternativeTexts, codes) => {
    const cardImage = { alternativeText: 'Un aula', alternativeTexts };
    const known = { ...sold, locale, defaultLanguage: 'es' };
    expect(found({ cardImage }, known, 'warning')).toEqual(codes);
  });

  it.each<[string, Entry, string[]]>([
    [
      'costs more than its full price',
      { tuitionPrice: 100.01 },
      ['PRICE_ABOVE_FULL', 'PROVIDER_PRICE_DIFFERS'],
    ],
    ['costs more than its account charges', { tuitionPrice: 95 }, ['PROVIDER_PRICE_DIFFERS']],
    ['costs just its full price', { fullPrice: 90, tuitionPrice: '90.00' }, []],
    ['has no full price', { fullPrice: null, tuitionPrice: 90 }, []],
    ['has instalments above its price', { instalmentsPrice: 101 }, ['INSTALMENT_ABOVE_FULL']],
    [
      'is paid in unnamed instalments',
      { purchaseType: 'instalments' },
      ['INSTALMENT_PRICE_MISSING', 'PROVIDER_PRICE_MISSING'],
    ],
    ['has a mistyped account', { payCrm: 'mian' }, ['PAYMENT_ACCOUNT_UNKNOWN']],
    ['has no account', { payCrm: null }, []],
    ['is in no business line', { verticals: [] }, ['SOLD_IN_NO_LINE']],
    [
      'is in no business line, but not sold',
      { verticals: [], fullPrice: null, tuitionPrice: null },
      [],
    ],
    ['has no card picture', { cardImage: null }, []],
    [
      'is a book without everything',
      { type: 'Libro', cardImage: null },
      ['COVER_MISSING', 'ISBN_MISSING'],
    ],
    ['is a book without ISBN', { type: 'Libro', bookDetails: { ISBN: ' ' } }, ['ISBN_MISSING']],
    ['is a book', { type: 'Libro', bookDetails: details }, []],
    ['has no type', { type: null }, []],
    [
      'is off sale without a text',
      { isOffSale: true, offSaleText: ' ' },
      ['OFF_SALE_TEXT_MISSING'],
    ],
    [
      'is off sale, with a price that is not charged and without an instalment',
      { ...offSale, tuitionPrice: 95, purchaseType: 'instalments' },
      [],
    ],
    [
      'is on sale again, with a price that is not charged',
      { ...offSale, onSaleAgainAt: '2020-01-01T00:00:00.000Z', tuitionPrice: 95 },
      ['PROVIDER_PRICE_DIFFERS'],
    ],
  ])('that %s should be refused so', (_, changes, codes) => {
    expect(found(changes)).toEqual(codes);
  });

  it.each<[string, Facts, Entry, string[]]>([
    ['nobody sells', facts(account('main', 'unsold')), {}, ['PAYMENT_PRODUCT_UNKNOWN']],
    ['is sold, but pasted with a blank', sold, { payID: 'prod_1 ' }, ['PAYMENT_PRODUCT_UNKNOWN']],
    ['nobody sells yet', facts(account('main', 'unsold')), { isSoon: true }, []],
    ['is off sale, and nobody sells', facts(account('main', 'unsold')), offSale, []],
    [
      'is off sale until a date, and nobody sells',
      facts(account('main', 'unsold')),
      { ...offSale, onSaleAgainAt: '2999-01-01T00:00:00.000Z' },
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'is off sale until a date, and another product is sold as',
      { ...sold, samePaymentProduct: [{ title: 'Other', account: 'main' }] },
      { ...offSale, onSaleAgainAt: '2999-01-01T00:00:00.000Z' },
      ['PAYMENT_PRODUCT_SHARED'],
    ],
    [
      'is off sale, and the other account sells',
      facts(account('main', 'unsold'), account('partners', 'sold')),
      offSale,
      [],
    ],
    [
      'is off sale, and another product is sold as',
      { ...sold, samePaymentProduct: [{ title: 'Other', account: 'main' }] },
      offSale,
      [],
    ],
    [
      'is no longer off sale, and nobody sells',
      { ...facts(account('main', 'unsold')), publishedSale: { ...complete, ...offSale } },
      {},
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'is no longer off sale, and is charged otherwise',
      { ...facts(account('main', 'sold', [89])), publishedSale: { ...complete, ...offSale } },
      {},
      ['PROVIDER_PRICE_DIFFERS'],
    ],
    [
      'the other account sells',
      facts(account('main', 'unsold'), account('partners', 'sold')),
      {},
      ['PAYMENT_PRODUCT_ELSEWHERE'],
    ],
    [
      'any account may sell',
      facts(account('main', 'unsold'), account('partners', 'sold')),
      { payCrm: '' },
      [],
    ],
    ['an account that is silent may sell', facts(account('main', 'unknown')), {}, []],
    [
      'another account that is silent may sell',
      facts(account('main', 'unsold'), account('partners', 'unknown')),
      { payCrm: null },
      [],
    ],
    [
      'nobody sells, in an account that does not exist',
      facts(account('main', 'unsold'), account('partners', 'unsold')),
      { payCrm: 'mian' },
      ['PAYMENT_ACCOUNT_UNKNOWN', 'PAYMENT_PRODUCT_UNKNOWN'],
    ],
    ['no payment account is known', facts(), { payCrm: 'mian' }, []],
    [
      'another product is sold as',
      { ...sold, samePaymentProduct: [{ title: 'Other', account: 'MAIN ' }] },
      {},
      ['PAYMENT_PRODUCT_SHARED'],
    ],
    [
      'another account sells as another product',
      { ...sold, samePaymentProduct: [{ title: 'Other', account: 'partners' }] },
      {},
      [],
    ],
    [
      'one of two accounts charges otherwise',
      facts(account('main', 'unsold'), account('partners', 'sold', [80])),
      { payCrm: '' },
      ['PROVIDER_PRICE_DIFFERS'],
    ],
    [
      'an account charges otherwise, and another is silent',
      facts(account('main', 'unknown'), account('partners', 'sold', [80])),
      { payCrm: '' },
      [],
    ],
    [
      'is charged once for the price of an instalment',
      facts(account('main', 'sold', [12])),
      { purchaseType: null, instalmentsPrice: 12 },
      ['PROVIDER_PRICE_MISSING'],
    ],
    [
      'is charged within the tolerance',
      { ...facts(account('main', 'sold', [89])), priceTolerance: 2 },
      {},
      [],
    ],
    [
      'is charged beyond the tolerance',
      { ...facts(account('main', 'sold', [88])), priceTolerance: 2 },
      {},
      ['PROVIDER_PRICE_DIFFERS'],
    ],
  ])('that %s should be refused so', (_, known, changes, codes) => {
    expect(found(changes, known)).toEqual(codes);
  });

  it('should name the currency in which its price is not charged', () => {
    const rule = productPublishingRules.rules.find(({ code }) => code === 'PROVIDER_PRICE_DIFFERS');
    expect(rule?.check(complete, { ...sold, currencies: ['EUR', 'MXN'] })).toEqual([
      {
        path: ['tuitionPrice'],
        values: {
          shown: { amount: 90, currency: 'MXN' },
          charged: { amount: 90, currency: 'EUR' },
        },
      },
    ]);
  });

  it.each<[string, Entry, Facts]>([
    ['PROVIDER_PRICE_DIFFERS', { isSoon: true }, facts(account('main', 'sold', [89, 120]))],
    [
      'PROVIDER_PRICE_DIFFERS',
      {},
      { ...facts(account('main', 'sold', [89])), publishedSale: complete },
    ],
    [
      'PAYMENT_PRODUCT_SHARED',
      { isSoon: true },
      { ...sold, samePaymentProduct: [{ title: 'Other', account: '' }] },
    ],
    ['PAYMENT_PRODUCT_PENDING', { isSoon: true }, facts(account('main', 'unsold'))],
    ['ON_SALE_AGAIN_PAST', { ...offSale, onSaleAgainAt: '2020-01-01T00:00:00.000Z' }, sold],
    [
      'PROVIDER_TOTAL_DIFFERS',
      { purchaseType: 'instalments', fullPrice: 1450, tuitionPrice: 0, instalmentsPrice: 120 },
      facts({
        account: 'main',
        product: 'sold',
        prices: [{ amount: 120, currency: 'EUR', isRecurring: true, instalments: 24 }],
      }),
    ],
    ['CARD_PICTURE_MISSING', { cardImage: null }, sold],
    ['BUSINESS_LINE_MISSING', { verticals: [], fullPrice: null, tuitionPrice: null }, sold],
    ['PLACES_MISSING', { limitedPlaces: true }, sold],
    ['ACADEMIC_DATA_MISSING', { header: null }, sold],
  ])('should be advised: %s', (code, changes, known) => {
    expect(found(changes, known, 'warning')).toContain(code);
    expect(found(changes, known)).toEqual([]);
  });

  it('should be advised of nothing where it is off sale for good, and nobody sells it', () => {
    const nothing = { fullPrice: null, tuitionPrice: null };
    const known = facts(account('main', 'unsold'));
    expect(found({ ...offSale, ...nothing }, known, 'warning')).toEqual([]);
  });
});
