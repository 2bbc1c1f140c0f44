import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { sampleCatalogue } from '../sandbox/pay/catalogue';
import {
  findDifferentCharge,
  matchesPurchaseType,
  getPriceFields,
  getShownPrice,
} from '#catalogue/money/product-prices';
import { isValidIsbn, findCatalogueProblems } from '../scripts/sample/catalogue/check';
import {
  isFields,
  listOf,
  mergeFields,
  getTextField,
  type Fields,
  type Value,
} from '../scripts/sample/catalogue/fields';
import { readImages } from '../scripts/sample/catalogue/images';
import { readCatalogue, type SampleDocument } from '../scripts/sample/catalogue/read';
import { parseEntryLink, findReferences } from '../scripts/sample/catalogue/references';
import { sampleLocales } from '../scripts/sample/catalogue/types';

const projectRoot = path.resolve(__dirname, '..');
const root = path.join(projectRoot, 'database/sample');
const catalogue = readCatalogue(root);

type Attribute = {
  type: string;
  required?: boolean;
  default?: unknown;
  enum?: string[];
  regex?: string;
  component?: string;
  repeatable?: boolean;
  components?: string[];
};
type Model = { attributes: Record<string, Attribute> };

const readModel = (file: string): Model => JSON.parse(readFileSync(file, 'utf8')) as Model;

const modelOf = (uid: string): Model => {
  const name = uid.replace(/^api::.*\./, '');
  return readModel(path.join(projectRoot, 'src/api', name, 'content-types', name, 'schema.json'));
};
const componentOf = (uid: string): Model =>
  readModel(path.join(projectRoot, 'src/components', `${uid.replace('.', '/')}.json`));

/** Returns the errors that the panel would show for these fields. */
const findErrors = (model: Model, fields: Fields, where: string): string[] => {
  const unknown = Object.keys(fields)
    .filter((name) => model.attributes[name] === undefined)
    .map((name) => `${where}.${name} is not in the model`);
  const invalid = Object.entries(model.attributes).flatMap(([name, attribute]) =>
    findFieldErrors(attribute, fields[name], `${where}.${name}`),
  );
  return [...unknown, ...invalid];
};

const findFieldErrors = (
  attribute: Attribute,
  value: Value | undefined,
  where: string,
): string[] => {
  if (value === undefined || value === null || value === '')
    return attribute.required === true && attribute.default === undefined
      ? [`${where} is missing`]
      : [];
  if (attribute.component !== undefined) {
    const parts = attribute.repeatable === true && Array.isArray(value) ? value : [value];
    const component = componentOf(attribute.component);
    return parts.flatMap((part) =>
      isFields(part) ? findErrors(component, part, where) : [`${where} is not a component`],
    );
  }
  if (attribute.components !== undefined) {
    const parts: Value[] = Array.isArray(value) ? value : [value];
    return parts.flatMap((part) => {
      const { __component: uid, ...fields } = isFields(part) ? part : {};
      return typeof uid === 'string' && attribute.components?.includes(uid) === true
        ? findErrors(componentOf(uid), fields, where)
        : [`${where}: ${JSON.stringify(uid)} is not offered`];
    });
  }
  if (typeof value !== 'string') return [];
  if (attribute.enum?.includes(value) === false) return [`${where}: ${value} is not offered`];
  if (attribute.regex !== undefined && !new RegExp(attribute.regex).test(value))
    return [`${where}: ${value} has another form`];
  return [];
};

const inFolder = (folder: string): SampleDocument[] =>
  catalogue.documents.filter((document) => document.type.folder === folder);

const fieldsOf = (folder: string, key: string, locale = 'es'): Fields => {
  const document = inFolder(folder).find((document) => document.key === key);
  if (document === undefined) throw new Error(`there is no ${folder}/${key}`);
  return document.fieldsIn(locale);
};

const productsOf = (...types: (string | null)[]): SampleDocument[] =>
  inFolder('products').filter((document) => {
    const { type } = document.fieldsIn(document.locales[0] ?? 'es');
    return types.includes(type as string | null);
  });

