import { signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { pictureFile } from '../support/content';
import { getDocumentService } from '#platform/strapi/documents';
import {
  CATEGORY,
  COMPANY,
  EXPLORER,
  HOME,
  PRODUCT,
  PROTAGONIST,
  VERTICAL,
  course,
  messageOf,
  openSchool,
  refusal,
  store,
  stored,
  type BusinessLine,
  type School,
} from './support';

const CHANNEL = 'api::channel.channel';

const OTHER = [403, 'OTHER_LINE'];

let app: App;
let school: School;

const inLines = (...lines: BusinessLine[]) => ({
  verticals: lines.map(({ documentId }) => documentId),
});

const courseOf = (...lines: BusinessLine[]): Promise<string> =>
  store(app, PRODUCT, course(inLines(...lines)));

const at = (documentId: string, more = ''): string =>
  `${EXPLORER}/${PRODUCT}/${documentId}${more}?locale=es`;

const linesOf = async (documentId: string): Promise<string[]> => {
  const entry = await stored(app, PRODUCT, documentId, ['verticals']);
  return (entry?.verticals as { name: string }[]).map(({ name }) => name).toSorted();
};

const titleOf = async (documentId: string): Promise<unknown> =>
  (await stored(app, PRODUCT, documentId))?.title;

const person = (data: object = {}) =>
  store(app, PROTAGONIST, { name: 'P', slug: `p-${Math.random()}`, cv: 'cv', order: 1, ...data });

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
});

afterAll(() => stopQuietly(app));

const EMAIL_TEMPLATE = 'api::email-template.email-template';

