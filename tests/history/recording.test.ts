import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { eventsOf } from './support';

const PRODUCT = 'api::product.product';
const HOME = 'api::home-page.home-page';
const VERTICAL = 'api::vertical.vertical';

let app: App;
let admin: Admin;
let vertical: string;
let sequence = 0;

const documents = (uid: string) => getDocumentService(app, uid);

const product = (data: object = {}) => {
  sequence += 1;
  return {
    title: `Product ${sequence}`,
    slug: `product-${sequence}`,
    SKU: `SKU-${sequence}`,
    payID: `pay-${sequence}`,
    order: sequence,
    type: 'Curso corto',
    verticals: [vertical],
    ...data,
  };
};

const create = async (data: object = {}, locale = 'es'): Promise<string> =>
  (await documents(PRODUCT).create({ locale, data: product(data) })).documentId;

const readEvents = async (documentId: string, locale?: string): Promise<string[]> =>
  (await eventsOf(app, documentId, locale)).map((item) => `${item.locale} ${item.event}`);

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  const { documentId } = await documents(VERTICAL).create({
    data: { name: 'Medicina', slug: 'medicina' },
  });
  vertical = documentId;
  admin = await signIn(app);
});

afterAll(() => stopQuietly(app));

describe('History of an entry', () => {
  it('records an event for each write, in each locale', async () => {
    const documentId = await create({ title: 'Uno', fullPrice: 10 });
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'Dos' } });
    await documents(PRODUCT).update({
      documentId,
      locale: 'en',
      data: { ...product({ title: 'Two' }), SKU: 'TWO-EN' },
    });
    await documents(PRODUCT).publish({ documentId, locale: 'es' });
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'Tres' } });
    await documents(PRODUCT).discardDraft({ documentId, locale: 'es' });
    await documents(PRODUCT).unpublish({ documentId, locale: '*' });
    await documents(PRODUCT).delete({ documentId, locale: '*' });
    expect(await readEvents(documentId, 'es')).toEqual(
      ['create', 'update', 'publish', 'update', 'discard', 'unpublish', 'delete'].map(
        (event) => `es ${event}`,
      ),
    );
    expect(await readEvents(documentId, 'en')).toEqual(['en update', 'en delete']);
    const titles = (await eventsOf(app, documentId, 'es')).map(({ content }) => content.title);
    expect(titles).toEqual(['Uno', 'Dos', 'Dos', 'Tres', 'Dos', 'Dos', 'Dos']);
  });

  it('records the whole content: values, components, dynamic zones, relations and media with their names', async () => {
    const picture = await addPicture(app);
    const productId = await create({ title: 'Shown' });
    const { documentId } = await documents(HOME).create({
      locale: 'es',
      data: {
        vertical,
        carouselMedia: [{ description: 'One', backgroundMedia: picture }, { description: 'Two' }],
        tendencies: [{ __component: 'home.product-home', product: productId }],
        imagenPlan: [picture],
        seo: { title: 'Home', author: 'x' },
      },
    });
    const [event] = await eventsOf(app, documentId, 'es');
    expect(event?.content).toMatchObject({
      vertical: { documentId: vertical, title: 'Medicina' },
      carouselMedia: [
        { description: 'One', backgroundMedia: { id: picture, name: 'picture.png' } },
        { description: 'Two', backgroundMedia: null },
      ],
      tendencies: [
        { __component: 'home.product-home', product: { documentId: productId, title: 'Shown' } },
      ],
      imagenPlan: [{ id: picture }],
      seo: { title: 'Home', image: null },
    });
    expect(event?.content).not.toHaveProperty('slots');
  });

  it('records the actor of each event with their name', async () => {
    const address = `/content-manager/collection-types/${PRODUCT}`;
    const response = await admin.post(`${address}?locale=es`, {
      ...product(),
      verticals: { connect: [{ documentId: vertical }] },
    });
    const { documentId } = response.body.data as { documentId: string };
    const token = await createApiToken(app);
    await app.request
      .put(`/api/products/${documentId}?locale=es`)
      .set('Authorization', `Bearer ${token}`)
      .send({ data: { title: 'By a program' } })
      .expect(200);
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'By itself' } });
    const events = await eventsOf(app, documentId, 'es');
    expect(events.map((item) => [item.event, item.actor_kind, item.actor_name])).toEqual([
      ['create', 'user', 'Test strapi-super-admin'],
      ['publish', 'token', 'tests'],
      ['update', 'service', null],
    ]);
  });

  it('begins with the version from before the first recorded write', async () => {
    const documentId = await create({ title: 'Before' });
    await app.strapi.db.connection.raw('DELETE FROM history.events WHERE document_id = ?', [
      documentId,
    ]);
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'After' } });
    const events = await eventsOf(app, documentId, 'es');
    expect(events.map(({ event, content }) => [event, content.title])).toEqual([
      ['found', 'Before'],
      ['update', 'After'],
    ]);
  });

  it('stores equal versions once', async () => {
    const documentId = await create();
    for (let time = 0; time < 5; time += 1) {
      await documents(PRODUCT).publish({ documentId, locale: 'es' });
    }
    const { rows } = await app.strapi.db.connection.raw<{ rows: unknown[] }>(
      `SELECT count(*)::int AS events, count(DISTINCT state)::int AS states
       FROM history.events WHERE document_id = ?`,
      [documentId],
    );
    expect(rows).toEqual([{ events: 6, states: 1 }]);
  });

  it('records a copy', async () => {
    const documentId = await create();
    const copied = (await app.strapi.documents(PRODUCT).clone({
      documentId,
      locale: 'es',
      data: { slug: `copy-of-${documentId}`, SKU: 'COPY' },
    } as never)) as unknown as { documentId: string };
    expect(await readEvents(copied.documentId)).toEqual(['es copy']);
  });

  it('does not record a write that is rolled back', async () => {
    const documentId = await create();
    await expect(
      app.strapi.db.transaction(async () => {
        await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'Never' } });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await readEvents(documentId)).toEqual(['es create']);
  });

  it('records each of many parallel writes, in their order of commit', async () => {
    const documentId = await create();
    const titles = Array.from({ length: 12 }, (_, index) => `Parallel ${index}`);
    await Promise.all(
      titles.map((title) =>
        documents(PRODUCT).update({ documentId, locale: 'es', data: { title } }),
      ),
    );
    const events = await eventsOf(app, documentId, 'es');
    expect(events.map(({ content }) => content.title).toSorted()).toEqual(
      [events[0]?.content.title, ...titles].toSorted(),
    );
    const current = await documents(PRODUCT).findOne({ documentId, locale: 'es' });
    expect(events.at(-1)?.content.title).toBe(current?.title);
  });
});