describe('sample catalogue', () => {
  it('has no errors', () => {
    expect(findCatalogueProblems(catalogue)).toEqual([]);
  });

  it('matches the content types in every locale', () => {
    const errors = catalogue.documents.flatMap((document) =>
      document.locales.flatMap((locale) =>
        findErrors(
          modelOf(document.type.uid),
          document.fieldsIn(locale),
          `${document.file} (${locale})`,
        ),
      ),
    );
    expect(errors).toEqual([]);
  });

  it.each([
    ['verticals', 3],
    ['categories', 8],
    ['channels', 8],
    ['protagonists', 20],
    ['series', 10],
    ['episodes', 40],
    ['lives', 6],
    ['pages/home', 3],
    ['pages/presentials', 3],
    ['pages/books', 3],
    ['pages/contents', 3],
    ['pages/company', 2],
    ['pages/channels', 3],
    ['pages/platform', 3],
  ])('has enough %s', (folder, atLeast) => {
    expect(inFolder(folder).length).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    ['books', ['Libro'], 12],
    ['short courses', ['Curso corto'], 6],
    ['long programmes', ['Programa largo'], 6],
    ['in-person courses', ['Curso presencial'], 6],
    ['courses', ['Curso corto', 'Programa largo', 'Curso presencial'], 24],
    ['masters', ['Máster'], 8],
  ])('has enough %s', (_, types, atLeast) => {
    expect(productsOf(...types).length).toBeGreaterThanOrEqual(atLeast);
  });

  it('has over 90 % of its entries in both locales', () => {
    const localized = catalogue.documents.filter(({ isLocalized }) => isLocalized);
    const inBothLocales = localized.filter(
      ({ locales }) => locales.length === sampleLocales.length,
    );
    expect(inBothLocales.length / localized.length).toBeGreaterThan(0.9);
  });

  it('has products of every business line, and some of all three', () => {
    const verticals = inFolder('products').map((product) =>
      listOf(product.fieldsIn(product.locales[0] ?? 'es'), 'verticals'),
    );
    for (const { key } of inFolder('verticals'))
      expect(verticals.filter((keys) => keys.includes(key)).length).toBeGreaterThan(10);
    expect(verticals.some((keys) => keys.length === 3)).toBe(true);
  });

  it('has exactly one default business line', () => {
    const isDefault = inFolder('verticals').filter(
      ({ key }) => fieldsOf('verticals', key).isDefault,
    );
    expect(isDefault).toHaveLength(1);
  });

  it('pages – show only entries of their business line', () => {
    const pages = catalogue.documents.filter(({ type }) => type.folder.startsWith('pages/'));
    const foreignEntries = pages.flatMap((page) =>
      page.locales.flatMap((locale) => {
        const fields = page.fieldsIn(locale);
        const vertical = getTextField(fields, 'vertical');
        return findReferences(fields)
          .filter(({ folder }) => ['channels', 'products', 'series', 'lives'].includes(folder))
          .filter(({ folder, key }) => {
            const shownFields = fieldsOf(folder, key, locale);
            return ![
              getTextField(shownFields, 'vertical'),
              ...listOf(shownFields, 'verticals'),
            ].includes(vertical);
          })
          .map(({ key }) => `${page.file} (${locale}): ${key}`);
      }),
    );
    expect(foreignEntries).toEqual([]);
  });

  it('links of pages – lead to entries, anchors, or lists of their business line and locale', () => {
    const lists = ['courses', 'masters', 'books', 'channels', 'series'];
    const links = catalogue.documents
      .filter(({ type }) => type.folder.startsWith('pages/'))
      .flatMap((page) =>
        page.locales.flatMap((locale) => {
          const fields = page.fieldsIn(locale);
          const home = `/${getTextField(fields, 'vertical')}/${locale}`;
          const written = JSON.stringify([fields, page.editsIn(locale) ?? {}]);
          return [...written.matchAll(/"link":"([^"]*)"/g)].map(([, link = '']) => ({
            link,
            isKnown:
              parseEntryLink(link) !== undefined ||
              link.startsWith('#') ||
              lists.some((list) => link === `${home}/${list}`),
          }));
        }),
      );
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });

  it('has past and future lives', () => {
    const starts = inFolder('lives').flatMap(({ key }) => {
      const { typeOfLive } = fieldsOf('lives', key);
      return isFields(typeOfLive) ? [getTextField(typeOfLive, 'startDate')] : [];
    });
    expect(starts.filter((start) => start < '2026')).not.toHaveLength(0);
    expect(starts.filter((start) => start > '2029')).not.toHaveLength(0);
  });

  it('has drafts, edits, missing fields, and entries in one locale only', () => {
    const byKey = (folder: string, key: string) =>
      inFolder(folder).find((item) => item.key === key);

    expect(productsOf(null)).toHaveLength(1);
    expect(fieldsOf('products', 'bioestadistica-sin-miedo')).not.toHaveProperty('header');
    expect(fieldsOf('products', 'psicodrama-intensivo')).not.toHaveProperty('cardImage');
    expect(byKey('products', 'telemedicina-en-atencion-primaria')?.isDraft('es')).toBe(true);
    expect(byKey('products', 'etologia-clinica')?.editsIn('es')).toHaveProperty('title');
    expect(byKey('products', 'repaso-intensivo-residencia')?.locales).toEqual(['es']);
    expect(byKey('products', 'reading-clinical-trials')?.locales).toEqual(['en']);
    expect(fieldsOf('channels', 'editorial-punto-y-trazo').slug).toBeNull();
    expect(fieldsOf('series', 'historias-clinicas')).not.toHaveProperty('headVideo');
    expect(fieldsOf('lives', 'quirofano-abierto')).not.toHaveProperty('typeOfLive');
    expect(fieldsOf('episodes', 'una-noche-cualquiera')).not.toHaveProperty('m3u8Link');
    expect(fieldsOf('episodes', 'una-noche-cualquiera')).not.toHaveProperty('duration');
    expect(fieldsOf('products', 'animales-exoticos').title).toMatch(/¿.*ó.*\p{Emoji}/u);
    expect(fieldsOf('products', 'animales-exoticos').payCrm).toBe('partners');

    expect(byKey('pages/company', 'veterinaria')).toBeUndefined();
    expect(byKey('pages/platform', 'psicologia')?.locales).toEqual(['es']);
    expect(byKey('pages/presentials', 'veterinaria')?.isDraft('en')).toBe(true);
    expect(byKey('pages/presentials', 'veterinaria')?.isDraft('es')).toBe(false);
    expect(byKey('pages/home', 'medicina')?.editsIn('es')).toHaveProperty('tendencies');
  });
});

