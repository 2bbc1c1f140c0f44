import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { listOf, getTextField, type Fields } from '../scripts/sample/catalogue/fields';
import { readImages } from '../scripts/sample/catalogue/images';
import { readCatalogue, type SampleDocument } from '../scripts/sample/catalogue/read';
import { findImages } from '../scripts/sample/catalogue/references';
import { sampleTypes, type SampleUid } from '../scripts/sample/catalogue/types';
import { installStartPage } from '../scripts/demo/start-page';
import { loadSample, type Summary } from '../scripts/sample/load';
import { signIn } from './support/admin';
import { startApp, type App } from './support/app';

const root = path.resolve(__dirname, '../database/sample');
const catalogue = readCatalogue(root);
const usedImages = new Set(
  catalogue.documents.flatMap((document) =>
    document.locales.flatMap((locale) => findImages(document.fieldsIn(locale))),
  ),
);
const localesOf = (document: SampleDocument) => (document.isLocalized ? document.locales : [null]);

type Row = { id: number; documentId: string; locale: string | null; updatedAt: string } & Record<
  string,
  unknown
>;
type Query = { where?: object; populate?: object; orderBy?: object };

let app: App;
let strapi: Core.Strapi;

const rows = async (uid: string, query: Query = {}): Promise<Row[]> => {
  const result: unknown = await strapi.db.query(uid).findMany(query);
  return result as Row[];
};

const isPublished = { publishedAt: { $notNull: true } };

/** Returns the only row that a query finds. */
const findOnly = async (uid: string, query: Query): Promise<Row> => {
  const [row, ...others] = await rows(uid, query);
  if (row === undefined || others.length > 0)
    throw new Error(`${others.length + 1} rows of ${uid}`);
  return row;
};

const load = (from = root): Promise<Summary> => loadSample({ strapi, root: from });

const changes = (summary: Summary): string[] =>
  Object.entries(summary).flatMap(([folder, { created, updated }]) => [
    ...(created > 0 ? [`${created} ${folder} created`] : []),
    ...(updated > 0 ? [`${updated} ${folder} updated`] : []),
  ]);

/** Runs a function with a temporary copy of the data files, one of them edited. */
const withEdition = async (
  file: string,
  edit: (content: string) => string,
  work: (edition: string) => Promise<void>,
): Promise<void> => {
  const edition = mkdtempSync(path.join(tmpdir(), 'sample-'));
  try {
    cpSync(root, edition, { recursive: true });
    const target = path.join(edition, file);
    const before = readFileSync(target, 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`the edit of ${file} changes nothing`);
    writeFileSync(target, after);
    await work(edition);
  } finally {
    rmSync(edition, { recursive: true });
  }
};

beforeAll(async () => {
  app = await startApp({ seed: true });
  strapi = app.strapi;
});

afterAll(async () => {
  await app.stop();
});

