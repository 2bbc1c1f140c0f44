import { search } from '#plugins/search/contract';
import fc from 'fast-check';
import { computeProductPrices, buildTotalSql } from '#catalogue/money/product-prices';
import { getDocumentService } from '#platform/strapi/documents';
import { read } from '../delivery/call';
import { startApp, stopQuietly, type App } from '../support/app';
import { addPicture, bookDetails, ensureLanguages } from '../support/content';
import { seededRandom } from '../support/random';
import { bookOf } from './support';

const PRODUCT = 'api::product.product';
const CATEGORY = 'api::category.category';
const PROTAGONIST = 'api::protagonist.protagonist';
const LIVE = 'api::live.live';
const EPISODE = 'api::episode.episode';
const CHANNEL = 'api::channel.channel';

/** Tables of types without locales, with the column of their titles. */
const translatedTables = [
  ['lives', 'title'],
  ['episodes', 'name'],
  ['channels', 'name'],
] as const;

let app: App;
let picture: number;
let line: string;

beforeAll(async () => {
  app = await startApp({ seed: true });
  await ensureLanguages(app);
  picture = await addPicture(app);
  line = String((await app.strapi.documents('api::vertical.vertical').findFirst())?.documentId);
});

afterAll(() => stopQuietly(app));

const find = (q: string, query: Record<string, string | number> = {}) =>
  read(app, search, {}, { q, ...query });

const findTitles = async (
  q: string,
  query: Record<string, string | number> = {},
): Promise<string[]> => (await find(q, query)).data.map(({ title }) => title);

const nextNumber = (() => {
  let count = 0;
  return (): number => (count += 1);
})();

const addBook = async (title: string, more: object = {}, locale = 'es'): Promise<string> => {
  const data = { ...bookOf({ title, number: nextNumber(), picture, line }), ...more };
  return (await getDocumentService(app, PRODUCT).create({ locale, status: 'published', data }))
    .documentId;
};

const addWithName = async (uid: typeof CATEGORY | typeof PROTAGONIST, name: string, more = {}) =>
  (
    await getDocumentService(app, uid).create({
      locale: 'es',
      status: 'published',
      data: { name, slug: `nombre-${nextNumber()}`, ...more },
    })
  ).documentId;