describe('images of the sample', () => {
  const images = [...readImages(root).values()];

  it('are WebP or PNG, and one is smaller than a thumbnail', async () => {
    expect(images.filter(({ file }) => !/\.(?:webp|png)$/.test(file))).toEqual([]);
    const small = images.find(({ file }) => file === 'verticals/medicina.png');
    const { width, height } = await sharp(small?.path).metadata();
    expect(width).toBeLessThan(245);
    expect(height).toBeLessThan(156);
  });

  it('have at most 60 kB each, and 4 MB in total', () => {
    const sizes = images.map((image) => readFileSync(image.path).byteLength);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
  });

  it('are all different', () => {
    const contents = new Set(images.map((image) => readFileSync(image.path).toString('base64')));
    expect(contents.size).toBe(images.length);
  });
});

describe('findCatalogueProblems', () => {
  const withChange = (folder: string, key: string, change: Fields): SampleDocument[] =>
    catalogue.documents.map((document) =>
      document.type.folder === folder && document.key === key
        ? { ...document, fieldsIn: (locale) => mergeFields(document.fieldsIn(locale), change) }
        : document,
    );

  it.each<[string, string, string, Fields, RegExp]>([
    [
      'a missing entry',
      'products',
      'medicina-felina',
      { protagonists: ['nobody'] },
      /nobody does not exist/,
    ],
    [
      'a missing language',
      'products',
      'medicina-felina',
      { protagonists: ['samuel-kerrigan'] },
      /does not exist in es/,
    ],
    [
      'a missing default language',
      'episodes',
      'el-latido',
      { protagonists: ['samuel-kerrigan'] },
      /does not exist in es/,
    ],
    [
      'a wrong ISBN',
      'products',
      'medicina-felina',
      { bookDetails: { ISBN: '978-84-19730-19-5' } },
      /last digit of ISBN/,
    ],
    ['an invalid slug', 'channels', 'simula-lab', { slug: 'Simula Lab' }, /slug Simula Lab/],
    [
      'a slug used twice',
      'channels',
      'simula-lab',
      { slug: 'instituto-orbela' },
      /the slug .* is also in/,
    ],
    [
      'a SKU used twice',
      'products',
      'medicina-felina',
      { SKU: 'VET-LIB-002' },
      /SKU VET-LIB-002 is also in/,
    ],
    [
      'a missing image',
      'products',
      'medicina-felina',
      { cardImage: 'products/none.webp' },
      /products\/none\.webp/,
    ],
    [
      'a link to a missing entry',
      'pages/channels',
      'medicina',
      { carousel: [{ link: 'entry:channels/nobody' }] },
      /link nobody does not exist/,
    ],
  ])('reports %s', (_, folder, key, change, message) => {
    const problems = findCatalogueProblems({ root, documents: withChange(folder, key, change) });
    expect(problems.join('\n')).toMatch(message);
  });

  it.each(['978-84-19730-01-1', '84-19730-01-1', 'not an isbn', ''])(
    'isValidIsbn – rejects %s',
    (text) => {
      expect(isValidIsbn(text)).toBe(false);
    },
  );

  it('isValidIsbn – accepts exactly one check digit', () => {
    const accepted = Array.from('0123456789').filter((digit) =>
      isValidIsbn(`978030640615${digit}`),
    );
    expect(accepted).toEqual(['7']);
  });
});

