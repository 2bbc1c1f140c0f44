import { getDocumentService } from '#platform/strapi/documents';
import { stopQuietly } from '../support/app';
import { sendDuring } from '../support/send-during';
import {
  BOOKS,
  CATEGORY,
  CHANNEL,
  EPISODE,
  HOME,
  LIVE,
  ORDER,
  PRODUCT,
  PROTAGONIST,
  SERIES,
  STILL_USED,
  VERTICAL,
  at,
  exists,
  errorsOf,
  refusal,
  startDesk,
  store,
  usesOf,
  type Desk,
} from './support';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => stopQuietly(desk.app));

const remove = (uid: string, id: string, query = 'locale=*') =>
  desk.admin.delete(at(uid, `/${id}?${query}`));

const unpublish = (uid: string, id: string, query = 'locale=es') =>
  desk.admin.post(at(uid, `/${id}/actions/unpublish?${query}`), {});

/** Creates a page in a new business line, because each line has one page per type. */
const page = async (uid: string, content: object): Promise<string> =>
  store(desk, uid, { ...content, vertical: await store(desk, VERTICAL) });

const card = (kind: 'product' | 'series' | 'live', id: string) => ({
  tendencies: [{ __component: `home.${kind}-home`, [kind === 'series' ? 'serie' : kind]: id }],
});

const shelf = (category: string, product: string) => ({
  courseList: [{ title: 'Shelf', category, products: [product] }],
});

/** Relations by which an entry uses another one. */
const kinds: [string, string, (id: string) => Promise<string>][] = [
  ['a teacher of a course', PROTAGONIST, (id) => store(desk, PRODUCT, { protagonists: [id] })],
  ['a teacher of a series', PROTAGONIST, (id) => store(desk, SERIES, { protagonists: [id] })],
  ['a speaker of an episode', PROTAGONIST, (id) => store(desk, EPISODE, { protagonists: [id] })],
  ['a speaker of a live', PROTAGONIST, (id) => store(desk, LIVE, { protagonists: [id] })],
  [
    'a speaker in the programme of a live, two components deep',
    PROTAGONIST,
    (id) => store(desk, LIVE, { program: [{ title: 'P', row: [{ protagonists: [id] }] }] }),
  ],
  ['the subject of a course', CATEGORY, (id) => store(desk, PRODUCT, { categories: [id] })],
  ['the subject of a series', CATEGORY, (id) => store(desk, SERIES, { categories: [id] })],
  ['the channel of a course', CHANNEL, (id) => store(desk, PRODUCT, { channels: [id] })],
  ['the channel of an episode', CHANNEL, (id) => store(desk, EPISODE, { channels: [id] })],
  ['a channel on a page', CHANNEL, (id) => page(HOME, { channels: [id] })],
  ['an episode of a series', EPISODE, (id) => store(desk, SERIES, { episodes: [id] })],
  ['a course in a dynamic zone of a page', PRODUCT, (id) => page(HOME, card('product', id))],
  ['a series in a dynamic zone of a page', SERIES, (id) => page(HOME, card('series', id))],
  ['a live in a dynamic zone of a page', LIVE, (id) => page(HOME, card('live', id))],
  [
    'a course on a shelf of a page',
    PRODUCT,
    async (id) => page(BOOKS, shelf(await store(desk, CATEGORY), id)),
  ],
  [
    'the subject of a shelf of a page',
    CATEGORY,
    async (id) => page(BOOKS, shelf(id, await store(desk, PRODUCT))),
  ],
];

describe.each(kinds)('%s', (_, uid, use) => {
  it('delete and unpublish – return 409, and succeed with force=true', async () => {
    const id = await store(desk, uid);
    const referrer = await use(id);
    for (const answer of [await unpublish(uid, id), await remove(uid, id)]) {
      expect(refusal(answer)).toEqual(STILL_USED);
      expect(errorsOf(answer)).toEqual([referrer]);
    }
    expect(await exists(desk, uid, id, 'published')).toBe(true);
    expect((await unpublish(uid, id, 'locale=es&force=true')).status).toBe(200);
    expect(await exists(desk, uid, id, 'published')).toBe(false);
    expect((await remove(uid, id, 'locale=*&force=true')).status).toBe(200);
    expect(await exists(desk, uid, id)).toBe(false);
  });
});