describe('start page of the demo', () => {
  const otherLinks = [{ name: 'E-mails', url: 'http://127.0.0.1:1080' }];
  let email: string;

  beforeAll(async () => {
    ({ email } = await signIn(app));
    const signIns = [{ role: 'administrator', email, password: 'Demo-&1' }];
    installStartPage({ strapi }, { signIns, beside: otherLinks });
  });

  const addressesIn = (page: string): string[] =>
    [...page.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

  it.each([
    ['en-GB,en;q=0.9', 'Open the panel', 'Mailbox'],
    ['es-ES,es;q=0.9,en;q=0.8', 'Abrir el panel', 'Buzón'],
    ['fr', 'Abrir el panel', 'Buzón'],
  ])('has links and logins in the language of %s', async (languages, panel, mailbox) => {
    const { text } = await app.request.get('/').set('Accept-Language', languages).expect(200);
    for (const expectedText of [panel, mailbox, email, 'Demo-&amp;1']) {
      expect(text).toContain(expectedText);
    }
    const addresses = addressesIn(text);
    expect(addresses).toEqual(expect.arrayContaining(['/admin', '/docs', 'http://127.0.0.1:1080']));
    expect(addresses.filter((url) => url.startsWith('/preview/')).length).toBeGreaterThan(3);
    // This suite does not build the panel.
    for (const url of addresses.filter(
      (findOnly) => findOnly.startsWith('/') && findOnly !== '/admin',
    )) {
      expect([url, (await app.request.get(url)).status]).toEqual([url, 200]);
    }
  });

  it('does not change other paths', async () => {
    await app.request.get('/api/products/books?lang=es&vertical=medicina').expect(200);
    await app.request.get('/_ready').expect(200);
  });
});

describe('newly loaded sample', () => {
  it.each(sampleTypes.map(({ folder, uid }) => [folder, uid] as const))(
    '%s – are published in their locales',
    async (folder, uid) => {
      const expectedRelations = catalogue.documents
        .filter(({ type }) => type.folder === folder)
        .flatMap((document) =>
          localesOf(document).filter((code) => !document.isDraft(code ?? 'es')),
        )
        .sort();
      const publishedRows = await rows(uid, { where: isPublished });
      expect(publishedRows.map(({ locale }) => locale).sort()).toEqual(expectedRelations);
    },
  );

  it('has Spanish as its default locale, and English', async () => {
    const locales: {
      getDefaultLocale(): Promise<string>;
      find(): Promise<{ code: string }[]>;
    } = strapi.plugin('i18n').service('locales');
    expect(await locales.getDefaultLocale()).toBe('es');
    const codes = (await locales.find()).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['es', 'en']));
  });

  it('drafts – are not published', async () => {
    const where = { SKU: 'MED-CC-005' };
    expect(await rows('api::product.product', { where: { ...where, ...isPublished } })).toEqual([]);
    expect(await rows('api::product.product', { where })).toHaveLength(2);
  });

  it('later edits of a published product – are in its draft', async () => {
    const where = { SKU: 'VET-PL-001', locale: 'es' };
    const draft = await findOnly('api::product.product', {
      where: { ...where, publishedAt: null },
    });
    const publishedVersion = await findOnly('api::product.product', {
      where: { ...where, ...isPublished },
    });
    expect(publishedVersion.title).toBe('Experto en etología clínica');
    expect(draft.title).toBe('Experto en etología clínica y bienestar');
  });

  it('pages – have later edits, and one locale of a page is a draft', async () => {
    const medicine = { vertical: { slug: 'medicina' }, locale: 'es' };
    const query = { populate: ['carouselMedia'] };
    const carousel = async (publishedAt: object | null) => {
      const row = await findOnly('api::home-page.home-page', {
        ...query,
        where: { ...medicine, publishedAt },
      });
      return (row.carouselMedia as { link: string }[])[0]?.link;
    };
    expect(await carousel(isPublished.publishedAt)).toBe('/medicina/es/masters');
    expect(await carousel(null)).toBe('/medicina/es/courses');

    const where = { vertical: { slug: 'veterinaria' } };
    const pages = await rows('api::presentials-page.presentials-page', { where });
    expect(pages.map(({ locale, publishedAt }) => [locale, publishedAt !== null]).sort()).toEqual([
      ['en', false],
      ['es', false],
      ['es', true],
    ]);
  });

  it('pictures – are in their folders with their texts', async () => {
    const images = readImages(root);
    const files = await rows('plugin::upload.file', {
      populate: { folder: { populate: ['parent'] } },
    });
    expect(files).toHaveLength(usedImages.size);
    for (const file of files) {
      const folder = file.folder as { name: string; parent: { name: string } };
      const image = images.get(`${folder.name.toLowerCase()}/${String(file.name)}`);
      expect(folder.parent.name).toBe('Sample');
      expect(file).toMatchObject({ alternativeText: image?.alt, caption: image?.caption });
    }
  });
});