describe('An editor of Medicina, reading', () => {
  it('sees only entries of Medicina in lists, forms, relation pickers, history and preview', async () => {
    const { ana, medicina, psicologia } = school;
    const [ownId, other, shared] = [
      await courseOf(medicina),
      await courseOf(psicologia),
      await courseOf(medicina, psicologia),
    ];
    const none = await courseOf();
    const { body } = await ana.get(`${EXPLORER}/${PRODUCT}?locale=es&pageSize=100`);
    const listed = (body.results as { documentId: string }[]).map(({ documentId }) => documentId);
    expect([ownId, other, shared, none].map((id) => listed.includes(id))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect((await ana.get(at(ownId))).status).toBe(200);
    expect((await ana.get(at(other))).status).toBe(403);
    const home = await store(app, HOME, { vertical: medicina.documentId });
    const picker = await ana.get(
      `/content-manager/relations/page.course-list/products?locale=es&pageSize=100`,
    );
    const offered = (picker.body.results as { documentId: string }[]).map(
      (entry) => entry.documentId,
    );
    expect([ownId, other].map((id) => offered.includes(id))).toEqual([true, false]);
    expect((await ana.get(`/history/entries/${PRODUCT}/${ownId}?locale=es`)).status).toBe(200);
    expect(refusal(await ana.get(`/history/entries/${PRODUCT}/${other}?locale=es`))).toEqual([
      403,
      'HISTORY_FORBIDDEN',
    ]);
    const preview = (id: string) =>
      ana.get(`/content-manager/preview/url/${PRODUCT}?documentId=${id}&locale=es&status=draft`);
    expect((await preview(ownId)).status).toBe(200);
    expect((await preview(other)).status).toBe(204);
    const sign = { form: 'a-window-of-hers' };
    expect(
      (await ana.post(`/concurrent-editing/present/${PRODUCT}/${ownId}?locale=es`, sign)).status,
    ).toBe(200);
    expect(
      refusal(await ana.post(`/concurrent-editing/present/${PRODUCT}/${other}?locale=es`, sign)),
    ).toEqual([403, 'FORM_FORBIDDEN']);
    await getDocumentService(app, HOME).delete({ documentId: home, locale: '*' });
  });

  it('does not read fields of Psicología by a filter, order or populate on a shared entry', async () => {
    const { ana, all, psicologia } = school;
    const teacher = await person();
    await store(app, PRODUCT, {
      title: 'T',
      slug: `t-${Math.random()}`,
      type: 'Curso corto',
      presentation: 'Secret',
      verticals: [psicologia.documentId],
      protagonists: [teacher],
    });
    const readPeople = (by: typeof ana, query: string, path = '') =>
      by.get(`${EXPLORER}/${PROTAGONIST}${path}?locale=es&${query}`);
    for (const [query, path] of [
      ['populate=products', `/${teacher}`],
      ['populate=*', ''],
      ['filters[products][presentation][$startsWith]=Sec', ''],
      ['filters[$or][0][$not][products][presentation][$eq]=x', ''],
      ['filters[products][verticals][linkOfProducts][$notNull]=true', ''],
      ['filters[products][title][$eq]=T', ''],
      ['sort=products.title:asc', ''],
      ['sort=products.presentation:asc', ''],
      ['sort[0]=name&sort[1]=products.presentation', ''],
      ['sort[products][presentation]=asc', ''],
      ['sort[products][verticals][linkOfProducts]=asc', ''],
    ] as const) {
      expect((await readPeople(all, query, path)).status).not.toBe(403);
      expect(refusal(await readPeople(ana, query, path))).toEqual([403, 'HIDDEN_ENTRIES']);
    }
    expect((await readPeople(ana, 'filters[name][$eq]=P&_q=P')).status).toBe(200);
    expect((await readPeople(ana, 'sort=name:asc')).status).toBe(200);
  });

  it('does not copy a course of Psicología', async () => {
    const { ana, all, medicina, psicologia } = school;
    const presentation = 'Not to be copied';
    const documentId = await store(app, PRODUCT, { ...course(inLines(psicologia)), presentation });
    const ownId = await courseOf(medicina);
    const copy = (by: typeof ana, of: string) =>
      by.post(`${EXPLORER}/${PRODUCT}/clone/${of}?locale=es`, course(inLines(medicina)));
    const count = () => getDocumentService(app, PRODUCT).count({ filters: { presentation } });
    const refused = await copy(ana, documentId);
    expect(refusal(refused)).toEqual(OTHER);
    expect(messageOf(refused)).toContain('(Psicología)');
    expect(await count()).toBe(1);
    expect((await copy(ana, ownId)).status).toBe(200);
    expect((await copy(all, documentId)).status).toBe(200);
    expect(await count()).toBe(2);
  });

  it('does not read entries of Psicología through the files that they show', async () => {
    const { ana, all, psicologia } = school;
    const { id } = await all.upload(pictureFile);
    await store(app, PRODUCT, {
      ...course(inLines(psicologia)),
      presentation: 'Secret',
      cardImage: id,
    });
    const folder = await all.post('/upload/folders', { name: 'Only theirs', parent: null });
    const { id: folderId } = folder.body.data as { id: number };
    await all.post('/upload/actions/bulk-move', { fileIds: [id], destinationFolderId: folderId });
    for (const [path, code] of [
      ['files?populate=related', 'INVALID_REQUEST'],
      ['files?populate=*', 'INVALID_REQUEST'],
      ['files?populate[0]=related', 'INVALID_REQUEST'],
      ['files?populate[related][populate]=*', 'POPULATE_TOO_DEEP'],
      ['files?populate[folder][populate][files][populate]=related', 'POPULATE_TOO_DEEP'],
      ['folders?populate[files][populate]=related', 'POPULATE_TOO_DEEP'],
      [`folders/${folderId}?populate[files][populate][related]=true`, 'POPULATE_TOO_DEEP'],
    ] as const) {
      const answer = await ana.get(`/upload/${path}`);
      expect([path, ...refusal(answer)]).toEqual([path, 400, code]);
      expect(answer.text).not.toContain('Secret');
    }
    const query = `files?filters[folder][id]=${folderId}&populate=folder`;
    expect((await ana.get(`/upload/${query}`)).body.results).toHaveLength(1);
    expect((await ana.get('/upload/folders?populate[parent][populate]=parent')).status).toBe(200);
  });

  it('GET /rights/entries – read-only entry – returns the reason', async () => {
    const { ana, all, medicina, psicologia } = school;
    const [ownId, shared, other] = [
      await courseOf(medicina),
      await courseOf(medicina, psicologia),
      await courseOf(psicologia),
    ];
    const readRefusal = async (who: typeof ana, id: string): Promise<unknown> =>
      (await who.get(`/rights/entries/${PRODUCT}/${id}?locale=es`)).body.data;
    expect(await readRefusal(ana, ownId)).toEqual({ refusal: null });
    expect(await readRefusal(ana, shared)).toEqual({
      refusal: expect.stringMatching(
        /^You may not change entries of another business line.* \(Psicología\)$/,
      ),
    });
    // Entries that she may not read have no reason.
    expect(await readRefusal(ana, other)).toEqual({ refusal: null });
    expect(await readRefusal(all, shared)).toEqual({ refusal: null });
    const marketing = await signInAs(app, 'marketing', 'Laura');
    expect(await readRefusal(marketing, shared)).toEqual({
      refusal: 'Your role may read this entry, but not change it.',
    });
  });

  it('sees only her own business line, and the people that all lines share', async () => {
    const { ana, medicina } = school;
    const lines = await ana.get(`${EXPLORER}/${VERTICAL}`);
    expect(lines.body.results).toMatchObject([{ documentId: medicina.documentId }]);
    expect(lines.body.results).toHaveLength(1);
    const teacher = await person();
    const people = await ana.get(`${EXPLORER}/${PROTAGONIST}?locale=es&pageSize=100`);
    expect(people.body.results).toContainEqual(expect.objectContaining({ documentId: teacher }));
  });
});

describe('An editor of Medicina, writing', () => {
  it('creates, changes, publishes, unpublishes and deletes entries of Medicina', async () => {
    const { ana, medicina } = school;
    const response = await ana.post(`${EXPLORER}/${PRODUCT}?locale=es`, course(inLines(medicina)));
    expect(response.status).toBe(201);
    const { documentId } = response.body.data as { documentId: string };
    expect((await ana.put(at(documentId), { title: 'Hers' })).status).toBe(200);
    expect((await ana.post(at(documentId, '/actions/publish'), {})).status).toBe(200);
    expect((await ana.post(at(documentId, '/actions/unpublish'), {})).status).toBe(200);
    expect((await ana.delete(at(documentId))).status).toBe(200);
  });

  it.each<[string, (id: string) => Promise<Parameters<typeof refusal>[0]>]>([
    ['saving', (id) => school.ana.put(at(id), { title: 'Hers' })],
    ['publishing', (id) => school.ana.post(at(id, '/actions/publish'), {})],
    ['unpublishing', (id) => school.ana.post(at(id, '/actions/unpublish'), {})],
    ['discarding', (id) => school.ana.post(at(id, '/actions/discard'), {})],
    ['deleting', (id) => school.ana.delete(at(id))],
    ['copying', (id) => school.ana.post(`${EXPLORER}/${PRODUCT}/clone/${id}?locale=es`, course())],
    [
      'publishing a selection with',
      (id) =>
        school.ana.post(`${EXPLORER}/${PRODUCT}/actions/bulkPublish`, {
          documentIds: [id],
          locale: ['es'],
        }),
    ],
    [
      'unpublishing a selection with',
      (id) =>
        school.ana.post(`${EXPLORER}/${PRODUCT}/actions/bulkUnpublish`, {
          documentIds: [id],
          locale: ['es'],
        }),
    ],
    [
      'deleting a selection with',
      (id) =>
        school.ana.post(`${EXPLORER}/${PRODUCT}/actions/bulkDelete?locale=es`, {
          documentIds: [id],
          locale: ['es'],
        }),
    ],
  ])('%s an entry of Psicología, or of both lines – is refused', async (_, write) => {
    const { medicina, psicologia } = school;
    for (const lines of [[psicologia], [medicina, psicologia]]) {
      const id = await courseOf(...lines);
      await getDocumentService(app, PRODUCT).publish({ documentId: id, locale: 'es' });
      const before = await stored(app, PRODUCT, id);
      const answer = await write(id);
      expect(refusal(answer)).toEqual(OTHER);
      expect(messageOf(answer)).toContain('(Psicología)');
      expect(await stored(app, PRODUCT, id)).toEqual(before);
      const published = { documentId: id, locale: 'es', status: 'published' };
      expect(await getDocumentService(app, PRODUCT).findOne(published)).not.toBeNull();
    }
  });

  it('does not move entries to Psicología, nor leave them without a line, nor take over entries without one', async () => {
    const { ana, all, both, medicina, psicologia } = school;
    const create = (lines: object) => ana.post(`${EXPLORER}/${PRODUCT}?locale=es`, course(lines));
    expect(refusal(await create(inLines(psicologia)))).toEqual(OTHER);
    expect(refusal(await create({}))).toEqual([400, 'LINE_REQUIRED']);

    const ownId = await courseOf(medicina);
    const move = { verticals: { connect: [{ documentId: psicologia.documentId }] } };
    expect(refusal(await ana.put(at(ownId), move))).toEqual(OTHER);
    const leave = { verticals: { set: [] } };
    const response = await ana.put(at(ownId), leave);
    expect(refusal(response)).toEqual([400, 'LINE_REQUIRED']);
    expect(response.body.error).toMatchObject({ details: { errors: [{ path: ['verticals'] }] } });
    expect(await linesOf(ownId)).toEqual(['Medicina']);

    const withoutLine = await courseOf();
    expect(refusal(await ana.put(at(withoutLine), inLines(medicina)))).toEqual([403, 'NO_LINE']);
    expect((await all.put(at(withoutLine), inLines(medicina))).status).toBe(200);
    expect((await ana.put(at(withoutLine), { title: 'Now hers' })).status).toBe(200);

    const moved = await both.put(at(ownId), {
      verticals: { set: [{ documentId: psicologia.documentId }] },
    });
    expect(moved.status).toBe(200);
    expect(await linesOf(ownId)).toEqual(['Psicología']);
  });

  it('does not overwrite an entry of Psicología by sending its documentId', async () => {
    const { ana, all, medicina, psicologia } = school;
    const victim = await courseOf(psicologia);
    const created = await ana.post(`${EXPLORER}/${PRODUCT}?locale=es`, course(inLines(medicina)));
    const { documentId } = created.body.data as { documentId: string };
    await ana.put(at(documentId, '').replace('locale=es', 'locale=en'), course(inLines(medicina)));
    const before = [await stored(app, PRODUCT, victim), await stored(app, PRODUCT, documentId)];
    const answer = await ana.put(at(documentId), { documentId: victim });
    expect(refusal(answer)).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
    expect([await stored(app, PRODUCT, victim), await stored(app, PRODUCT, documentId)]).toEqual(
      before,
    );
    expect((await ana.get(at(victim))).status).toBe(403);
    expect((await all.post(at(victim, '/actions/publish'), {})).status).toBe(200);
  });

  it('changes entries of both lines with the roles of both', async () => {
    const { both, medicina, psicologia } = school;
    const shared = await courseOf(medicina, psicologia);
    expect((await both.put(at(shared), { title: 'Of both' })).status).toBe(200);
    expect(await titleOf(shared)).toBe('Of both');
  });

  it('neither changes another business line nor creates one', async () => {
    const { ana, psicologia } = school;
    const change = { name: 'Mía' };
    expect((await ana.put(`${EXPLORER}/${VERTICAL}/${psicologia.documentId}`, change)).status).toBe(
      403,
    );
    expect((await ana.post(`${EXPLORER}/${VERTICAL}`, { name: 'M', slug: 'm' })).status).toBe(403);
  });

  it('does not change an entry of Psicología from the other side of a relation', async () => {
    const { ana, medicina, psicologia } = school;
    const [ownId, other] = [await courseOf(medicina), await courseOf(psicologia)];
    const teacher = await person();
    const connect = (id: string) =>
      ana.put(`${EXPLORER}/${PROTAGONIST}/${teacher}?locale=es`, {
        products: { connect: [{ documentId: id, locale: 'es' }] },
      });
    expect(refusal(await connect(other))).toEqual(OTHER);
    expect((await connect(ownId)).status).toBe(200);
  });

  it('does not change an entry of Psicología by a copy of a channel that it refers to', async () => {
    const { ana, medicina, psicologia } = school;
    const channel = await store(app, CHANNEL, { name: 'C', slug: 'ch', ...inLines(medicina) });
    const ownCourse = await store(
      app,
      PRODUCT,
      course({ ...inLines(medicina), channels: [channel] }),
    );
    const copy = () =>
      ana.post(`${EXPLORER}/${CHANNEL}/clone/${channel}`, {
        name: 'Copy',
        slug: `copy-${Math.random()}`,
      });
    expect((await copy()).status).toBe(200);
    const other = await store(
      app,
      PRODUCT,
      course({ ...inLines(psicologia), channels: [channel] }),
    );
    const channelsOf = async (documentId: string) =>
      (await stored(app, PRODUCT, documentId, ['channels']))?.channels as object[];
    expect(await channelsOf(ownCourse)).toHaveLength(2);
    expect(refusal(await copy())).toEqual(OTHER);
    expect(await channelsOf(other)).toHaveLength(1);
  });

  it('changes a person only while no other line shows them', async () => {
    const { ana, medicina, psicologia } = school;
    const teacher = await person();
    const save = (name: string) =>
      ana.put(`${EXPLORER}/${PROTAGONIST}/${teacher}?locale=es`, { name });
    expect((await save('Free')).status).toBe(200);
    await store(app, PRODUCT, course({ ...inLines(medicina), protagonists: [teacher] }));
    expect((await save('Of Medicina')).status).toBe(200);
    await store(app, PRODUCT, course({ ...inLines(psicologia), protagonists: [teacher] }));
    expect(refusal(await save('Of both'))).toEqual(OTHER);
  });

  it('does not change a category that a page of Psicología shows', async () => {
    const { ana, psicologia } = school;
    const category = await store(app, CATEGORY, { name: 'C', slug: 'c' });
    const save = () => ana.put(`${EXPLORER}/${CATEGORY}/${category}?locale=es`, { name: 'Mine' });
    expect((await save()).status).toBe(200);
    await store(app, 'api::books-page.books-page', {
      vertical: psicologia.documentId,
      courseList: [{ title: 'Shelf', category }],
    });
    expect(refusal(await save())).toEqual(OTHER);
  });
});

describe('A page', () => {
  const text = (title: string) => ({ title, text: 'x' });

  it('is not copied to another business line, nor from one', async () => {
    const { ana, all, both, medicina, psicologia } = school;
    const page = await store(app, COMPANY, { vertical: medicina.documentId });
    const copy = (who: typeof ana, from: string, line: BusinessLine, locale: string) =>
      who.post(`/pages/copy/${COMPANY}/${from}`, {
        from: { locale: 'es' },
        to: { locale, vertical: line.documentId },
      });
    expect(refusal(await copy(ana, page, psicologia, 'es'))).toEqual(OTHER);
    expect((await copy(ana, page, medicina, 'en')).status).toBe(200);
    const copied = await copy(both, page, psicologia, 'es');
    expect(copied.status).toBe(200);
    const other = (copied.body.data as { documentId: string }).documentId;
    expect(refusal(await copy(ana, other, medicina, 'en'))).toEqual([404, 'SOURCE_NOT_FOUND']);
    expect(
      (await all.put(`${EXPLORER}/${COMPANY}/${other}?locale=es`, { header: text('x') })).status,
    ).not.toBe(403);
    expect(refusal(await ana.put(`${EXPLORER}/${COMPANY}/${other}?locale=en`, {}))).toEqual(OTHER);
  });
});

describe('Deleted entries and former versions', () => {
  it('are not restored in another business line', async () => {
    const { ana, all, medicina, psicologia } = school;
    const bin = async (who: typeof ana) =>
      (
        (await who.get('/history/bin')).body.data as {
          deletions: { id: string; documentId: string }[];
        }
      ).deletions;
    const deleteCourse = async (line: BusinessLine): Promise<string> => {
      const id = await courseOf(line);
      expect((await all.delete(at(id))).status).toBe(200);
      return id;
    };
    const [ownId, other] = [await deleteCourse(medicina), await deleteCourse(psicologia)];
    const hers = (await bin(ana)).map(({ documentId }) => documentId);
    expect([ownId, other].map((id) => hers.includes(id))).toEqual([true, false]);
    const idOf = async (documentId: string) =>
      (await bin(all)).find((deletion) => deletion.documentId === documentId)?.id;
    const response = await ana.post(`/history/bin/${await idOf(other)}`, { publish: false });
    expect(refusal(response)).toEqual(OTHER);
    expect(await stored(app, PRODUCT, other)).toBeNull();
    expect((await ana.post(`/history/bin/${await idOf(ownId)}`, { publish: false })).status).toBe(
      200,
    );

    const shared = await courseOf(medicina, psicologia);
    expect((await all.put(at(shared), { title: 'Later' })).status).toBe(200);
    const history = await all.get(`/history/entries/${PRODUCT}/${shared}?locale=es`);
    const { events } = history.body.data as { events: { id: string }[] };
    const restored = await ana.post(`/history/entries/${PRODUCT}/${shared}/restore`, {
      locale: 'es',
      event: events.at(-1)?.id,
    });
    expect(refusal(restored)).toEqual(OTHER);
    expect(await titleOf(shared)).toBe('Later');
  });

  it('GET /history/bin and /history/changes – entries of another line – affect neither rows nor `next`', async () => {
    const { ana, all, medicina, psicologia } = school;
    const [ownId, other] = [
      await store(app, PRODUCT, course({ title: 'Sought', ...inLines(medicina) })),
      await store(app, PRODUCT, course({ title: 'Sought', ...inLines(psicologia) })),
    ];
    for (const id of [ownId, other])
      expect((await all.put(at(id), { fullPrice: 7 })).status).toBe(200);
    type Page = { changes: { documentId: string }[]; next: string | null };
    const changesFor = async (who: typeof ana, more = '') =>
      (await who.get(`/history/changes?type=${PRODUCT}&fields=fullPrice${more}`)).body.data as Page;
    const visible = await changesFor(ana);
    const ids = visible.changes.map(({ documentId }) => documentId);
    expect([ownId, other].map((id) => ids.includes(id))).toEqual([true, false]);
    expect(visible.next).toBeNull();
    const inPsicologia = `&line=${psicologia.documentId}`;
    expect((await changesFor(all, inPsicologia)).changes[0]?.documentId).toBe(other);
    const foreign = await ana.get(`/history/changes?type=${PRODUCT}${inPsicologia}`);
    expect(refusal(foreign)).toEqual([403, 'CHANGES_FORBIDDEN']);
    const { lines } = (await ana.get('/history/changes/options')).body.data as {
      lines: { name: string }[];
    };
    expect(lines.map(({ name }) => name)).toEqual([medicina.name]);

    for (const id of [ownId, other]) expect((await all.delete(at(id))).status).toBe(200);
    // More deletions of the other line than a page holds, all later than the one of Medicina.
    await app.strapi.db.connection.raw(
      `WITH made AS (
         INSERT INTO history.events (uid, document_id, locale, event, actor_kind, title, state)
         SELECT uid, document_id || '-' || n, locale, event, actor_kind, title, state
         FROM history.events, generate_series(1, 130) n WHERE document_id = ? AND event = 'delete'
         RETURNING id)
       INSERT INTO history.deletions (event, links) SELECT id, '[]' FROM made`,
      [other],
    );
    const bin = async (who: typeof ana) =>
      (await who.get('/history/bin?search=sought')).body.data as {
        deletions: { documentId: string }[];
        next: string | null;
      };
    const hers = await bin(ana);
    expect(hers.deletions.map(({ documentId }) => documentId)).toEqual([ownId]);
    expect(hers.next).toBeNull();
    expect((await bin(all)).next).not.toBeNull();
  });

  it('POST /history/bin/:event – published version of another line – is not published again', async () => {
    const { ana, all, medicina, psicologia } = school;
    const id = await courseOf(psicologia);
    await getDocumentService(app, PRODUCT).publish({ documentId: id, locale: 'es' });
    await all.put(at(id), { verticals: { set: [{ documentId: medicina.documentId }] } });
    expect((await all.delete(at(id))).status).toBe(200);
    const { deletions } = (await ana.get('/history/bin')).body.data as {
      deletions: { id: string; documentId: string }[];
    };
    const event = deletions.find(({ documentId }) => documentId === id)?.id;
    const restored = await ana.post(`/history/bin/${event}`, { publish: true });
    expect(refusal(restored)).toEqual(OTHER);
    expect((await ana.post(`/history/bin/${event}`, { publish: false })).status).toBe(200);
  });

  it('are not restored with a relation to Psicología', async () => {
    const { ana, all, medicina, psicologia } = school;
    const id = await courseOf(psicologia);
    await all.put(at(id), { verticals: { set: [{ documentId: medicina.documentId }] } });
    const history = await ana.get(`/history/entries/${PRODUCT}/${id}?locale=es`);
    const { events } = history.body.data as { events: { id: string }[] };
    const restored = await ana.post(`/history/entries/${PRODUCT}/${id}/restore`, {
      locale: 'es',
      event: events.at(-1)?.id,
    });
    expect(refusal(restored)).toEqual(OTHER);
    expect(await linesOf(id)).toEqual(['Medicina']);
  });
});

describe('A file', () => {
  const replace = (token: string, id: number) =>
    app.request
      .post(`/upload?id=${id}`)
      .set('Authorization', `Bearer ${token}`)
      .attach('files', pictureFile);

  it('used by Psicología – is not replaced, changed or deleted by an editor of Medicina', async () => {
    const { ana, all, medicina, psicologia } = school;
    const { id } = await all.upload(pictureFile);
    await store(app, HOME, {
      vertical: psicologia.documentId,
      carouselMedia: [{ description: 'd', link: '/x', backgroundMedia: id, icon: id }],
    });
    const REFUSED = [403, 'FILE_OF_OTHER_LINE'];
    expect(refusal((await replace(ana.token, id)) as never)).toEqual(REFUSED);
    expect(
      refusal(await ana.put(`/upload/files/${id}`, { fileInfo: { alternativeText: 'x' } })),
    ).toEqual(REFUSED);
    expect(
      refusal(await ana.post(`/upload?id=${id}`, { fileInfo: { alternativeText: 'x' } })),
    ).toEqual(REFUSED);
    expect(
      refusal(
        await ana.post('/upload/actions/bulk-update', {
          updates: [{ id, fileInfo: { name: 'x' } }],
        }),
      ),
    ).toEqual(REFUSED);
    expect(refusal(await ana.delete(`/upload/files/${id}`))).toEqual(REFUSED);
    expect(refusal(await ana.post('/upload/actions/bulk-delete', { fileIds: [id] }))).toEqual(
      REFUSED,
    );
    const response = await all.post('/upload/folders', { name: 'Psicología', parent: null });
    const folder = (response.body as { data: { id: number } }).data.id;
    await all.post('/upload/actions/bulk-move', { fileIds: [id], destinationFolderId: folder });
    expect(refusal(await ana.post('/upload/actions/bulk-delete', { folderIds: [folder] }))).toEqual(
      REFUSED,
    );

    const ownId = await ana.upload(pictureFile);
    await store(app, PRODUCT, course({ ...inLines(medicina), cardImage: ownId.id }));
    expect((await replace(ana.token, ownId.id)).status).toBe(200);
    expect(
      (await ana.put(`/upload/files/${ownId.id}`, { fileInfo: { alternativeText: 'x' } })).status,
    ).toBe(200);
    const free = await ana.upload(pictureFile);
    expect((await ana.delete(`/upload/files/${free.id}`)).status).toBe(200);
  });

  it('uploaded with a reference to an entry of Psicología – is not set there', async () => {
    const { ana, psicologia } = school;
    const other = await courseOf(psicologia);
    const row = await stored(app, PRODUCT, other);
    await app.request
      .post('/upload')
      .set('Authorization', `Bearer ${ana.token}`)
      .field('ref', PRODUCT)
      .field('refId', String(row?.id))
      .field('field', 'cardImage')
      .attach('files', pictureFile);
    expect((await stored(app, PRODUCT, other, ['cardImage']))?.cardImage).toBeNull();
  });
});

describe('A locale', () => {
  it('missing in a role – is not created, changed or copied to', async () => {
    const { ana, medicina } = school;
    const setLanguages = async (codes: string[]): Promise<void> => {
      const rows = (await app.strapi.db.query('admin::permission').findMany({
        where: { role: { code: 'line-medicina' } },
      })) as { id: number; properties: { locales?: string[] } }[];
      for (const { id, properties } of rows.filter((row) => row.properties.locales !== undefined)) {
        await app.strapi.db
          .query('admin::permission')
          .update({ where: { id }, data: { properties: { ...properties, locales: codes } } });
      }
    };
    await setLanguages(['es']);
    const id = await courseOf(medicina);
    const english = (more = '') => `${EXPLORER}/${PRODUCT}${more}?locale=en`;
    expect((await ana.post(english(), course(inLines(medicina)))).status).toBe(403);
    expect((await ana.put(english(`/${id}`), { title: 'English' })).status).toBe(403);
    expect((await ana.put(at(id), { title: 'Español' })).status).toBe(200);
    expect((await ana.post(at(id, '/actions/publish'), {})).status).toBe(200);
    const page = await store(app, 'api::platform-page.platform-page', {
      vertical: medicina.documentId,
    });
    const copied = await ana.post(`/pages/copy/api::platform-page.platform-page/${page}`, {
      from: { locale: 'es' },
      to: { locale: 'en', vertical: medicina.documentId },
    });
    expect(refusal(copied)).toEqual([403, 'OTHER_LANGUAGE']);
    await setLanguages(['es', 'en']);
    expect((await ana.put(english(`/${id}`), course(inLines(medicina)))).status).toBe(200);
  });
});

describe('The condition of a business line', () => {
  type Offered = { conditions: { id: string; displayName: string; category: string }[] };

  const readConditions = async (): Promise<Offered['conditions']> =>
    ((await school.all.get('/admin/permissions')).body.data as Offered).conditions;

  it('is offered for each line under its current name, and is stored in a role', async () => {
    const { all } = school;
    const response = await all.post(`${EXPLORER}/${VERTICAL}`, {
      name: 'Veterinaria',
      slug: 'veterinaria',
    });
    const { documentId } = response.body.data as { documentId: string };
    const id = `plugin::rights.line-${documentId}`;
    expect(await readConditions()).toContainEqual({
      id,
      displayName: 'Veterinaria',
      category: 'business line',
    });
    await all.put(`${EXPLORER}/${VERTICAL}/${documentId}`, { name: 'Veterinaria y ganado' });
    expect(await readConditions()).toContainEqual(
      expect.objectContaining({ displayName: 'Veterinaria y ganado' }),
    );
    const role = (await app.strapi.db
      .query('admin::role')
      .findOne({ where: { code: 'strapi-author' } })) as { id: number };
    const saved = await all.put(`/admin/roles/${role.id}/permissions`, {
      permissions: [
        {
          action: 'plugin::content-manager.explorer.read',
          subject: PRODUCT,
          properties: { fields: ['title'], locales: ['es'] },
          conditions: [id],
        },
      ],
    });
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject([{ conditions: [id] }]);
  });

  it('limits the orders that a role reads, exports and finds', async () => {
    const { all, medicina, psicologia } = school;
    const order = 'plugin::checkout.order';
    const storeOrder = async ({ documentId, slug }: BusinessLine): Promise<string> => {
      const data = {
        ...{ sessionId: `cs_${slug}`, mode: 'payment', origin: 'main', vertical: slug },
        ...{ verticalDocumentId: documentId, productTitle: slug, productSKU: 'S' },
        ...{ productDocumentId: 'p', productPayId: 'p', priceId: 'p', syncedMs: '0', version: 0 },
        ...{ customerEmail: `${slug}@example.com`, sessionStatus: 'complete', state: 'paid' },
        ...{ paymentStatus: 'paid', amountRefunded: 0, timeline: [] },
        payments: [
          {
            ...{ id: `ch_${slug}`, status: 'succeeded', at: 1_767_225_600, captured: 100 },
            ...{ currency: 'eur', refunded: 0, refunds: [], disputes: [] },
          },
        ],
      };
      const row = await app.strapi.db.query(order).create({ data });
      return (row as { documentId: string }).documentId;
    };
    const [ownId, other] = [await storeOrder(medicina), await storeOrder(psicologia)];
    const role = (await app.strapi.db
      .query('admin::role')
      .create({ data: { name: 'Orders', code: 'orders-medicina' } })) as { id: number };
    const saved = await all.put(`/admin/roles/${role.id}/permissions`, {
      permissions: [
        {
          action: 'plugin::content-manager.explorer.read',
          subject: order,
          properties: { fields: ['productTitle', 'customerEmail'] },
          conditions: [`plugin::rights.line-${medicina.documentId}`],
        },
      ],
    });
    expect(saved.status).toBe(200);
    const limited = await signInAs(app, 'orders-medicina', 'Orders');
    const list = await limited.get(`${EXPLORER}/${order}`);
    expect(
      (list.body.results as { documentId: string }[]).map((entry) => entry.documentId),
    ).toEqual([ownId]);
    expect((await limited.get(`${EXPLORER}/${order}?_q=psicologia`)).body.results).toEqual([]);
    expect((await limited.get(`${EXPLORER}/${order}/${ownId}`)).status).toBe(200);
    expect((await limited.get(`${EXPLORER}/${order}/${other}`)).status).toBe(403);
    const period = 'from=2026-01-01&to=2026-01-31&timeZone=UTC&format=csv';
    const { text } = await limited.get(`/checkout/orders/export?${period}`);
    expect([text.includes('ch_medicina'), text.includes('ch_psicologia')]).toEqual([true, false]);
    await app.strapi.db.query('admin::role').delete({ where: { id: role.id } });
  });

  it('limits the webhooks that a role tests, sends again and reads the secrets of', async () => {
    const { all, medicina, psicologia } = school;
    const endpoint = 'plugin::webhooks.endpoint';
    const role = (await app.strapi.db
      .query('admin::role')
      .create({ data: { name: 'Hooks', code: 'hooks-medicina' } })) as { id: number };
    const saved = await all.put(`/admin/roles/${role.id}/permissions`, {
      permissions: [
        {
          action: 'plugin::content-manager.explorer.read',
          subject: endpoint,
          properties: { fields: ['name'] },
          conditions: [`plugin::rights.line-${medicina.documentId}`],
        },
        ...['plugin::webhooks.secrets.read', 'plugin::webhooks.deliveries.send'].map((action) => ({
          ...{ action, subject: null, properties: {}, conditions: [] },
        })),
      ],
    });
    expect(saved.status).toBe(200);
    const hooks = await signInAs(app, 'hooks-medicina', 'Hooks');
    const statusesAt = async ({ documentId, slug }: BusinessLine): Promise<number[]> => {
      const data = { name: slug, url: 'http://127.0.0.1:9/', isOn: false, verticals: [documentId] };
      const response = await all.post(`${EXPLORER}/${endpoint}`, data);
      expect(response.status).toBe(201);
      const { documentId: id } = response.body.data as { documentId: string };
      expect((await all.post(`/webhooks/endpoints/${id}/test`, {})).status).toBe(200);
      const delivery = (await app.strapi.db
        .query('plugin::webhooks.delivery')
        .findOne({ where: { endpointId: id } })) as { documentId: string };
      const answers = [
        await hooks.get(`/webhooks/endpoints/${id}/secret`),
        await hooks.post(`/webhooks/endpoints/${id}/secret`, {}),
        await hooks.post(`/webhooks/endpoints/${id}/test`, {}),
        await hooks.post(`/webhooks/deliveries/${delivery.documentId}/send`, {}),
      ];
      await all.delete(`${EXPLORER}/${endpoint}/${id}`);
      return answers.map(({ status }) => status);
    };
    expect(await statusesAt(medicina)).toEqual([200, 200, 200, 200]);
    expect(await statusesAt(psicologia)).toEqual([404, 404, 404, 404]);
    await app.strapi.db.query('admin::role').delete({ where: { id: role.id } });
  });

  it('limits the lines in the overview and the preview of e-mails', async () => {
    const { all, ana, medicina, psicologia } = school;
    await store(app, EMAIL_TEMPLATE, {
      ...{ kind: 'welcome', subject: 'x', body: 'x', vertical: psicologia.documentId },
    });
    const overview = async (who: typeof ana): Promise<string> =>
      JSON.stringify((await who.get('/account/mails/overview')).body.data);
    expect(await overview(all)).toContain(psicologia.slug);
    expect(await overview(ana)).toContain(medicina.slug);
    expect(await overview(ana)).not.toContain(psicologia.slug);
    const { kinds } = (await ana.get('/account/mails/overview')).body.data as {
      kinds: { kind: string }[];
    };
    const start = await ana.get(`/account/mails/start?kind=${kinds[0]?.kind ?? ''}`);
    const preview = async (line: BusinessLine): Promise<string> => {
      const { preheader, subject, body } = start.body.data as Record<string, string | null>;
      const answer = await ana.post('/account/mails/preview', {
        ...{ kind: kinds[0]?.kind, vertical: line.documentId, subject, preheader, body },
      });
      expect(answer.status).toBe(200);
      return answer.text;
    };
    expect(await preview(medicina)).toContain(medicina.name);
    expect(await preview(psicologia)).not.toContain(psicologia.name);
  });

  it('GET /account/mails/overview – missing templates – offers to create those of her line only', async () => {
    const { all, ana, medicina } = school;
    type Creation = { documentId: string | null } | null;
    type Cell = { line: string | null; locale: string; creation: Creation };
    const creationsFor = async (who: typeof ana) => {
      const { body } = await who.get('/account/mails/overview');
      const { kinds } = body.data as { kinds: { kind: string; cells: Cell[] }[] };
      const cells = kinds.find(({ kind }) => kind === 'purchase')?.cells ?? [];
      return (line: string | null, locale: string) =>
        cells.find((cell) => cell.line === line && cell.locale === locale)?.creation;
    };
    const text = { kind: 'purchase', subject: 'x', body: 'x' };
    const forAna = await creationsFor(ana);
    expect([forAna(medicina.slug, 'es'), forAna(null, 'es')]).toEqual([{ documentId: null }, null]);
    const documentId = await store(app, EMAIL_TEMPLATE, {
      ...text,
      vertical: medicina.documentId,
    });
    await store(app, EMAIL_TEMPLATE, text);
    const afterwards = await creationsFor(ana);
    expect([afterwards(medicina.slug, 'es'), afterwards(medicina.slug, 'en')]).toEqual([
      null,
      { documentId },
    ]);
    expect(afterwards(null, 'es')).toBeNull();
    expect((await creationsFor(all))(null, 'en')).toMatchObject({
      documentId: expect.any(String) as string,
    });
  });

  it('still refuses entries of other lines after its own line was deleted', async () => {
    const { all, psicologia } = school;
    const response = await all.post(`${EXPLORER}/${VERTICAL}`, { name: 'Gone', slug: 'gone' });
    const { documentId } = response.body.data as { documentId: string };
    await all.post(`/rights/lines/${documentId}/roles`);
    const eva = await signInAs(app, 'line-gone', 'Eva');
    expect((await all.delete(`${EXPLORER}/${VERTICAL}/${documentId}`)).status).toBe(200);
    const id = await courseOf(psicologia);
    const list = await eva.get(`${EXPLORER}/${PRODUCT}?locale=es`);
    expect([list.status, list.body.results]).toEqual([200, []]);
    expect(refusal(await eva.put(at(id), { title: 'Hers' }))).toEqual(OTHER);
    const role = (await app.strapi.db
      .query('admin::role')
      .findOne({ where: { code: 'line-gone' } })) as { id: number };
    const permissions = await all.get(`/admin/roles/${role.id}/permissions`);
    const saved = await all.put(`/admin/roles/${role.id}/permissions`, {
      permissions: (permissions.body.data as Record<string, unknown>[]).map(
        ({ action, subject, properties, conditions }) => ({
          action,
          subject,
          properties,
          conditions,
        }),
      ),
    });
    expect(saved.status).toBe(200);
    expect(refusal(await eva.put(at(id), { title: 'Hers' }))).toEqual(OTHER);
  });

  it('GET and POST /rights/lines/:id/roles – lists the roles of a line, and answers 403 without the right to manage roles', async () => {
    const { all, ana, medicina } = school;
    const roles = await all.get(`/rights/lines/${medicina.documentId}/roles`);
    expect(roles.body.data).toMatchObject([{ name: 'Editor Medicina', users: 2 }]);
    expect((await ana.get(`/rights/lines/${medicina.documentId}/roles`)).status).toBe(403);
    expect((await ana.post(`/rights/lines/${medicina.documentId}/roles`)).status).toBe(403);
    expect(refusal(await all.get('/rights/lines/nothing/roles'))).toEqual([404, 'LINE_UNKNOWN']);
  });
});

it('PUT an entry – moved to another line at the same time – ends in the other line', async () => {
  const { ana, all, medicina, psicologia } = school;
  for (let round = 0; round < 5; round += 1) {
    const id = await courseOf(medicina);
    const [moved, saved] = await Promise.all([
      all.put(at(id), { verticals: { set: [{ documentId: psicologia.documentId }] } }),
      ana.put(at(id), { subtitle: 'hers' }),
    ]);
    expect(moved.status).toBe(200);
    expect([200, 403, 409]).toContain(saved.status);
    expect(await linesOf(id)).toEqual(['Psicología']);
    expect(refusal(await ana.put(at(id), { title: 'Later' }))).toEqual(OTHER);
  }
});
