import fc from 'fast-check';
import type { Entry, Facts, PublishingRules } from '#feature/publishing-rules';
import {
  createAlternativeTextRule,
  otherLanguages,
  slugChangeWarning,
} from '#catalogue/publishing-rules';
import { evaluate, selectBlockingErrors, type RuleSet } from './evaluate';
import type { Layout } from '#feature/layout';
import { type AttributeShape, createFieldLookup, createLabelLookup } from './models';

const models: Readonly<Record<string, Readonly<Record<string, AttributeShape>>>> = {
  thing: {
    title: { type: 'string', required: true },
    slug: { type: 'string' },
    price: { type: 'decimal' },
    cover: { type: 'media' },
    slides: { type: 'component', component: 'slide', repeatable: true },
  },
  slide: { text: { type: 'text', required: true }, picture: { type: 'media' } },
};

const publishingRules: PublishingRules = {
  uid: 'thing',
  errorFields: ['price'],
  rules: [
    createAlternativeTextRule('cover', 'slides.picture'),
    slugChangeWarning,
    otherLanguages,
    {
      code: 'TOO_DEAR',
      severity: 'error',
      field: 'price',
      text: { en: '{price} is too much.', es: '{price} es demasiado.' },
      check: ({ price }) =>
        typeof price === 'number' && price > 9 ? [{ values: { price: { amount: price } } }] : false,
    },
    {
      code: 'ODD',
      severity: 'error',
      isRefusedElsewhere: true,
      field: 'price',
      text: { en: 'Odd.', es: 'Impar.' },
      check: ({ price }) => price === 11,
    },
  ],
};

const layouts: readonly Layout[] = [
  {
    uid: 'thing',
    title: 'title',
    rows: [
      {
        title: { label: { en: 'Title', es: 'Título' } },
        slides: { label: { en: 'Slides', es: 'Diapositivas' } },
      },
      {
        price: { label: { en: 'Price', es: 'Precio' } },
        cover: { label: { en: 'Cover', es: 'Cubierta' } },
      },
    ],
  },
  {
    uid: 'slide',
    title: 'text',
    rows: [
      {
        text: { label: { en: 'Text', es: 'Texto' } },
        picture: { label: { en: 'Picture', es: 'Imagen' } },
      },
    ],
  },
];

const ruleSet: RuleSet = {
  publishingRules,
  shapes: (uid) => models[uid],
  labelOf: createLabelLookup(layouts),
  fieldOf: createFieldLookup(layouts),
  title: 'title',
};

const noFacts: Facts = {
  locale: 'es',
  missingLanguages: [],
  defaultLanguage: null,
  publishedSlug: null,
  accounts: [],
  currencies: [],
  samePaymentProduct: [],
  publishedSale: null,
  priceTolerance: 0,
  unpublished: [],
  brokenLinks: [],
  taken: [],
  source: null,
};

const evaluateBriefly = (entry: Entry, facts: Facts = noFacts) =>
  evaluate(ruleSet, entry, facts).map(({ code, path, place }) => [code, path.join('.'), place.es]);

describe('evaluate', () => {
  it('findings – have the label path of the form, errors first', () => {
    const entry = {
      title: ' ',
      price: 10.5,
      cover: { alternativeText: null },
      slides: [
        { text: 'One', picture: { alternativeText: 'A cat' } },
        { picture: { mime: 'image/png' } },
      ],
    };
    expect(evaluateBriefly(entry)).toEqual([
      ['FIELD_MISSING', 'title', 'Título'],
      ['FIELD_MISSING', 'slides.1.text', 'Diapositivas 2 › Texto'],
      ['TOO_DEAR', 'price', 'Precio'],
      ['ALTERNATIVE_TEXT_MISSING', 'cover', 'Cubierta'],
      ['ALTERNATIVE_TEXT_MISSING', 'slides.1.picture', 'Diapositivas 2 › Imagen'],
    ]);
  });

  it('findings – have texts in both languages', () => {
    const facts = {
      ...noFacts,
      currencies: ['EUR'],
      missingLanguages: ['en'],
      publishedSlug: 'before',
    };
    const texts = evaluate(ruleSet, { title: 'x', price: 1234.5 }, facts).map(({ text }) => text);
    expect(texts).toEqual([
      { en: '€1,234.50 is too much.', es: '1.234,50 € es demasiado.' },
      expect.objectContaining({ es: expect.stringContaining('«before»') as unknown }),
      { en: 'The entry has no version in English.', es: 'La entrada no tiene versión en inglés.' },
    ]);
  });

  it('value of another entry – returns VALUE_TAKEN until the value changes', () => {
    const facts = { ...noFacts, taken: [{ attribute: 'slug', value: 'one' }] };
    const evaluateSlug = ({ slug }: { slug: string }) =>
      evaluateBriefly({ title: 'x', slug }, facts);
    expect(evaluateSlug({ slug: 'one' })).toEqual([['VALUE_TAKEN', 'slug', expect.any(String)]]);
    expect(evaluateSlug({ slug: 'other' })).toEqual([]);
  });

  it('selectBlockingErrors – errors – omits those that another check refuses', () => {
    expect(selectBlockingErrors(ruleSet, { price: 11 }, noFacts).map(({ code }) => code)).toEqual([
      'TOO_DEAR',
    ]);
    expect(selectBlockingErrors(ruleSet, { title: '' }, noFacts)).toEqual([]);
  });

  it('any entry – contains each code of refusedHere', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('title', 'price', 'cover', 'slides'), fc.anything()),
        (entry) => {
          const codes = evaluate(ruleSet, entry, noFacts).map(({ code }) => code);
          for (const { code } of selectBlockingErrors(ruleSet, entry, noFacts))
            expect(codes).toContain(code);
        },
      ),
    );
  });
});
