import type { AccountFacts, Entry, Facts } from '#feature/publishing-rules';
import { productPublishingRules } from './publishing-rules';

const createAccount = (
  name: string,
  product: AccountFacts['product'],
  amounts: readonly number[] = [],
): AccountFacts => ({
  account: name,
  product,
  prices: amounts.map((amount) => ({ amount, currency: 'EUR', isRecurring: false })),
});

const createFacts = (...accounts: AccountFacts[]): Facts => ({
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

const soldFacts = createFacts(
  createAccount('main', 'sold', [90]),
  createAccount('partners', 'unsold'),
);

const findCodes = (changes: Entry, facts: Facts = soldFacts, severity = 'error'): string[] =>
  productPublishingRules.rules
    .filter((rule) => rule.severity === severity)
    .filter(({ check }) => {
      const answer = check({ ...complete, ...changes }, facts);
      return typeof answer === 'boolean' ? answer : answer.length > 0;
    })
    .map(({ code }) => code);

it('locale missing, also one with an invalid code – returns LANGUAGE_MISSING', () => {
  expect(findCodes({}, { ...soldFacts, missingLanguages: ['not a language'] }, 'warning')).toEqual([
    'LANGUAGE_MISSING',
  ]);
});

it.each<[string, Entry, Partial<Facts>, string[]]>([
  ['SEO without a description', { seo: { title: 'x' } }, {}, ['SEARCH_DESCRIPTION_MISSING']],
  ['no SEO component', { seo: null }, {}, ['SEARCH_DESCRIPTION_MISSING']],
  ['SEO without a title', { seo: { description: 'x' } }, {}, ['SEARCH_TITLE_MISSING']],
  [
    'slug differs from the published slug',
    { slug: 'new' },
    { publishedSlug: 'old' },
    ['SLUG_CHANGED'],
  ],
  ['slug equals the published slug', { slug: 'old' }, { publishedSlug: 'old' }, []],
])('%s – returns the expected warnings', (_title, changes, facts, codes) => {
  expect(findCodes(changes, { ...soldFacts, ...facts }, 'warning')).toEqual(codes);
});

const offSale: Entry = { isOffSale: true, offSaleText: 'Enrolment is closed.' };

const details = { author: 'A', ISBN: '978-84-17000-01-1' };

describe('productPublishingRules', () => {
  it('complete product – returns no errors and no warnings', () => {
    expect([findCodes({}), findCodes({}, soldFacts, 'warning')]).toEqual([[], []]);
  });

  it.each<[string, string, object, string[]]>([
    ['default locale', 'es', {}, []],
    ['another locale', 'en', {}, ['ALTERNATIVE_TEXT_MISSING']],
    ['another locale with its own text', 'en', { en: 'A classroom' }, []],
    [
      'another locale with the text of a third one',
      'en',
      { fr: 'x' },
      ['ALTERNATIVE_TEXT_MISSING'],
    ],
  ])(
    'alternative text of the card picture, %s – returns the expected warnings',
    (_title, locale, alternativeTexts, codes) => {
      const cardImage = { alternativeText: 'Un aula', alternativeTexts };
      const facts = { ...soldFacts, locale, defaultLanguage: 'es' };
      expect(findCodes({ cardImage }, facts, 'warning')).toEqual(codes);
    },
  );

  it.each<[string, Entry, string[]]>([
    [
      'price above the full price',
      { tuitionPrice: 100.01 },
      ['PRICE_ABOVE_FULL', 'PROVIDER_PRICE_DIFFERS'],
    ],
    [
      'price above the price of its payment account',
      { tuitionPrice: 95 },
      ['PROVIDER_PRICE_DIFFERS'],
    ],
    ['price equal to the full price', { fullPrice: 90, tuitionPrice: '90.00' }, []],
    ['no full price', { fullPrice: null, tuitionPrice: 90 }, []],
    ['instalment above the full price', { instalmentsPrice: 101 }, ['INSTALMENT_ABOVE_FULL']],
    [
      'instalments without an instalment price',
      { purchaseType: 'instalments' },
      ['INSTALMENT_PRICE_MISSING', 'PROVIDER_PRICE_MISSING'],
    ],
    ['unknown payment account', { payCrm: 'mian' }, ['PAYMENT_ACCOUNT_UNKNOWN']],
    ['no payment account', { payCrm: null }, []],
    ['no business line', { verticals: [] }, ['SOLD_IN_NO_LINE']],
    ['no business line and no price', { verticals: [], fullPrice: null, tuitionPrice: null }, []],
    ['no card picture', { cardImage: null }, []],
    [
      'book without cover and ISBN',
      { type: 'Libro', cardImage: null },
      ['COVER_MISSING', 'ISBN_MISSING'],
    ],
    ['book with a blank ISBN', { type: 'Libro', bookDetails: { ISBN: ' ' } }, ['ISBN_MISSING']],
    ['book with an ISBN', { type: 'Libro', bookDetails: details }, []],
    ['no type', { type: null }, []],
    [
      'off sale with a blank text',
      { isOffSale: true, offSaleText: ' ' },
      ['OFF_SALE_TEXT_MISSING'],
    ],
    [
      'off sale with a different provider price and no instalment price',
      { ...offSale, tuitionPrice: 95, purchaseType: 'instalments' },
      [],
    ],
    [
      'on sale again with a different provider price',
      { ...offSale, onSaleAgainAt: '2020-01-01T00:00:00.000Z', tuitionPrice: 95 },
      ['PROVIDER_PRICE_DIFFERS'],
    ],
  ])('%s – returns the expected errors', (_, changes, codes) => {
    expect(findCodes(changes)).toEqual(codes);
  });

  it.each<[string, Facts, Entry, string[]]>([
    [
      'no account sells the payment product',
      createFacts(createAccount('main', 'unsold')),
      {},
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'payment id with a trailing space',
      soldFacts,
      { payID: 'prod_1 ' },
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'coming soon, no account sells it',
      createFacts(createAccount('main', 'unsold')),
      { isSoon: true },
      [],
    ],
    ['off sale, no account sells it', createFacts(createAccount('main', 'unsold')), offSale, []],
    [
      'off sale until a date, no account sells it',
      createFacts(createAccount('main', 'unsold')),
      { ...offSale, onSaleAgainAt: '2999-01-01T00:00:00.000Z' },
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'off sale until a date, another product uses the payment product',
      { ...soldFacts, samePaymentProduct: [{ title: 'Other', account: 'main' }] },
      { ...offSale, onSaleAgainAt: '2999-01-01T00:00:00.000Z' },
      ['PAYMENT_PRODUCT_SHARED'],
    ],
    [
      'off sale, only another account sells it',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'sold')),
      offSale,
      [],
    ],
    [
      'off sale, another product uses the payment product',
      { ...soldFacts, samePaymentProduct: [{ title: 'Other', account: 'main' }] },
      offSale,
      [],
    ],
    [
      'no longer off sale, no account sells it',
      {
        ...createFacts(createAccount('main', 'unsold')),
        publishedSale: { ...complete, ...offSale },
      },
      {},
      ['PAYMENT_PRODUCT_UNKNOWN'],
    ],
    [
      'no longer off sale, the provider price differs',
      {
        ...createFacts(createAccount('main', 'sold', [89])),
        publishedSale: { ...complete, ...offSale },
      },
      {},
      ['PROVIDER_PRICE_DIFFERS'],
    ],
    [
      'only another account sells it',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'sold')),
      {},
      ['PAYMENT_PRODUCT_ELSEWHERE'],
    ],
    [
      'no payment account set, one account sells it',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'sold')),
      { payCrm: '' },
      [],
    ],
    ['the payment account is unavailable', createFacts(createAccount('main', 'unknown')), {}, []],
    [
      'no payment account set, one account is unavailable',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'unknown')),
      { payCrm: null },
      [],
    ],
    [
      'unknown payment account, no account sells it',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'unsold')),
      { payCrm: 'mian' },
      ['PAYMENT_ACCOUNT_UNKNOWN', 'PAYMENT_PRODUCT_UNKNOWN'],
    ],
    ['no payment accounts configured', createFacts(), { payCrm: 'mian' }, []],
    [
      'another product uses the payment product',
      { ...soldFacts, samePaymentProduct: [{ title: 'Other', account: 'MAIN ' }] },
      {},
      ['PAYMENT_PRODUCT_SHARED'],
    ],
    [
      'another product uses the payment product of another account',
      { ...soldFacts, samePaymentProduct: [{ title: 'Other', account: 'partners' }] },
      {},
      [],
    ],
    [
      'the price differs in the selling account',
      createFacts(createAccount('main', 'unsold'), createAccount('partners', 'sold', [80])),
      { payCrm: '' },
      ['PROVIDER_PRICE_DIFFERS'],
    ],
    [
      'the price differs in one account, the other is unavailable',
      createFacts(createAccount('main', 'unknown'), createAccount('partners', 'sold', [80])),
      { payCrm: '' },
      [],
    ],
    [
      'single provider price equal to the instalment price',
      createFacts(createAccount('main', 'sold', [12])),
      { purchaseType: null, instalmentsPrice: 12 },
      ['PROVIDER_PRICE_MISSING'],
    ],
    [
      'provider price within the tolerance',
      { ...createFacts(createAccount('main', 'sold', [89])), priceTolerance: 2 },
      {},
      [],
    ],
    [
      'provider price beyond the tolerance',
      { ...createFacts(createAccount('main', 'sold', [88])), priceTolerance: 2 },
      {},
      ['PROVIDER_PRICE_DIFFERS'],
    ],
  ])('%s – returns the expected errors', (_, facts, changes, codes) => {
    expect(findCodes(changes, facts)).toEqual(codes);
  });

  it('price missing in one of two currencies – returns that currency and the charged price', () => {
    const rule = productPublishingRules.rules.find(({ code }) => code === 'PROVIDER_PRICE_DIFFERS');
    expect(rule?.check(complete, { ...soldFacts, currencies: ['EUR', 'MXN'] })).toEqual([
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
    [
      'PROVIDER_PRICE_DIFFERS',
      { isSoon: true },
      createFacts(createAccount('main', 'sold', [89, 120])),
    ],
    [
      'PROVIDER_PRICE_DIFFERS',
      {},
      { ...createFacts(createAccount('main', 'sold', [89])), publishedSale: complete },
    ],
    [
      'PAYMENT_PRODUCT_SHARED',
      { isSoon: true },
      { ...soldFacts, samePaymentProduct: [{ title: 'Other', account: '' }] },
    ],
    ['PAYMENT_PRODUCT_PENDING', { isSoon: true }, createFacts(createAccount('main', 'unsold'))],
    ['ON_SALE_AGAIN_PAST', { ...offSale, onSaleAgainAt: '2020-01-01T00:00:00.000Z' }, soldFacts],
    [
      'PROVIDER_TOTAL_DIFFERS',
      { purchaseType: 'instalments', fullPrice: 1450, tuitionPrice: 0, instalmentsPrice: 120 },
      createFacts({
        account: 'main',
        product: 'sold',
        prices: [{ amount: 120, currency: 'EUR', isRecurring: true, instalments: 24 }],
      }),
    ],
    ['CARD_PICTURE_MISSING', { cardImage: null }, soldFacts],
    ['BUSINESS_LINE_MISSING', { verticals: [], fullPrice: null, tuitionPrice: null }, soldFacts],
    ['PLACES_MISSING', { limitedPlaces: true }, soldFacts],
    ['ACADEMIC_DATA_MISSING', { header: null }, soldFacts],
  ])('%s – is a warning and not an error', (code, changes, facts) => {
    expect(findCodes(changes, facts, 'warning')).toContain(code);
    expect(findCodes(changes, facts)).toEqual([]);
  });

  it('off sale without a date, no account sells it – returns no warnings', () => {
    const noPrices = { fullPrice: null, tuitionPrice: null };
    const facts = createFacts(createAccount('main', 'unsold'));
    expect(findCodes({ ...offSale, ...noPrices }, facts, 'warning')).toEqual([]);
  });
});