describe('GET /history/changes', () => {
  type Change = {
    id: string;
    documentId: string;
    title: string | null;
    locale: string;
    actor: { kind: string; name: string | null };
    changes: { field: string; values?: object }[];
  };

  const changesOf = async (
    query: Record<string, string>,
  ): Promise<{ changes: Change[]; next: string | null }> => {
    const { body, status } = await admin.get(
      `/history/changes?${new URLSearchParams(query).toString()}`,
    );
    expect(status).toBe(200);
    return body.data as { changes: Change[]; next: string | null };
  };

  it('filter by field, person and period – lists the old and new values of several entries', async () => {
    const [first, second] = [await create({ fullPrice: 43.9 }), await create({ fullPrice: 10 })];
    const save = (documentId: string, data: object) =>
      admin.put(`/content-manager/collection-types/${PRODUCT}/${documentId}?locale=es`, data);
    expect((await save(first, { title: 'Dearer', fullPrice: 54.9 })).status).toBe(200);
    expect((await save(first, { title: 'Renamed' })).status).toBe(200);
    await documents(PRODUCT).update({ documentId: second, locale: 'es', data: { fullPrice: 20 } });
    const prices = { type: PRODUCT, fields: 'fullPrice,tuitionPrice' };
    const listChanges = async (query: object) =>
      (await changesOf({ ...prices, ...query })).changes
        .filter(({ documentId }) => [first, second].includes(documentId))
        .map(({ documentId, title, locale, actor, changes }) => [
          ...[documentId, title, locale, actor.kind],
          ...changes.map(({ field, values }) => [field, values]),
        ]);
    const byService = [
      ...[second, expect.any(String), 'es', 'service'],
      ['fullPrice', { from: 10, to: 20 }],
    ];
    const byUser = [first, 'Dearer', 'es', 'user', ['fullPrice', { from: 43.9, to: 54.9 }]];
    expect(await listChanges({})).toEqual([byService, byUser]);
    const { id } = (await admin.get('/admin/users/me')).body.data as { id: number };
    expect(await listChanges({ person: String(id) })).toEqual([byUser]);
    expect(await listChanges({ line: vertical })).toEqual([byService, byUser]);

    const { changes } = await changesOf({ ...prices, person: String(id) });
    await app.strapi.db.connection.raw(
      `UPDATE history.events SET at = '2020-05-04T10:00:00Z' WHERE id = ?`,
      [changes.find(({ documentId }) => documentId === first)?.id ?? ''],
    );
    const week = { from: '2020-05-04T00:00:00Z', to: '2020-05-11T00:00:00Z' };
    expect(await listChanges({ from: week.to })).toEqual([byService]);
    expect(await listChanges(week)).toEqual([byUser]);

    for (const invalidQuery of ['fields=fullPrice', 'before=1', 'from=yesterday']) {
      expect((await admin.get(`/history/changes?${invalidQuery}`)).status).toBe(400);
    }
    const refused = await admin.get('/history/changes?type=admin::user');
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.stringContaining('CHANGES_FORBIDDEN'),
    ]);
  });

  it('more changes than a page – lists each once over all pages, with limited reads', async () => {
    const documentId = await create({ title: 'Old' });
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'New' } });
    const [old, now] = await eventsOf(app, documentId, 'es');
    const copyEvents = (count: number, state: string): Promise<unknown> =>
      app.strapi.db.connection.raw(
        `INSERT INTO history.events (uid, document_id, locale, event, at, actor_kind, title, state)
         SELECT uid, document_id, locale, event, '2021-01-01', actor_kind, title, ${state}
         FROM history.events, generate_series(1, ?) n WHERE id = ? ORDER BY n`,
        [count, now?.id ?? ''],
      );
    const stateOf = (id?: string) => `(SELECT state FROM history.events WHERE id = ${id ?? ''})`;
    await copyEvents(60, `CASE n % 2 WHEN 1 THEN ${stateOf(old?.id)} ELSE state END`);
    const of2021 = { type: PRODUCT, from: '2021-01-01T00:00:00Z', to: '2021-01-02T00:00:00Z' };
    const readPages = async (): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let before: string | null = ''; before !== null;) {
        const page = await changesOf({ ...of2021, ...(before !== '' && { before }) });
        pages.push(page.changes.map(({ id }) => id));
        before = page.next;
      }
      return pages;
    };
    const pages = await readPages();
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(new Set(pages.flat()).size).toBe(60);
    // Publications without changes: more than a request reads.
    await copyEvents(1_000, 'state');
    expect(await readPages()).toEqual([[], ...pages]);
  });
});
