import type { Work, Works } from '../../src/plugins/panel/dashboard/unfinished-work';
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

const worksOf = async (who: Admin): Promise<Works> => {
  const { status, body } = await who.get('/dashboard/work');
  expect(status).toBe(200);
  return body.data as Works;
};

const said = (works: readonly Work[]) =>
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
  it('should show users their own unfinished work, and publishers that of others', async () => {
    const { all, ana, both, medicina, psicologia } = school;
    const hers = await save(ana, course({ title: 'Hers', ...ofLine(medicina) }));
    await save(all, course({ title: 'Theirs', ...ofLine(psicologia) }));
    expect(said((await worksOf(ana)).mine)).toEqual([['Hers', 'es', 'draft']]);
    expect(said((await worksOf(ana)).waiting)).toEqual([]);
    expect(said((await worksOf(all)).mine)).toEqual([['Theirs', 'es', 'draft']]);
    expect(said((await worksOf(all)).waiting)).toEqual([['Hers', 'es', 'draft']]);
    expect(said((await worksOf(both)).waiting)).toEqual([
      ['Theirs', 'es', 'draft'],
      ['Hers', 'es', 'draft'],
    ]);
    expect((await worksOf(all)).waiting.map(({ by }) => by)).toEqual([expect.stringMatching(/./)]);
    const [work] = (await worksOf(ana)).mine;
    expect(work).toMatchObject({ uid: PRODUCT, documentId: hers, type: 'Product' });
  });

  it('should follow an entry from draft to published to modified', async () => {
    const { ana, medicina } = school;
    const documentId = await save(ana, course({ title: 'Followed', ...ofLine(medicina) }));
    const state = async () =>
      (await worksOf(ana)).mine.find((one) => one.documentId === documentId)?.state;
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

  it('should name what was typed and not saved, once, and before everything that is older', async () => {
    const { all } = school;
    const documentId = await save(all, course({ title: 'Typed into' }));
    await save(all, course({ title: 'Saved later' }));
    const typing = { fields: { title: { mine: 'New', base: 'Typed into' } }, at: Date.now() };
    const address = `/concurrent-editing/typed/${PRODUCT}`;
    expect((await all.put(`${address}/${documentId}?locale=es`, typing)).status).toBe(200);
    expect(said((await worksOf(all)).mine).slice(0, 2)).toEqual([
      ['Typed into', 'es', 'typed'],
      ['Saved later', 'es', 'draft'],
    ]);
    expect((await all.put(`${address}/create?locale=es`, typing)).status).toBe(200);
    const { mine } = await worksOf(all);
    expect(mine[0]).toMatchObject({ documentId: 'create', title: null, state: 'typed' });
    expect(mine.filter((one) => one.documentId === documentId)).toHaveLength(1);
  });

  it('should call a page by its business line', async () => {
    const { all, psicologia } = school;
    const documentId = await store(app, HOME, {
      vertical: psicologia.documentId,
      seo: { author: 'Us' },
    });
    const { waiting } = await worksOf(all);
    expect(waiting.find((one) => one.documentId === documentId)?.title).toBe('Psicología');
  });

  it('should tell the latest of both, however many there are', async () => {
    const { all } = school;
    for (let at = 0; at < 9; at += 1) await store(app, PRODUCT, course());
    const { waiting } = await worksOf(all);
    expect(waiting).toHaveLength(8);
    const times = waiting.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('should tell what was published lately, and nobody of what they may not read', async () => {
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
    const told = (await worksOf(all)).published;
    expect(said(told).slice(0, 2)).toEqual([
      ['Theirs, public', 'es', 'published'],
      ['Hers, public', 'es', 'published'],
    ]);
    expect(told.map(({ title }) => title)).not.toContain('Hers');
    const hers = (await worksOf(ana)).published;
    expect(hers[0]).toMatchObject({
      title: 'Hers, public',
      by: expect.stringMatching(/./) as unknown,
    });
    expect(hers.map(({ title }) => title)).not.toContain('Theirs, public');
  });

  it('should be closed to who is not signed in', async () => {
    await app.request.get('/dashboard/work').expect(401);
  });
});