describe('relations', () => {
  const names: Record<string, string> = { channels: 'name' };
  const folders = ['verticals', 'categories', 'channels', 'protagonists', 'episodes'];

  const naturalName = (folder: string, key: string, locale: string): string => {
    const target = catalogue.documents.find((d) => d.type.folder === folder && d.key === key);
    const targetLocale = target?.isLocalized === true ? locale : 'es';
    return getTextField(target?.fieldsIn(targetLocale) ?? {}, names[folder] ?? 'slug');
  };

  const linksOf = (fields: Fields, locale: string): Record<string, string[]> =>
    Object.fromEntries(
      folders.flatMap((folder) =>
        fields[folder] === undefined
          ? []
          : [[folder, listOf(fields, folder).map((key) => naturalName(folder, key, locale))]],
      ),
    );

  const identity = (fields: Fields): object => {
    const field =
      ['SKU', 'slug', 'name'].find((name) => getTextField(fields, name) !== '') ?? 'name';
    return { [field]: fields[field] };
  };

  const linkedTypes = ['channels', 'episodes', 'series', 'lives', 'products'];

  it.each(sampleTypes.filter(({ folder }) => linkedTypes.includes(folder)))(
    '$folder – relations lead to published entries of the same locale, in order',
    async ({ uid, folder }) => {
      const documents = catalogue.documents.filter(
        (document) => document.type.folder === folder && !document.isDraft('es'),
      );
      for (const document of documents) {
        for (const locale of document.locales) {
          const fields = document.fieldsIn(locale);
          const expectedRelations = linksOf(fields, locale);
          const row = await findOnly(uid, {
            where: { ...identity(fields), ...isPublished, ...(document.isLocalized && { locale }) },
            populate: Object.fromEntries(
              Object.keys(expectedRelations).map((name) => [name, { filters: isPublished }]),
            ),
          });
          for (const [name, values] of Object.entries(expectedRelations)) {
            const linked = row[name] as Row[];
            expect([document.file, linked.map((target) => target[names[name] ?? 'slug'])]).toEqual([
              document.file,
              values,
            ]);
          }
        }
      }
    },
  );

  it('pages – relations in dynamic zones and lists are in order and in the page’s locale', async () => {
    const parts = { filters: isPublished };
    const home = await findOnly('api::home-page.home-page', {
      where: { vertical: { slug: 'medicina' }, locale: 'en', ...isPublished },
      populate: {
        tendencies: {
          on: {
            'home.series-home': { populate: { serie: parts } },
            'home.product-home': { populate: { product: parts } },
            'home.live-home': { populate: { live: parts } },
          },
        },
      },
    });
    expect(home.tendencies).toMatchObject([
      { serie: { slug: 'open-heart', locale: 'en' } },
      { product: { slug: 'reading-clinical-trials' } },
      { product: { slug: 'emergency-ecg' } },
      { live: { slug: 'congreso-de-simulacion-clinica-2030' } },
      { product: { locale: 'en' } },
    ]);

    const books = await findOnly('api::books-page.books-page', {
      where: { vertical: { slug: 'veterinaria' }, locale: 'es', ...isPublished },
      populate: { courseList: { populate: { category: parts, products: parts } } },
    });
    expect(books.courseList).toMatchObject([
      {
        category: { slug: 'clinica-de-pequenos-animales' },
        products: [{ slug: 'medicina-felina' }, { SKU: 'VET-LIB-003' }, { SKU: 'VET-LIB-002' }],
      },
      { title: 'Una sola salud' },
    ]);
  });

  it('live – relations in its programme are complete', async () => {
    const live = await findOnly('api::live.live', {
      where: { slug: 'ecg-en-directo', ...isPublished },
      populate: { vertical: true, program: { populate: { row: { populate: ['protagonists'] } } } },
    });
    expect(live).toMatchObject({
      vertical: { slug: 'medicina' },
      program: [
        {
          row: [
            { hour: '18:00', protagonists: [{ slug: 'elena-ruiz-santamaria', locale: 'es' }] },
            { hour: '18:20', protagonists: [{}, { slug: 'martin-oyarzabal' }] },
          ],
        },
        { row: [{ hour: '19:00' }, { hour: null, about: 'Preguntas' }] },
      ],
    });
  });
});