describe('mergeFields', () => {
  it('replaces fields of the shared values', () => {
    const shared = { order: 1, header: { modality: 'Online', lessonNumber: 3 }, list: ['a'] };
    expect(mergeFields(shared, { header: { lessonNumber: 4 }, list: ['b'] })).toEqual({
      order: 1,
      header: { modality: 'Online', lessonNumber: 4 },
      list: ['b'],
    });
  });
});

it('data files – are in the folder of a content type', () => {
  const folders = new Set(catalogue.documents.map(({ type }) => type.folder.split('/')[0]));
  const directories = readdirSync(root, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const { name } of directories) expect([...folders, 'images']).toContain(name);
});

it('prices of the sample – equal the stand-in provider’s prices', () => {
  const sold = sampleCatalogue(path.join(root, 'products'));
  const prices = ['main', 'partners'].flatMap(sold).flatMap((item) =>
    item.object === 'price'
      ? [
          {
            payID: item.product,
            amount: (item.unit_amount ?? 0) / 100,
            currency: item.currency.toUpperCase(),
            isRecurring: item.type === 'recurring',
            instalments: 'instalments' in item.metadata ? Number(item.metadata.instalments) : null,
          },
        ]
      : [],
  );
  const comparison = { currencies: ['EUR'], tolerance: 0 };
  const products = inFolder('products');
  const invalid = products.flatMap((product) =>
    product.locales.flatMap((locale) => {
      const entry = product.fieldsIn(locale);
      const fields = getPriceFields(entry);
      const displayedPrice = getShownPrice(fields);
      const offered = prices.filter(({ payID }) => payID === getTextField(entry, 'payID'));
      const isCharged =
        displayedPrice !== null &&
        findDifferentCharge(displayedPrice, offered, comparison) === null;
      return isCharged && offered.some((price) => matchesPurchaseType(fields.purchaseType, price))
        ? []
        : [`${product.file} (${locale})`];
    }),
  );
  expect(products.length).toBeGreaterThan(40);
  expect(invalid).toEqual([]);
});