describe('references that do not block a removal', () => {
  it('draft – is listed, and does not block', async () => {
    const teacher = await store(desk, PROTAGONIST);
    const draft = await store(desk, PRODUCT, { protagonists: [teacher] }, 'draft');
    const [usage] = await usesOf(desk.admin, PROTAGONIST, [teacher]);
    expect(usage?.uses).toMatchObject([
      { documentId: draft, how: 'shows', isPublished: false, hinders: false, lines: ['Medicina'] },
    ]);
    expect((await unpublish(PROTAGONIST, teacher)).status).toBe(200);
    expect((await remove(PROTAGONIST, teacher)).status).toBe(200);
  });

  it('draft of a published entry – does not block', async () => {
    const teacher = await store(desk, PROTAGONIST);
    const course = await store(desk, PRODUCT);
    await getDocumentService(desk.app, PRODUCT).update({
      documentId: course,
      locale: 'es',
      data: { protagonists: [teacher] },
    });
    expect((await usesOf(desk.admin, PROTAGONIST, [teacher]))[0]?.uses).toMatchObject([
      { documentId: course, isPublished: false },
    ]);
    expect((await remove(PROTAGONIST, teacher)).status).toBe(200);
  });

  it('reverse side of a relation – does not block', async () => {
    const teacher = await store(desk, PROTAGONIST);
    const channel = await store(desk, CHANNEL);
    const course = await store(desk, PRODUCT, { protagonists: [teacher], channels: [channel] });
    const [usage] = await usesOf(desk.admin, PRODUCT, [course]);
    expect(usage?.uses.map(({ documentId, how, hinders }) => [documentId, how, hinders])).toEqual([
      [channel, 'lists', false],
      [teacher, 'lists', false],
    ]);
    expect((await remove(PRODUCT, course)).status).toBe(200);
  });

  it('reference in another locale – does not block', async () => {
    const teacher = await store(desk, PROTAGONIST);
    await getDocumentService(desk.app, PROTAGONIST).update({
      documentId: teacher,
      locale: 'en',
      data: {
        name: 'Teacher',
        slug: 'teacher-en',
        cv: 'cv',
        image: desk.picture,
        seo: { author: 'A' },
      },
    });
    await getDocumentService(desk.app, PROTAGONIST).publish({ documentId: teacher, locale: 'en' });
    await store(desk, PRODUCT, { protagonists: [teacher] });
    expect(refusal(await unpublish(PROTAGONIST, teacher, 'locale=es'))).toEqual(STILL_USED);
    expect((await unpublish(PROTAGONIST, teacher, 'locale=en')).status).toBe(200);
    expect((await remove(PROTAGONIST, teacher, 'locale=en')).status).toBe(200);
    expect(refusal(await remove(PROTAGONIST, teacher))).toEqual(STILL_USED);
  });
});

describe('entry that a course shows from a publication that is running', () => {
  it.each([
    ['DELETE', remove],
    ['unpublish', unpublish],
  ] as const)('%s – returns 409 STILL_USED', async (_, removeEntry) => {
    const [teacher, other] = [await store(desk, PROTAGONIST), await store(desk, PROTAGONIST)];
    const course = await store(desk, PRODUCT, { protagonists: [other] });
    const rowOf = async (uid: string, documentId: string) =>
      (
        await getDocumentService(desk.app, uid).findOne({
          documentId,
          locale: 'es',
          status: 'published',
        })
      )?.id;
    const [courseRow, teacherRow] = [
      await rowOf(PRODUCT, course),
      await rowOf(PROTAGONIST, teacher),
    ];
    const refused = await sendDuring(
      desk.app,
      (transaction) =>
        transaction('products_protagonists_lnk')
          .where({ product_id: courseRow })
          .update({ protagonist_id: teacherRow }),
      () => removeEntry(PROTAGONIST, teacher),
    );
    expect([refusal(refused), errorsOf(refused)]).toEqual([STILL_USED, [course]]);
    expect(await exists(desk, PROTAGONIST, teacher, 'published')).toBe(true);
  });
});