describe('loadSample on a loaded database', () => {
  const readAll = async (): Promise<unknown[]> => {
    const uids: (SampleUid | 'plugin::upload.file')[] = [
      ...sampleTypes.map(({ uid }) => uid),
      'plugin::upload.file',
    ];
    const all = await Promise.all(uids.map((uid) => rows(uid, { orderBy: { id: 'asc' } })));
    return all.flat().map(({ id, documentId, updatedAt }) => ({ id, documentId, updatedAt }));
  };

  it('unchanged files – change nothing', async () => {
    const before = await readAll();
    const progress: number[][] = [];
    const onProgress = (...counts: number[]): void => void progress.push(counts);
    expect(changes(await loadSample({ strapi, root, onProgress }))).toEqual([]);
    const all = usedImages.size + catalogue.documents.length;
    expect(progress).toEqual(Array.from({ length: all }, (_, index) => [index + 1, all]));
    expect(await readAll()).toEqual(before);
  });

  it('entry edited by a user – is not changed', async () => {
    const where = { SKU: 'VET-LIB-001', locale: 'es' };
    const { documentId } = await findOnly('api::product.product', {
      where: { ...where, ...isPublished },
    });
    const edit = { documentId, locale: 'es', status: 'published', data: { title: 'Gatos' } };
    await strapi.documents('api::product.product').update(edit as never);

    expect(changes(await load())).toEqual([]);
    const row = await findOnly('api::product.product', { where: { ...where, ...isPublished } });
    expect(row.title).toBe('Gatos');
  });

  it('changed file – updates only the changed locale', async () => {
    const file = 'products/books/trauma-y-vinculo.yaml';
    const edit = (content: string) =>
      content.replace('slug: trauma-and-attachment', 'slug: trauma');
    const where = { SKU: 'PSI-LIB-001', ...isPublished };
    const spanish = await findOnly('api::product.product', { where: { ...where, locale: 'es' } });

    await withEdition(file, edit, async (edition) => {
      expect(changes(await load(edition))).toEqual(['1 products updated']);
    });

    const versions = await rows('api::product.product', {
      where: { slug: { $startsWith: 'trauma' }, ...isPublished },
      orderBy: { locale: 'asc' },
    });
    expect(versions.map(({ slug }) => slug)).toEqual(['trauma', 'trauma-y-vinculo']);
    expect(versions[1]).toMatchObject({ id: spanish.id, updatedAt: spanish.updatedAt });
    expect(changes(await load())).toEqual(['1 products updated']);
  });

  it('updated entry – keeps the relations to it', async () => {
    const linked = { where: { slug: 'marta-cienfuegos', locale: 'es', ...isPublished } };
    const populate = ['products', 'series', 'episodes'].map((name) => [
      name,
      { filters: isPublished },
    ]);
    const linksOf = async () => {
      const row = await findOnly('api::protagonist.protagonist', {
        ...linked,
        populate: Object.fromEntries(populate) as object,
      });
      return ['products', 'series', 'episodes'].map((name) =>
        (row[name] as Row[]).map(({ documentId }) => documentId).sort(),
      );
    };
    const before = await linksOf();
    expect(before.flat().length).toBeGreaterThan(5);

    const edit = (content: string) => content.replace('order: 170', 'order: 171');
    await withEdition('protagonists/marta-cienfuegos.yaml', edit, async (edition) => {
      expect(changes(await load(edition))).toEqual(['1 protagonists updated']);
      expect(await linksOf()).toEqual(before);
    });
    await load();
    expect(await linksOf()).toEqual(before);
  });

  it('field removed from a file – is cleared', async () => {
    const edit = (content: string) => content.replace('greenTag: { greenTag: TENDENCIA }\n', '');
    await withEdition('channels/universitat-de-port-blau.yaml', edit, async (edition) => {
      await load(edition);
      const where = { slug: 'universitat-de-port-blau', ...isPublished };
      const row = await findOnly('api::channel.channel', { where, populate: ['greenTag', 'logo'] });
      expect(row).toMatchObject({ greenTag: null, logo: { name: 'universitat-de-port-blau.png' } });
    });
    await load();
  });

  it('changed texts of a picture – keep its file', async () => {
    const where = { name: 'medicina-felina.es.webp' };
    const before = await findOnly('plugin::upload.file', { where });
    const edit = (content: string) =>
      content.replace('al diagnóstico», con la cabeza', 'al diagnóstico», con la mirada');
    await withEdition('images.yaml', edit, async (edition) => {
      const summary = await load(edition);
      expect(summary.images?.updated).toBe(1);
      expect(summary.products?.updated).toBe(0);
    });
    const after = await findOnly('plugin::upload.file', { where });
    expect(after).toMatchObject({ id: before.id, url: before.url });
    expect(after.alternativeText).toContain('la mirada de un gato');
    await load();
  });

  it('picture with cached sizes – is stored like one with new sizes', async () => {
    const cache = mkdtempSync(path.join(tmpdir(), 'pictures-'));
    const where = { name: 'medicina-felina.es.webp' };

    /** Uploads a picture of the sample again. Returns its row without ids, and the content of each size. */
    const upload = async (pictureCache?: string) => {
      const service: { remove(file: Row): Promise<void> } = strapi
        .plugin('upload')
        .service('upload');
      await service.remove(await findOnly('plugin::upload.file', { where }));
      const summary = await loadSample({ strapi, root, ...(pictureCache && { pictureCache }) });
      expect(summary.images?.created).toBe(1);
      const row = await findOnly('plugin::upload.file', { where });
      const { formats, size, sizeInBytes, width, height, mime, ext, dominantColor } = row;
      const sizes = Object.values(formats as Record<string, { url: string }>);
      const described = { formats, size, sizeInBytes, width, height, mime, ext, dominantColor };
      return {
        described: JSON.stringify(described).replaceAll(String(row.hash), 'HASH'),
        contents: [row as unknown as { url: string }, ...sizes].map(({ url }) =>
          readFileSync(path.join(app.database.publicDir, url)).toString('base64'),
        ),
      };
    };
    try {
      const withoutCache = await upload();
      expect(withoutCache.contents.length).toBeGreaterThan(2);
      expect(await upload(cache)).toEqual(withoutCache);
      const cachedFiles = readdirSync(cache).sort();
      expect(cachedFiles.length).toBeGreaterThan(1);
      expect(await upload(cache)).toEqual(withoutCache);
      expect(readdirSync(cache).sort()).toEqual(cachedFiles);
    } finally {
      rmSync(cache, { recursive: true });
    }
  });

  it('deleted entry – is created again', async () => {
    const where = { slug: 'the-fearful-dog', ...isPublished };
    const { documentId } = await findOnly('api::live.live', { where });
    await strapi.documents('api::live.live').delete({ documentId });

    expect(changes(await load())).toEqual(['1 lives created']);
    expect(await rows('api::live.live', { where })).toHaveLength(1);
  });

  it('lost marks – entries are found and updated', async () => {
    const store = strapi.store({ type: 'sample', name: 'catalogue' });
    const marks = (await store.get({ key: 'marks' })) as Record<string, Record<string, unknown>>;
    const forgottenEntries = [
      'products/nutricion-felina',
      'channels/editorial-punto-y-trazo',
      'pages/home/psicologia',
    ];
    const documents = Object.entries(marks.documents ?? {}).filter(
      ([name]) => !forgottenEntries.includes(name),
    );
    await store.set({
      key: 'marks',
      value: { ...marks, documents: Object.fromEntries(documents) },
    });

    expect(changes(await load())).toEqual([
      '1 channels updated',
      '1 products updated',
      '1 pages/home updated',
    ]);
    const products = await rows('api::product.product', {
      where: { SKU: 'VET-CC-003', ...isPublished },
    });
    expect(products).toHaveLength(2);
  });

  it('file with an error – loads nothing', async () => {
    const edit = (content: string) => content.replace('[gonzalo-arrieta]', '[gonzalo]');
    const before = await readAll();
    await withEdition('products/courses/odontologia-veterinaria.yaml', edit, async (edition) => {
      await expect(load(edition)).rejects.toThrow(/protagonists gonzalo does not exist/);
    });
    expect(await readAll()).toEqual(before);
  });
});
