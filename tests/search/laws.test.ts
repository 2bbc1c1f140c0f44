import { search } from '#plugins/search/contract';
import { getDocumentService } from '#platform/strapi/documents';
import { read } from '../delivery/call';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { pick, seededRandom } from '../support/random';
import { until } from '../support/until';
import { share } from '../support/effort';

const STEPS = share(30);

const CATEGORY = 'api::category.category';
const PROTAGONIST = 'api::protagonist.protagonist';

let app: App;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
});

afterAll(() => stopQuietly(app));

const find = (q: string, lang: string) => read(app, search, {}, { q: `"${q}"`, lang });

const idsOf = async (q: string, lang: string): Promise<string[]> =>
  (await find(q, lang)).data.map(({ documentId }) => documentId);

const run = (sql: string) => app.strapi.db.connection.raw<{ rows: unknown[] }>(sql);

const SYLLABLES = ['ba', 'cé', 'di', 'fo', 'gú', 'ña', 'le', 'mi', 'ro', 'tu'];

type Person = {
  documentId: string;
  titles: Record<string, string>;
  isPublished: Record<string, boolean>;
};

describe('published entry', () => {
  it('any edits – is found by its title while it is published in that language', async () => {
    const random = seededRandom();
    const word = () => Array.from({ length: 4 }, () => pick(random, SYLLABLES)).join('');
    const people = getDocumentService(app, PROTAGONIST);
    const persons: Person[] = [];
    const formerTitles: { title: string; locale: string }[] = [];
    const { id: image } = (await app.strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'a.png',
        hash: 'a',
        ext: '.png',
        mime: 'image/png',
        size: 1,
        url: '/uploads/a.png',
        provider: 'local',
        folderPath: '/',
      },
    })) as { id: number };

    const write = async (person: Person | undefined, locale: string): Promise<void> => {
      const name = `${word()} ${word()}`;
      const data = {
        name,
        slug: `persona-${persons.length}-${name.length}-${Math.floor(random() * 1e9)}`,
        image,
        cv: 'Enseña.',
        seo: { author: 'Autor' },
      };
      if (person === undefined) {
        const { documentId } = await people.create({ locale, status: 'published', data });
        persons.push({ documentId, titles: { [locale]: name }, isPublished: { [locale]: true } });
        return;
      }
      const { documentId, titles, isPublished } = person;
      await people.update({ documentId, locale, status: 'published', data });
      if (titles[locale] !== undefined) formerTitles.push({ title: titles[locale], locale });
      titles[locale] = name;
      isPublished[locale] = true;
    };

    for (let step = 0; step < STEPS; step += 1) {
      const locale = pick(random, ['es', 'en']);
      const person = persons.length === 0 || random() < 0.3 ? undefined : pick(random, persons);
      if (person?.isPublished[locale] === true && random() < 0.4) {
        await people.unpublish({ documentId: person.documentId, locale });
        person.isPublished[locale] = false;
      } else await write(person, locale);

      for (const { documentId, titles, isPublished } of persons) {
        for (const [lang, title] of Object.entries(titles)) {
          const isFound = (await idsOf(title, lang)).includes(documentId);
          expect([step, title, isFound]).toEqual([step, title, isPublished[lang] === true]);
        }
      }
    }
    for (const { title, locale } of formerTitles) {
      const { data } = await find(title, locale);
      expect(data.map((hit) => hit.title)).not.toContain(title);
    }
  });
});

describe('search index', () => {
  const addCategory = (name: string) =>
    getDocumentService(app, CATEGORY).create({
      locale: 'es',
      status: 'published',
      data: { name, slug: name },
    });

  const statusOf = async (): Promise<number> => (await app.request.get('/api/search?q=a')).status;

  it('failed update of the index – publishes the entry, returns 503 and rebuilds the index', async () => {
    await run('ALTER TABLE search.published RENAME COLUMN product_type TO lost');
    try {
      await addCategory('indexada-mas-tarde');
    } finally {
      await run('ALTER TABLE search.published RENAME COLUMN lost TO product_type');
    }
    const { status, headers, body } = await app.request.get('/api/search?q=b');
    expect([status, body]).toMatchObject([
      503,
      { error: { details: { code: 'SEARCH_UNAVAILABLE' } } },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await until(statusOf, (status) => status === 200);
    const { rows } = await run(`SELECT FROM search.published WHERE title = 'indexada-mas-tarde'`);
    expect(rows).toHaveLength(1);
  });

  it('missing extension – search returns 503, and other requests succeed', async () => {
    await run('DROP EXTENSION unaccent CASCADE');
    await addCategory('sin-extension');
    expect(await statusOf()).toBe(503);
    await app.request.get('/api/products/allProducts').expect(200);
  });
});
