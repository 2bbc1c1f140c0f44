import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, type AdminAnswer, signIn, signInAs } from '../support/admin';
import { type App, startApp } from '../support/app';
import { CATEGORY, PRODUCT, course, openSchool, store, type School } from '../rights/support';

type Entry = { documentId: string; title: string; state: string };
type Page = { version: string; total: number; start: number; entries: Entry[] };

const codeOf = ({ body }: AdminAnswer): unknown =>
  (body.error as { details?: { code?: string } } | undefined)?.details?.code;

describe('The order of entries', () => {
  let app: App;
  let school: School;
  let ids: string[];
  let courseCount = 0;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
  });

  afterAll(() => app.stop());

  const read = async (who: Admin, query = '', uid = PRODUCT): Promise<Page> => {
    const { body, status } = await who.get(`/ordering/order/${uid}?${query}`);
    expect(status).toBe(200);
    return body.data as Page;
  };

  const orderOf = async (who: Admin, query = '', uid = PRODUCT): Promise<string[]> =>
    (await read(who, query, uid)).entries.map(({ documentId }) => documentId);

  const send = (who: Admin, move: object, uid = PRODUCT): Promise<AdminAnswer> =>
    who.post(`/ordering/order/${uid}/moves`, move);

  const move = async (documentId: string, to: number, who = school.all): Promise<AdminAnswer> => {
    const { version } = await read(who);
    return send(who, { documentId, to, version });
  };

  /** The public list, published entries only. */
  const publicOrder = async (locale: string): Promise<string[]> => {
    const { body } = (await app.request
      .get(`/api/products/courses?lang=${locale}`)
      .expect(200)) as {
      body: { data: { documentId: string }[] };
    };
    return body.data.map(({ documentId }) => documentId);
  };

  const courseIn = async (...lines: { documentId: string }[]): Promise<string> => {
    courseCount += 1;
    const data = course({ order: undefined, verticals: lines.map((line) => line.documentId) });
    const documentId = await store(app, PRODUCT, data);
    const english = {
      title: `English ${courseCount}`,
      slug: `english-${courseCount}`,
      SKU: `E-${courseCount}`,
    };
    const { order, ...rest } = course(english);
    expect(order).toBeGreaterThan(0);
    await getDocumentService(app, PRODUCT).update({ documentId, locale: 'en', data: rest });
    return documentId;
  };

  const rowsOf = async (documentId: string): Promise<{ order: number; locale: string }[]> => {
    const rows: unknown = await app.strapi.db.query(PRODUCT).findMany({ where: { documentId } });
    return rows as { order: number; locale: string }[];
  };

  const publish = async (documentId: string): Promise<void> => {
    await getDocumentService(app, PRODUCT).publish({ documentId, locale: '*' });
  };

  beforeEach(async () => {
    for (const { documentId } of await getDocumentService(app, PRODUCT).findMany({ locale: '*' })) {
      await getDocumentService(app, PRODUCT).delete({ documentId, locale: '*' });
    }
    ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await courseIn(school.medicina));
  });

  it('is the order of creation, and is read in pages', async () => {
    expect(await orderOf(school.all)).toEqual(ids);
    const page = await read(school.all, 'start=2&limit=2');
    expect(page.entries.map(({ documentId }) => documentId)).toEqual(ids.slice(2, 4));
    expect([page.start, page.total]).toEqual([2, 5]);
  });

  it('is one order for all locales, public at once, without making entries modified', async () => {
    for (const documentId of ids) await publish(documentId);
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    expect(await publicOrder('es')).toEqual(ids);
    expect((await move(e, 1)).status).toBe(204);
    const expected = [a, e, b, c, d];
    expect(await orderOf(school.all)).toEqual(expected);
    expect(await publicOrder('es')).toEqual(expected);
    expect(await publicOrder('en')).toEqual(expected);
    for (const documentId of ids) {
      const rows = await rowsOf(documentId);
      expect(rows).toHaveLength(4);
      expect(new Set(rows.map(({ order }) => order)).size).toBe(1);
    }
    const { entries } = await read(school.all);
    expect(entries.map(({ state }) => state)).toEqual(expected.map(() => 'published'));
  });

  it('POST moves – positions that differ between locales – become equal for all entries in between', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    const query = app.strapi.db.query(PRODUCT);
    for (const [index, documentId] of ids.entries()) {
      const order = (index + 1) * 10;
      await query.updateMany({ where: { documentId }, data: { order } });
      const where = { documentId, locale: 'en' };
      if (index > 0) await query.updateMany({ where, data: { order: order + 5 } });
    }
    expect((await move(e, 1)).status).toBe(204);
    expect(await orderOf(school.all)).toEqual([a, e, b, c, d]);
    for (const documentId of ids) {
      const positions = new Set((await rowsOf(documentId)).map(({ order }) => order));
      expect([documentId, positions.size]).toEqual([documentId, 1]);
    }
  });

  it('does not publish a modified draft', async () => {
    const [a = ''] = ids;
    await publish(a);
    await getDocumentService(app, PRODUCT).update({
      documentId: a,
      locale: 'es',
      data: { title: 'New' },
    });
    expect((await move(a, 3)).status).toBe(204);
    const entry = (await read(school.all)).entries.find(({ documentId }) => documentId === a);
    expect(entry).toMatchObject({ state: 'modified', title: 'New' });
    const { body } = await app.request.get(`/api/products/productById/${a}`);
    expect(JSON.stringify(body)).not.toContain('"New"');
  });

  it('refuses a move on an older version of the order', async () => {
    const [a = '', b = ''] = ids;
    const { version } = await read(school.all);
    expect((await send(school.all, { documentId: a, to: 4, version })).status).toBe(204);
    const current = await orderOf(school.all);
    const response = await send(school.all, { documentId: b, to: 0, version });
    expect([response.status, codeOf(response)]).toEqual([409, 'ORDER_CHANGED']);
    expect(await orderOf(school.all)).toEqual(current);
  });

  it('accepts one of several simultaneous moves, and loses no entry', async () => {
    const { version } = await read(school.all);
    const answers = await Promise.all(
      ids.map((documentId, index) =>
        send(school.all, { documentId, to: (index + 2) % 5, version }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
    expect((await orderOf(school.all)).toSorted()).toEqual(ids.toSorted());
  });

  it('loses no entry after simultaneous moves with retries', async () => {
    const moveWithRetries = async (documentId: string, to: number): Promise<void> => {
      for (;;) {
        const { status } = await move(documentId, to);
        if (status === 204) return;
        expect(status).toBe(409);
      }
    };
    await Promise.all(ids.map((documentId, index) => moveWithRetries(documentId, (index * 3) % 5)));
    expect((await orderOf(school.all)).toSorted()).toEqual(ids.toSorted());
    for (const documentId of ids) {
      expect(new Set((await rowsOf(documentId)).map(({ order }) => order)).size).toBe(1);
    }
  });

  it('is unchanged after a failed move', async () => {
    const [a = '', b = ''] = ids;
    const connection = app.strapi.db.connection;
    await connection.raw(
      `create function refuse_move() returns trigger language plpgsql as
       $$ begin if new.document_id = '${b}' then raise exception 'no'; end if; return new; end $$`,
    );
    await connection.raw(
      'create trigger refuse_move before update on products for each row execute function refuse_move()',
    );
    try {
      expect((await move(a, 4)).status).toBe(204);
      await move(a, 0);
      const before = await orderOf(school.all);
      const { status } = await move(before[4] ?? '', before.indexOf(b));
      expect(status).toBe(500);
      expect(await orderOf(school.all)).toEqual(before);
    } finally {
      await connection.raw('drop trigger refuse_move on products');
      await connection.raw('drop function refuse_move');
    }
  });

  it('refuses a save of a form that was opened before the move', async () => {
    const [a = ''] = ids;
    const path = `/content-manager/collection-types/${PRODUCT}/${a}?locale=es`;
    const form = (await school.all.get(path)).body.data as { order: number; updatedAt: string };
    expect((await move(a, 3)).status).toBe(204);
    const { status } = await school.all.put(path, {
      title: 'Late',
      order: form.order,
      baseVersion: form.updatedAt,
    });
    expect(status).toBe(409);
  });

  it('is recorded in the history with the user who moved', async () => {
    const [a = ''] = ids;
    await move(a, 3);
    const { rows } = await app.strapi.db.connection.raw<{ rows: object[] }>(
      `select event, actor_kind from history.events where document_id = ? order by id desc limit 2`,
      [a],
    );
    expect(rows).toEqual([
      { event: 'update', actor_kind: 'user' },
      { event: 'update', actor_kind: 'user' },
    ]);
  });

  it('survives the restoration of an earlier version, or of a deleted locale', async () => {
    const [a = ''] = ids;
    const path = `/history/entries/${PRODUCT}/${a}`;
    const { body: history } = await school.all.get(`${path}?locale=es`);
    const first = (history.data as { events: { id: string }[] }).events.at(-1)?.id;
    await getDocumentService(app, PRODUCT).delete({ documentId: a, locale: 'en' });
    expect((await move(a, 3)).status).toBe(204);
    const moved = await orderOf(school.all);
    const restored = await school.all.post(`${path}/restore`, { locale: 'es', event: first });
    expect(restored.status).toBe(200);
    expect(await orderOf(school.all)).toEqual(moved);
    const { body: bin } = await school.all.get('/history/bin');
    const [deletion] = (bin.data as { deletions: { id: string; documentId: string }[] }).deletions;
    expect(deletion?.documentId).toBe(a);
    const undeleted = await school.all.post(`/history/bin/${deletion?.id}`, { publish: false });
    expect(undeleted.status).toBe(200);
    expect(await orderOf(school.all)).toEqual(moved);
    const rows = await rowsOf(a);
    expect(rows.map(({ locale }) => locale).toSorted()).toEqual(['en', 'es']);
    expect(new Set(rows.map(({ order }) => order)).size).toBe(1);
  });

  it('is changed within a business line by its editor, without entries of other lines', async () => {
    const { ana, medicina, psicologia, all } = school;
    const foreign = await courseIn(psicologia);
    const common = await courseIn(medicina, psicologia);
    const [a = '', b = ''] = ids;
    const query = `line=${medicina.documentId}`;
    expect(await orderOf(ana, query)).toEqual([...ids, common]);
    const moveInLine = async (who: Admin, documentId: string, to: number): Promise<AdminAnswer> => {
      const { version } = await read(who, query);
      return send(who, { documentId, to, version, line: medicina.documentId });
    };
    expect((await moveInLine(ana, a, 1)).status).toBe(204);
    expect((await orderOf(ana, query)).slice(0, 2)).toEqual([b, a]);
    const refused = await moveInLine(ana, common, 0);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'OTHER_LINE']);
    expect((await moveInLine(ana, foreign, 0)).status).toBe(404);
    expect((await moveInLine(all, common, 0)).status).toBe(204);
    expect((await orderOf(all, query))[0]).toBe(common);
  });

  it('is refused without the right to change entries, and for types without an order', async () => {
    const marketing = await signIn(app, 'marketing');
    expect((await marketing.get(`/ordering/order/${PRODUCT}`)).status).toBe(403);
    expect((await send(marketing, { documentId: 'a', to: 0, version: '' })).status).toBe(403);
    expect((await school.all.get('/ordering/order/api::episode.episode')).status).toBe(404);
    expect((await school.all.get(`/ordering/order/${PRODUCT}?kind=Poem`)).status).toBe(400);
    expect((await send(school.all, { documentId: 'a', to: -1, version: '' })).status).toBe(400);
  });

  /** Signs in a user of a new role, who may read and update, but not publish. */
  const signInWriter = async (name: string, locales: readonly string[]): Promise<Admin> => {
    const { body } = await school.all.post('/admin/roles', { name, description: '' });
    const role = body.data as { id: number; code: string };
    const permissions = ['read', 'update'].map((action) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject: PRODUCT,
      properties: { fields: ['title', 'order'], locales },
      conditions: [],
    }));
    await school.all.put(`/admin/roles/${role.id}/permissions`, { permissions });
    return signInAs(app, role.code, name);
  };

  it('GET order – locale that the user may not read – contains the titles of another locale', async () => {
    const writer = await signInWriter('Spanish', ['es']);
    const titles = (await read(writer, 'locale=en')).entries.map(({ title }) => title);
    expect(titles).toHaveLength(ids.length);
    expect(titles.filter((title) => title.startsWith('English'))).toEqual([]);
    const all = (await read(school.all, 'locale=en')).entries.map(({ title }) => title);
    expect(all.filter((title) => title.startsWith('English'))).toHaveLength(ids.length);
  });

  it('POST moves – user without the right to publish – moves drafts, but no published entries', async () => {
    const writer = await signInWriter('Writers', ['es', 'en']);
    const [a = '', b = '', c = '', d = '', e = ''] = ids;
    expect((await move(e, 3, writer)).status).toBe(204);
    for (const documentId of ids) await publish(documentId);
    const refused = await move(a, 1, writer);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'ORDER_NOT_YOURS']);
    expect(await orderOf(school.all)).toEqual([a, b, c, e, d]);
    expect((await move(a, 1)).status).toBe(204);
  });

  it('GET /ordering/types – returns the types with an order and the business lines', async () => {
    const { body } = await school.all.get('/ordering/types');
    const { types, lines } = body.data as {
      types: { uid: string; hasLines: boolean; kinds: string[] }[];
      lines: { name: string }[];
    };
    expect(types.find(({ uid }) => uid === PRODUCT)?.hasLines).toBe(true);
    expect(types.find(({ uid }) => uid === CATEGORY)).toMatchObject({ hasLines: false, kinds: [] });
    expect(lines.map(({ name }) => name)).toContain('Medicina');
  });
});