describe('business line', () => {
  it('DELETE – published course in it – returns 409 STILL_USED, and succeeds with force=true', async () => {
    const line = await store(desk, VERTICAL);
    const course = await store(desk, PRODUCT, { verticals: [line] });
    const answer = await remove(VERTICAL, line, '');
    expect([refusal(answer), errorsOf(answer)]).toEqual([STILL_USED, [course]]);
    expect((await remove(VERTICAL, line, 'force=true')).status).toBe(200);
  });

  it('DELETE – required by a published entry – returns 409 with force=true', async () => {
    const line = await store(desk, VERTICAL);
    await store(desk, LIVE, { vertical: line });
    expect(refusal(await remove(VERTICAL, line, 'force=true'))).toEqual([409, 'ENTRY_IN_USE']);
  });
});

describe('sold course', () => {
  const order = (product: string, state: string, changes: object = {}) =>
    desk.app.strapi.db.query(ORDER).create({
      data: {
        sessionId: `cs_${Math.random()}`,
        origin: 'main',
        state,
        sessionStatus: 'complete',
        paymentStatus: 'paid',
        mode: 'payment',
        vertical: 'medicina',
        customerEmail: 'student@example.com',
        productTitle: 'Course',
        productSKU: 'C-1',
        productDocumentId: product,
        productPayId: 'prod_1',
        priceId: 'price_1',
        ...changes,
      },
    });

  it('delete – paid order – returns 409; unpublish – succeeds', async () => {
    const course = await store(desk, PRODUCT);
    await order(course, 'paid');
    const answer = await remove(PRODUCT, course);
    expect(refusal(answer)).toEqual(STILL_USED);
    expect((await usesOf(desk.admin, PRODUCT, [course]))[0]?.uses).toMatchObject([
      { uid: ORDER, how: 'records', hinders: true },
    ]);
    expect((await unpublish(PRODUCT, course)).status).toBe(200);
    expect((await remove(PRODUCT, course, 'locale=*&force=true')).status).toBe(200);
  });

  it('delete – no paid order – succeeds', async () => {
    const course = await store(desk, PRODUCT);
    await order(course, 'expired');
    expect((await remove(PRODUCT, course)).status).toBe(200);
  });

  it('delete – subscription whose renewal failed – returns 409', async () => {
    const course = await store(desk, PRODUCT);
    await order(course, 'failed', { periodEndsAt: new Date() });
    expect(refusal(await remove(PRODUCT, course))).toEqual(STILL_USED);
  });
});

describe('course on a page', () => {
  it('delete – unpublished course – returns 409, because the page still refers to it', async () => {
    const course = await store(desk, PRODUCT);
    const home = await page(HOME, card('product', course));
    await getDocumentService(desk.app, PRODUCT).unpublish({ documentId: course, locale: 'es' });
    const answer = await remove(PRODUCT, course);
    expect([refusal(answer), errorsOf(answer)]).toEqual([STILL_USED, [home]]);
  });

  it('unpublish – course published again – finds the page', async () => {
    const course = await store(desk, PRODUCT);
    const home = await page(HOME, card('product', course));
    await getDocumentService(desk.app, PRODUCT).unpublish({ documentId: course, locale: 'es' });
    await getDocumentService(desk.app, PRODUCT).publish({ documentId: course, locale: 'es' });
    expect(errorsOf(await unpublish(PRODUCT, course))).toEqual([home]);
  });

  it('restore from the bin – page refers to it again', async () => {
    const course = await store(desk, PRODUCT);
    const home = await page(HOME, card('product', course));
    expect((await remove(PRODUCT, course, 'locale=*&force=true')).status).toBe(200);
    const { body } = await desk.admin.get('/history/bin');
    const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
    const deletion = deletions.find(({ documentId }) => documentId === course);
    const back = await desk.admin.post(`/history/bin/${deletion?.id}`, { publish: true });
    expect(back.status).toBe(200);
    const [usage] = await usesOf(desk.admin, PRODUCT, [course], 'unpublish', ['es']);
    expect(usage?.uses).toMatchObject([{ documentId: home, isPublished: true, hinders: true }]);
  });
});