describe('GET /search', () => {
  it('words with other accents, case or inflection – find the entry in its language', async () => {
    await addBook('Cetrería de los murciélagos');
    for (const q of ['cetreria', 'CETRERÍA', 'murcielago', 'murciélagos cetrería']) {
      expect([q, (await findTitles(q))[0]]).toEqual([q, 'Cetrería de los murciélagos']);
    }
    await addBook('Training hedgehogs', {}, 'en');
    expect((await findTitles('trained hedgehog', { lang: 'en' }))[0]).toBe('Training hedgehogs');
    expect(await findTitles('hedgehog', { lang: 'es' })).not.toContain('Training hedgehogs');
  });

  it('words in texts – rank after words in titles', async () => {
    await addBook('Uno sobre nada', {
      presentation: 'Aquí se habla de **quirópteros** y poco más.',
    });
    await addBook('Los quirópteros');
    const { data } = await find('quirópteros');
    expect(data.map(({ title, highlight }) => [title, highlight.title])).toEqual([
      ['Los quirópteros', 'Los <mark>quirópteros</mark>'],
      ['Uno sobre nada', 'Uno sobre nada'],
    ]);
    expect(data[1]?.highlight.text).toContain('<mark>quirópteros</mark>');
  });

  it('ISBN with or without hyphens, of ten or thirteen digits – finds the book', async () => {
    const isbns = [
      ['Primer libro con código', '978-0-306-40615-7', '0306406152'],
      ['Segundo libro con código', '080442957X', '978-0-8044-2957-3'],
      ['Tercer libro con código', '9791090636071', '979-10-90636-07-1'],
    ] as const;
    for (const [title, ISBN] of isbns) {
      await addBook(title, { bookDetails: { ...bookDetails, ISBN } });
    }
    for (const [title, ISBN, other] of isbns) {
      const spellings = [
        ISBN,
        other,
        ISBN.replaceAll('-', ''),
        `ISBN: ${other}`,
        `${other} ${title}`,
      ];
      for (const q of spellings) expect([q, await findTitles(q)]).toEqual([q, [title]]);
    }
  });

  it('highlight – escapes HTML', async () => {
    await addBook('<img src=x onerror=alert(1)> & ornitorrincos "raros"');
    const [hit] = (await find('ornitorrinco')).data;
    expect(hit?.highlight.title).toBe(
      '&lt;img src=x onerror=alert(1)&gt; &amp; <mark>ornitorrincos</mark> &quot;raros&quot;',
    );
  });

  it('highlight – control characters in a title – are removed', async () => {
    await addBook('Los \uE000 ualabíes de Tasmania');
    const [hit] = (await find('ualabíes')).data;
    expect(hit?.highlight.title).toBe('Los  <mark>ualabíes</mark> de Tasmania');
  });

  it('misspelt word – is corrected, and meta contains the correction', async () => {
    await addBook('Manual de helicicultura');
    const { data, meta } = await find('helicicltura');
    expect([data.map(({ title }) => title), meta.correctedTo]).toEqual([
      ['Manual de helicicultura'],
      'helicicultura',
    ]);
    expect((await find('helicicultura')).meta.correctedTo).toBeNull();
    const unfound = await find('el la');
    expect([unfound.data, unfound.meta.correctedTo]).toEqual([[], null]);
  });

  it('plural and singular of Spanish words – find each other, with and without accents', async () => {
    const pairs = [
      ['Rehabilitación vestibular', 'rehabilitaciones'],
      ['Examen de la rodilla', 'exámenes'],
      ['Exámenes de oftalmoscopia', 'examen'],
      ['Luz ultravioleta', 'luces'],
      ['Luces de Finisterre', 'luz'],
      ['Jóvenes apneístas', 'joven'],
      ['Raíz del ginkgo', 'raíces'],
      ['Lesiones del manguito', 'lesion'],
      ['Español para apicultores', 'españoles'],
      ['Interés clínico del axolotl', 'intereses'],
      ['Pie zambo', 'pies'],
      ['Especies de Galápagos', 'especie'],
    ] as const;
    for (const [title] of pairs) await addBook(title);
    for (const [title, word] of pairs) {
      const rest = title.split(' ').at(-1) ?? '';
      for (const q of [
        word,
        word
          .normalize('NFD')
          .replace(/[\u0300\u0301\u0308]/g, '')
          .normalize('NFC'),
        word.toUpperCase(),
      ]) {
        expect([q, await findTitles(`${q} ${rest}`)]).toEqual([q, expect.arrayContaining([title])]);
      }
    }
  });

  it('noun that ends like a verb – finds no word with the stem of that verb', async () => {
    await addBook('Líquenes de Pamir');
    await addBook('Líquidos de Pamir');
    await addBook('Polen de Pamir');
    await addBook('Polos de Pamir');
    const { data } = await find('polen Pamir');
    expect(data.map(({ highlight }) => highlight.title)).toEqual([
      '<mark>Polen</mark> de <mark>Pamir</mark>',
    ]);
    for (const q of ['líquenes Pamir', 'liquenes Pamir', 'liquen Pamir', 'Liquen Pamir']) {
      expect([q, await findTitles(q)]).toEqual([q, ['Líquenes de Pamir']]);
    }
  });

  it('word with ñ – ranks it before the word with n, and finds both', async () => {
    await addBook('Ano del ornitorrinquero');
    await addBook('Año del ornitorrinquero');
    const [first, second] = ['Año del ornitorrinquero', 'Ano del ornitorrinquero'];
    for (const q of ['año ornitorrinquero', 'AÑOS ORNITORRINQUERO']) {
      expect([q, (await findTitles(q)).slice(0, 2)]).toEqual([q, [first, second]]);
    }
    expect((await findTitles('ano ornitorrinquero')).sort()).toEqual([second, first].sort());
  });

  it('word with ñ – finds no words with n as its stem', async () => {
    const [nail, dyed] = ['Onicomicosis de la uña', 'Teñidos con azafrán'];
    await addBook(nail);
    await addBook(dyed);
    for (const q of ['uña', 'uñas', 'UÑAS', 'la uña', '"uña"', 'uña onicomicosis']) {
      const { data, meta } = await find(q);
      expect([q, data.map(({ title }) => title)]).toEqual([q, expect.arrayContaining([nail])]);
      expect(meta.correctedTo).toBeNull();
    }
    expect(await findTitles('teñido')).toEqual([dyed]);
    expect(await findTitles('uña azafrán')).not.toContain(dyed);
  });

  it('complete title – finds its entry, and suggests no such title', async () => {
    const signs = [
      '“%”',
      '«%»',
      '¿%?',
      '¡%!',
      '-%',
      '–%',
      '— % —',
      '…%…',
      '"%',
      '%’s',
      "%'",
      '(%)',
      '%: %',
      '% - %',
      '% or %',
      '-% -%',
    ];
    const oddTitles = [
      ...signs.map((sign, index) =>
        sign.replaceAll('%', `Zurrapa${String.fromCharCode(97 + index)}`),
      ),
      ...['🦷', '❤️ 🫀', '¿?', "+ / \\ '", '***'],
      ...['El que no', 'De la que se', '¿Y si no?', 'or', 'And or not', 'Nosotros: los de siempre'],
    ];
    for (const title of oddTitles) await addBook(title);
    // Entries without locales have translated titles.
    const englishTitles = [
      'The who',
      'It’s all about us',
      '«Hedgehogs»: “why?”',
      'And or not',
      '🦔 – ¿?',
    ];
    for (const [uid, name] of [
      [LIVE, 'title'],
      [EPISODE, 'name'],
      [CHANNEL, 'name'],
    ] as const) {
      const documents = await getDocumentService(app, uid).findMany({
        limit: englishTitles.length,
      });
      for (const [index, { documentId }] of documents.entries()) {
        const data = { texts: [{ language: 'en', [name]: englishTitles[index] }] };
        await getDocumentService(app, uid).update({ documentId, data, status: 'published' });
      }
    }
    const { rows } = await app.strapi.db.connection.raw<{
      rows: { title: string; locale: string; id: string }[];
    }>(
      `SELECT title, locale, document_id AS id FROM search.published
       WHERE length(title) <= 200 AND uid NOT IN ('api::vertical.vertical', 'api::category.category')
       ${translatedTables
         .map(
           ([table, name]) => `UNION SELECT t.${name}, t.language, d.document_id FROM ${table} d
         JOIN ${table}_cmps l ON l.entity_id = d.id AND l.field = 'texts'
         JOIN components_language_${table.replace(/s$/, '')}_texts t ON t.id = l.cmp_id
         WHERE d.published_at IS NOT NULL AND t.${name} <> ''`,
         )
         .join(' ')}`,
    );
    expect(rows.length).toBeGreaterThan(oddTitles.length);
    for (const { title, locale, id } of rows) {
      const query = { pageSize: 50, ...(locale !== '' && { lang: locale }) };
      const { data, meta } = await find(title, query);
      expect([title, data.map((hit) => hit.documentId)]).toEqual([
        title,
        expect.arrayContaining([id]),
      ]);
      expect(meta.suggestions).not.toContain(title);
    }
  });

  it('word of a description in another language – finds its channel and its episode', async () => {
    for (const [uid, field] of [
      [CHANNEL, 'description'],
      [EPISODE, 'summary'],
    ] as const) {
      const { documentId } = (await getDocumentService(app, uid).findFirst()) ?? { documentId: '' };
      const data = { texts: [{ language: 'en', [field]: `About **wombats** by ${field}` }] };
      await getDocumentService(app, uid).update({ documentId, data, status: 'published' });
      const { data: hits } = await find(`wombat ${field}`, { lang: 'en' });
      expect(hits.map((hit) => hit.documentId)).toEqual([documentId]);
    }
  });

  it('suggestions – complete the query', async () => {
    await addBook('Zoología abisal');
    expect((await find('zoologia abi')).meta.suggestions).toEqual(['Zoología abisal']);
  });

  it('name of a teacher – finds the products, also after a change of the name', async () => {
    const teacher = await addWithName(PROTAGONIST, 'Sinforosa Quintanapalla', {
      image: picture,
      cv: 'Enseña.',
      seo: { author: 'Autor' },
    });
    await addBook('Fósiles', { protagonists: [teacher] });
    expect(await findTitles('sinforosa')).toEqual(['Sinforosa Quintanapalla', 'Fósiles']);
    await getDocumentService(app, PROTAGONIST).update({
      documentId: teacher,
      locale: 'es',
      status: 'published',
      data: { name: 'Eufrasia Quintanapalla' },
    });
    expect(await findTitles('sinforosa')).toEqual([]);
    expect(await findTitles('eufrasia')).toEqual(['Eufrasia Quintanapalla', 'Fósiles']);
  });

  it('name of a teacher that many titles contain – finds the products', async () => {
    await app.strapi.db.connection.raw(
      `INSERT INTO products (document_id, locale, title, slug, published_at)
       SELECT 'namesake' || n, 'es', 'Vida de Tiburcia ' || n, 'namesake-' || n, now() FROM generate_series(1, 150) n`,
    );
    const teacher = await addWithName(PROTAGONIST, 'Tiburcia', {
      image: picture,
      cv: 'Enseña.',
      seo: { author: 'Autor' },
    });
    await addBook('Trilobites', { protagonists: [teacher] });
    expect(await findTitles('tiburcia', { protagonist: teacher })).toEqual(['Trilobites']);
    await app.strapi.db.connection.raw(`DELETE FROM products WHERE slug LIKE 'namesake-%'`);
  });

  it('facets – ignore their own filter', async () => {
    const [one, other] = [
      await addWithName(CATEGORY, 'Grutas'),
      await addWithName(CATEGORY, 'Simas'),
    ];
    await addBook('Espeleología primera', { categories: [one], fullPrice: 10 });
    await addBook('Espeleología segunda', { categories: [other], fullPrice: 50, tuitionPrice: 30 });
    const { data, meta } = await find('espeleologia', { category: one, type: 'product' });
    expect(data.map(({ title }) => title)).toEqual(['Espeleología primera']);
    expect(meta.facets.category.map(({ name, count }) => [name, count])).toEqual([
      ['Grutas', 1],
      ['Simas', 1],
    ]);
    expect(meta.facets.type).toEqual([{ value: 'product', count: 1 }]);
    expect(meta.facets.price).toEqual({ min: 10, max: 10 });
    expect(await findTitles('espeleologia', { priceFrom: 20, priceTo: 40 })).toEqual([
      'Espeleología segunda',
    ]);
    expect(await findTitles('espeleologia', { productType: 'Máster' })).toEqual([]);
    await getDocumentService(app, CATEGORY).update({
      documentId: one,
      locale: 'es',
      status: 'published',
      data: { name: 'Cuevas' },
    });
    const after = await find('espeleologia');
    expect(after.meta.facets.category.map(({ name }) => name).sort()).toEqual(['Cuevas', 'Simas']);
  });

  it('price filter – uses the total price, not the enrolment fee', async () => {
    const pricesIn = async (query: object) => {
      const { data, meta } = await find('repaso intensivo residencia', {
        type: 'product',
        ...query,
      });
      return [
        data.map(({ slug }) => slug).includes('repaso-intensivo-residencia'),
        meta.facets.price,
      ];
    };
    expect(await pricesIn({ priceFrom: 1450, priceTo: 1450 })).toEqual([true, expect.anything()]);
    expect((await pricesIn({ priceTo: 250 }))[0]).toBe(false);
    const masters = await find('máster', { productType: 'Máster' });
    expect(masters.meta.facets.price?.min).toBeGreaterThanOrEqual(3900);
  });

  it('total price – is equal in SQL and in the service', async () => {
    const amount = fc.constantFrom(null, 0, 50, 99.9, 100, 1450);
    const fields = fc.record({
      purchaseType: fc.constantFrom(null, '', 'single', 'subscription', 'instalments', 'other'),
      fullPrice: amount,
      tuitionPrice: amount,
      instalmentsPrice: amount,
    });
    const products = fc.sample(fields, { numRuns: 500, seed: Math.floor(seededRandom()() * 1e9) });
    const { rows } = await app.strapi.db.connection.raw<{ rows: { total: number | null }[] }>(
      `select (${buildTotalSql((field) => `p."${field}"`)})::float8 as total
       from jsonb_array_elements(cast(? as jsonb)) with ordinality e (product, at),
         jsonb_to_record(e.product) p ("purchaseType" text, "fullPrice" numeric, "tuitionPrice" numeric,
           "instalmentsPrice" numeric)
       order by e.at`,
      [JSON.stringify(products)],
    );
    expect(rows.map(({ total }) => total)).toEqual(
      products.map((product) => computeProductPrices(product).total),
    );
  });

  it('drafts, changes and unpublications – are not found, or found at once', async () => {
    const documentId = await addBook('Zxqwvj');
    const products = getDocumentService(app, PRODUCT);
    expect(await findTitles('zxqwvj')).toEqual(['Zxqwvj']);
    await products.update({ documentId, locale: 'es', data: { title: 'Kfghbd' } });
    expect([await findTitles('kfghbd'), await findTitles('zxqwvj')]).toEqual([[], ['Zxqwvj']]);
    await products.publish({ documentId, locale: 'es' });
    expect([await findTitles('kfghbd'), await findTitles('zxqwvj')]).toEqual([['Kfghbd'], []]);
    await products.unpublish({ documentId, locale: 'es' });
    expect([await findTitles('kfghbd'), (await find('kfghb')).meta.suggestions]).toEqual([[], []]);
    await products.publish({ documentId, locale: 'es' });
    await products.delete({ documentId, locale: '*' });
    expect(await findTitles('kfghbd')).toEqual([]);
  });

  it('empty query – finds all published products', async () => {
    const { meta } = await read(app, search, {}, { lang: 'es', type: 'product' });
    const { body } = await app.request.get('/api/products/allProducts?lang=es');
    expect(meta.pagination.total).toBe((body as { data: unknown[] }).data.length);
  });

  it.each([
    'de la',
    '"',
    '-',
    '-curso',
    '(',
    "' OR 1=1 --",
    '%_\\',
    '🦇',
    ':*',
    '&|!',
    '<->',
    'a or',
    ' ',
  ])('special characters – return 200: %s', async (q) => {
    await find(q);
  });

  it.each([
    'q=%00',
    `q=${'a'.repeat(601)}`,
    'q=a&q=b',
    'pageSize=51',
    'type=draft',
    'priceTo=x',
    'priceFrom=NaN',
  ])('?%s – returns 400', async (query) => {
    const { status, body } = await app.request.get(`/api/search?${query}`);
    expect([status, (body as { error: { details: { code: string } } }).error.details.code]).toEqual(
      [400, 'INVALID_REQUEST'],
    );
  });

  it('unknown language or business line – returns 404', async () => {
    for (const query of ['lang=fr', 'vertical=nada']) {
      await app.request.get(`/api/search?${query}`).expect(404);
    }
  });
});
