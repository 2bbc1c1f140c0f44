import type { Work, Works } from '#plugins/panel/dashboard/unfinished-work';
import type { Admin } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import {
  course,
  EXPLORER,
  HOME,
  type BusinessLine,
  openSchool,
  PRODUCT,
  type School,
  store,
} from './support';

let app: App;
let school: School;

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
});

afterAll(() => stopQuietly(app));

const readWorks = async (who: Admin): Promise<Works> => {
  const { status, body } = await who.get('/dashboard/work');
  expect(status).toBe(200);
  return body.data as Works;
};

const summarize = (works: readonly Work[]) =>
  works.map(({ title, locale, state }) => [title, locale, state]);

const ofLine = ({ documentId }: BusinessLine) => ({
  verticals: { connect: [{ documentId }], disconnect: [] },
});

const save = async (who: Admin, data: object, documentId?: string): Promise<string> => {
  const address = `${EXPLORER}/${PRODUCT}`;
  const answer =
    documentId === undefined
      ? await who.post(`${address}?locale=es`, data)
      : await who.put(`${address}/${documentId}?locale=es`, data);
  expect(answer.status).toBeLessThan(300);
  return (answer.body.data as { documentId: string }).documentId;
};

describe('The home page', () => {
  it('shows users their own unfinished work, and publishers that of others', async () => {
    const { all, ana, both, medicina, psicologia } = school;
    const hers = await save(ana, course({ title: 'Hers', ...ofLine(medicina) }));
    await save(all, course({ title: 'Theirs', ...ofLine(psicologia) }));
    expect(summarize((await readWorks(ana)).mine)).toEqual([['Hers', 'es', 'draft']]);
    expect(summarize((await readWorks(ana)).waiting)).toEqual([]);
    expect(summarize((await readWorks(all)).mine)).toEqual([['Theirs', 'es', 'draft']]);
    expect(summarize((await readWorks(all)).waiting)).toEqual([['Hers', 'es', 'draft']]);
    expect(summarize((await readWorks(both)).waiting)).toEqual([
      ['Theirs', 'es', 'draft'],
      ['Hers', 'es', 'draft'],
    ]);
    expect((await readWorks(all)).waiting.map(({ by }) => by)).toEqual([
      expect.stringMatching(/./),
    ]);
    const [work] = (await readWorks(ana)).mine;
    expect(work).toMatchObject({ uid: PRODUCT, documentId: hers, type: 'Product' });
  });

  it('follows an entry from draft to published to modified', async () => {
    const { ana, medicina } = school;
    const documentId = await save(ana, course({ title: 'Followed', ...ofLine(medicina) }));
    const state = async () =>
      (await readWorks(ana)).mine.find((work) => work.documentId === documentId)?.state;
    expect(await state()).toBe('draft');
    // Publishes by SQL: publishing rules are not tested here.
    await app.strapi.db.connection('products').insert({
      document_id: documentId,
      locale: 'es',
      title: 'Followed',
      published_at: new Date(),
      updated_at: new Date(Date.now() + 60_000),
    });
    expect(await state()).toBeUndefined();
    await app.strapi.db
      .connection('products')
      .where({ document_id: documentId })
      .whereNotNull('published_at')
      .update({ updated_at: new Date(0) });
    expect(await state()).toBe('modified');
  });

  it('lists an entry with unsaved text once, before older entries', async () => {
    const { all } = school;
    const documentId = await save(all, course({ title: 'Typed into' }));
    await save(all, course({ title: 'Saved later' }));
    const typing = { fields: { title: { mine: 'New', base: 'Typed into' } }, at: Date.now() };
    const address = `/concurrent-editing/typed/${PRODUCT}`;
    expect((await all.put(`${address}/${documentId}?locale=es`, typing)).status).toBe(200);
    expect(summarize((await readWorks(all)).mine).slice(0, 2)).toEqual([
      ['Typed into', 'es', 'typed'],
      ['Saved later', 'es', 'draft'],
    ]);
    expect((await all.put(`${address}/create?locale=es`, typing)).status).toBe(200);
    const { mine } = await readWorks(all);
    expect(mine[0]).toMatchObject({ documentId: 'create', title: null, state: 'typed' });
    expect(mine.filter((work) => work.documentId === documentId)).toHaveLength(1);
  });

  it('uses the name of the business line as the title of a page', async () => {
    const { all, psicologia } = school;
    const documentId = await store(app, HOME, {
      vertical: psicologia.documentId,
      seo: { author: 'Us' },
    });
    const { waiting } = await readWorks(all);
    expect(waiting.find((work) => work.documentId === documentId)?.title).toBe('Psicología');
  });

  it('lists at most 8 waiting entries, the latest first', async () => {
    const { all } = school;
    for (let at = 0; at < 9; at += 1) await store(app, PRODUCT, course());
    const { waiting } = await readWorks(all);
    expect(waiting).toHaveLength(8);
    const times = waiting.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('lists recent publications, without entries that the user may not read', async () => {
    const { all, ana, medicina, psicologia } = school;
    const publish = async (title: string, line: BusinessLine, minutes: number): Promise<void> => {
      const documentId = await save(all, course({ title, ...ofLine(line) }));
      const at = new Date(Date.now() + minutes * 60_000);
      const row = {
        document_id: documentId,
        locale: 'es',
        title,
        published_at: at,
        updated_at: at,
      };
      await app.strapi.db.connection('products').insert(row);
    };
    await publish('Theirs, public', psicologia, 2);
    await publish('Hers, public', medicina, 1);
    const published = (await readWorks(all)).published;
    expect(summarize(published).slice(0, 2)).toEqual([
      ['Theirs, public', 'es', 'published'],
      ['Hers, public', 'es', 'published'],
    ]);
    expect(published.map(({ title }) => title)).not.toContain('Hers');
    const hers = (await readWorks(ana)).published;
    expect(hers[0]).toMatchObject({
      title: 'Hers, public',
      by: expect.stringMatching(/./) as unknown,
    });
    expect(hers.map(({ title }) => title)).not.toContain('Theirs, public');
  });

  it('answers 401 without sign-in', async () => {
    await app.request.get('/dashboard/work').expect(401);
  });
});
