import type { PlannedRow, ShownIn } from '#plugins/tables/bulk-edit/edit';
import {
  buildGroupFilter,
  type Group,
  type UnpublishedDependency,
} from '#plugins/quality/content-quality/content-quality';
import { runIncrementalScan } from '#plugins/quality/content-quality/server/scan';
import type { BrokenAddress, ReplacementResult } from '#plugins/quality/broken-links/broken-links';
import { getDocumentService } from '#platform/strapi/documents';
import { takeBack, writePlanned } from '../bulk-edit/support';
import { PRODUCT, type Desk } from '../publishing-rules/support';
import { CATEGORY, EXPLORER, HOME, refusal, store, VERTICAL, type School } from '../rights/support';
import { signal, startToDoList, type ToDoListDesk } from './support';
import { signInAs, type Admin } from '../support/admin';
import { until } from '../support/until';

const BOOKS = 'api::books-page.books-page';
const CHANNEL = 'api::channel.channel';

describe('fixes of the to-do list', () => {
  let desk: Desk;
  let school: School;
  let product: ToDoListDesk['product'];
  let scan: ToDoListDesk['look'];
  let toDoList: ToDoListDesk['toDoList'];
  let marketing: Admin;
  let editor: Admin;

  beforeAll(async () => {
    ({ desk, school, product, look: scan, toDoList } = await startToDoList());
    marketing = await signInAs(desk.app, 'marketing', 'Mara');
    editor = await signInAs(desk.app, 'catalogue-editor', 'Eva');
  });

  afterAll(() => desk.stop());

  let serial = 0;

  const createCategory = async (isPublished = true): Promise<string> => {
    serial += 1;
    const data = { name: `Category ${serial}`, slug: `category-${serial}`, order: serial };
    const documentId = await store(desk.app, CATEGORY, data);
    if (isPublished)
      await getDocumentService(desk.app, CATEGORY).publish({ documentId, locale: 'es' });
    return documentId;
  };

  const groupOf = async (
    code: string,
    { uid = PRODUCT, locale = 'es', who = desk.admin }: Partial<GroupQuery> = {},
  ): Promise<Group | undefined> =>
    (await toDoList(who)).groups.find(
      (group) => group.code === code && group.uid === uid && group.locale === locale,
    );

  type GroupQuery = { uid: string; locale: string | null; who: Admin };

  const entriesOf = async (group: Group | undefined): Promise<string[]> => {
    if (group === undefined) return [];
    const locale = group.locale === null ? '' : `&locale=${group.locale}`;
    const { body } = await desk.admin.get(
      `${EXPLORER}/${group.uid}?pageSize=100&question=${buildGroupFilter(group)}${locale}`,
    );
    const { results } = body as unknown as { results: { documentId: string }[] };
    return results.map(({ documentId }) => documentId);
  };

  const readEntry = (
    uid: string,
    documentId: string,
    populate: readonly string[],
    status: 'draft' | 'published' = 'draft',
    locale = 'es',
  ): Promise<Record<string, unknown> | null> =>
    getDocumentService(desk.app, uid).findOne({
      documentId,
      locale,
      status,
      populate: [...populate],
    });

  const countOnce = async (action: () => Promise<void>): Promise<number> => {
    const { connection } = desk.app.strapi.db;
    let count = 0;
    const countStatement = (): void => {
      count += 1;
    };
    connection.on('query', countStatement);
    await action();
    connection.removeListener('query', countStatement);
    return count;
  };

  /**
   * Returns the number of statements of a function: the minimum of several runs, because background jobs send queries
   * too.
   */
  const countStatements = async (action: () => Promise<void>): Promise<number> => {
    const counts: number[] = [];
    for (let at = 0; at < 8; at += 1) counts.push(await countOnce(action));
    return Math.min(...counts);
  };

  /** Waits until a call needs at most this many statements, because jobs of the last write send queries too. */
  const untilStatements = (action: () => Promise<void>, count: number): Promise<number> =>
    until(
      () => countOnce(action),
      (now) => now <= count,
    );

  describe('texts for search engines', () => {
    const page = (line: string): Promise<string> =>
      store(desk.app, BOOKS, { vertical: line, seo: { author: 'Press' } });

    const plan = async (uid: string, documents: readonly string[], cells: readonly string[]) => {
      const { status, body } = await desk.admin.post(`/bulk-edit/${uid}/plan`, {
        columns: [
          { name: 'seo.description', locale: 'es' },
          { name: 'seo.title', locale: 'en' },
        ],
        rows: documents.map((key) => ({ key, cells })),
      });
      expect(status).toBe(200);
      return body.data as PlannedRow[];
    };

    it('pages – are fixed in a grid in both locales, and undone', async () => {
      const documentId = await page(school.medicina.documentId);
      await getDocumentService(desk.app, BOOKS).update({
        documentId,
        locale: 'en',
        data: { seo: { author: 'Press', description: 'Books' } },
      });
      await scan();
      const group = await groupOf('SEARCH_DESCRIPTION_MISSING', { uid: BOOKS, who: marketing });
      expect(group?.fix).toEqual({
        fields: ['seo.description', 'seo.author'],
        locales: ['es', 'en'],
      });
      expect(await entriesOf(group)).toEqual([documentId]);
      expect(await groupOf('SEARCH_TITLE_MISSING', { uid: BOOKS, locale: 'en' })).toMatchObject({
        fix: { fields: ['seo.title'], locales: ['en', 'es'] },
      });

      const planned = await plan(BOOKS, [documentId], ['Libros', 'Our books']);
      expect(planned[0]).toMatchObject({
        title: 'Medicina',
        cells: [
          { before: '', after: 'Libros', error: null },
          { before: '', after: 'Our books', error: null },
        ],
      });
      const answers = await writePlanned(marketing, BOOKS, planned);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      // Other fields of the component are kept.
      expect((await readEntry(BOOKS, documentId, ['seo']))?.seo).toMatchObject({
        description: 'Libros',
        author: 'Press',
      });
      expect((await readEntry(BOOKS, documentId, ['seo'], 'draft', 'en'))?.seo).toMatchObject({
        title: 'Our books',
        description: 'Books',
      });
      await runIncrementalScan(desk.app, signal);
      expect(await entriesOf(await groupOf('SEARCH_DESCRIPTION_MISSING', { uid: BOOKS }))).toEqual(
        [],
      );

      await takeBack(marketing, BOOKS, planned);
      expect((await readEntry(BOOKS, documentId, ['seo']))?.seo).toMatchObject({
        description: null,
        author: 'Press',
      });
    });

    it('product without the component – the fix creates it, and the undo removes it', async () => {
      const documentId = await product({ seo: null });
      const planned = await plan(PRODUCT, [documentId], ['Un curso', '']);
      expect(planned[0]?.changes).toMatchObject([
        { data: { seo: { description: 'Un curso' } }, undo: { seo: null } },
      ]);
      await writePlanned(desk.admin, PRODUCT, planned);
      expect((await readEntry(PRODUCT, documentId, ['seo']))?.seo).toMatchObject({
        description: 'Un curso',
      });
      await takeBack(desk.admin, PRODUCT, planned);
      expect((await readEntry(PRODUCT, documentId, ['seo']))?.seo).toBeNull();
    });

    it('component only in the published version – returns an error and no change', async () => {
      const documentId = await product({ seo: { author: 'Press', title: 'Seen' } });
      await getDocumentService(desk.app, PRODUCT).publish({ documentId, locale: 'es' });
      await getDocumentService(desk.app, PRODUCT).update({
        documentId,
        locale: 'es',
        data: { seo: null },
      });
      const [row] = await plan(PRODUCT, [documentId], ['Un curso', null as unknown as string]);
      expect(row?.cells[0]?.error?.en).toMatch(/component/);
      expect(row?.changes).toEqual([]);
    });
  });

  describe('entries that no entry lists', () => {
    const placesOf = async (uid: string, who: Admin = desk.admin): Promise<ShownIn[]> =>
      (await who.get(`/bulk-edit/${uid}/places`)).body.data as ShownIn[];

    const place = (
      uid: string,
      documents: readonly string[],
      index: { uid: string; attribute: string },
      to: string,
      who: Admin = desk.admin,
    ) => who.post(`/bulk-edit/${uid}/placement`, { documents, at: index, to });

    const inCourse = { uid: PRODUCT, attribute: 'categories' };

    it('POST /bulk-edit/:uid/placement – target that lists entries – adds the relations once', async () => {
      const unlisted = [await createCategory(), await createCategory()];
      const course = await product();
      await scan();
      const group = await groupOf('SHOWN_NOWHERE', { uid: CATEGORY });
      expect(group).toMatchObject({ fix: null, isFixedInFile: false, fixPage: 'places' });
      expect(await entriesOf(group)).toEqual(expect.arrayContaining(unlisted));

      expect(await placesOf(CATEGORY)).toContainEqual(
        expect.objectContaining({ ...inCourse, chosen: PRODUCT }),
      );
      const { status, body } = await place(CATEGORY, unlisted, inCourse, course);
      expect(status).toBe(200);
      const planned = body.data as PlannedRow[];
      expect(planned).toHaveLength(1);
      expect(planned[0]?.cells[0]).toMatchObject({ before: '', error: null });
      const [answer] = await writePlanned(editor, PRODUCT, planned, 'publish');
      expect(answer?.status).toBe(200);
      await scan();
      const remaining = await entriesOf(await groupOf('SHOWN_NOWHERE', { uid: CATEGORY }));
      expect(remaining).not.toEqual(expect.arrayContaining([unlisted[0]]));
      expect(remaining).not.toEqual(expect.arrayContaining([unlisted[1]]));
      // The second request finds nothing to change.
      const again = await place(CATEGORY, unlisted, inCourse, course);
      expect(again.body.data).toEqual([]);
    });

    it('POST /bulk-edit/:uid/placement – relation of the entry itself – adds it in each locale, and keeps existing relations', async () => {
      const documentId = await product({ verticals: [school.psicologia.documentId] });
      await getDocumentService(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `en-${documentId}` },
      });
      const at = { uid: PRODUCT, attribute: 'verticals' };
      expect(await placesOf(PRODUCT)).toContainEqual(
        expect.objectContaining({ ...at, chosen: VERTICAL }),
      );
      const { body } = await place(PRODUCT, [documentId], at, school.medicina.documentId);
      const planned = body.data as PlannedRow[];
      expect(planned.map(({ cells: [cell] }) => cell?.after)).toEqual([
        'psicologia; medicina',
        expect.stringContaining('medicina'),
      ]);
      await writePlanned(desk.admin, PRODUCT, planned);
      const lines = [{ slug: 'psicologia' }, { slug: 'medicina' }];
      expect((await readEntry(PRODUCT, documentId, ['verticals']))?.verticals).toMatchObject(lines);
      await takeBack(desk.admin, PRODUCT, planned);
      expect((await readEntry(PRODUCT, documentId, ['verticals']))?.verticals).toMatchObject([
        { slug: 'psicologia' },
      ]);
    });

    it('POST /bulk-edit/:uid/placement – locale without a target version – has an error', async () => {
      const documentId = await product();
      await getDocumentService(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `en-${documentId}` },
      });
      const at = { uid: PRODUCT, attribute: 'categories' };
      const { body } = await place(PRODUCT, [documentId], at, await createCategory());
      const planned = body.data as PlannedRow[];
      expect(planned.map(({ changes, error }) => [changes.length, error === null])).toEqual([
        [1, true],
        [0, false],
      ]);
    });

    it('POST /bulk-edit/:uid/placement – invalid entries, fields or permissions – returns 400, 403 or 404', async () => {
      const [ownProduct, otherProduct] = [
        await product(),
        await product({ verticals: [school.psicologia.documentId] }),
      ];
      const target = await createCategory();
      const at = { uid: PRODUCT, attribute: 'categories' };
      const refusalOf = async (answer: ReturnType<typeof place>) => refusal(await answer);
      const unknown = [404, 'ENTRIES_UNKNOWN'];
      const noPlace = [400, 'NO_SUCH_PLACE'];
      expect(
        await refusalOf(place(PRODUCT, [ownProduct, otherProduct], at, target, school.ana)),
      ).toEqual(unknown);
      expect(await refusalOf(place(PRODUCT, [ownProduct, 'nobody'], at, target))).toEqual(unknown);
      expect(await refusalOf(place(PRODUCT, [ownProduct], at, 'nobody'))).toEqual(unknown);
      // A fix does not write entries that the user may not change.
      expect(
        await refusalOf(place(CATEGORY, [target], inCourse, otherProduct, school.ana)),
      ).toEqual(unknown);
      expect(await refusalOf(place(CATEGORY, [target], inCourse, ownProduct, marketing))).toEqual(
        noPlace,
      );
      for (const attribute of ['title', 'cardImage', 'slots', '__proto__', 'seo.title']) {
        expect(
          await refusalOf(place(PRODUCT, [ownProduct], { uid: PRODUCT, attribute }, target)),
        ).toEqual(noPlace);
      }
      const wrong: [readonly unknown[], unknown, unknown][] = [
        [[], at, target],
        [[ownProduct, 1], at, target],
        [Array.from({ length: 501 }, () => ownProduct), at, target],
        [[ownProduct], { ...at, uid: 'admin::user' }, target],
        [[ownProduct], at, { $ne: null }],
        [[`${ownProduct}' or true`], at, target],
      ];
      for (const [documents, to, chosen] of wrong) {
        const { status } = await desk.admin.post(`/bulk-edit/${PRODUCT}/placement`, {
          documents,
          at: to,
          to: chosen,
        });
        expect(status).toBe(400);
      }
      const support = await signInAs(desk.app, 'support', 'Sol');
      expect((await place(PRODUCT, [ownProduct], at, target, support)).status).toBe(403);
    });

    it('POST /bulk-edit/:uid/placement – query count – is independent of the number of entries', async () => {
      const many = await Promise.all(Array.from({ length: 15 }, () => product()));
      const target = await createCategory();
      const requestPlacement = (documents: readonly string[]) => async (): Promise<void> => {
        const { status } = await place(PRODUCT, documents, inCourse, target);
        expect(status).toBe(200);
      };
      const one = await countStatements(requestPlacement(many.slice(0, 1)));
      expect(await untilStatements(requestPlacement(many), one)).toBeLessThanOrEqual(one);
    });
  });

  describe('unpublished entries on pages', () => {
    const readUnpublished = async (who: Admin = desk.admin): Promise<UnpublishedDependency[]> => {
      const { status, body } = await who.get('/content-quality/waiting');
      expect(status).toBe(200);
      return body.data as UnpublishedDependency[];
    };

    const publish = (who: Admin, uid: string, documentId: string) =>
      who.post(`${EXPLORER}/${uid}/actions/bulkPublish`, {
        documentIds: [documentId],
        locale: ['es'],
      });

    const slide = (link: string) => ({ description: 'Slide', link, backgroundMedia: desk.picture });

    let valid: string;
    let invalid: string;
    let linked: string;
    let page: string;

    beforeAll(async () => {
      [valid, invalid, linked] = [await product(), await product(), await product()];
      await getDocumentService(desk.app, PRODUCT).update({
        documentId: invalid,
        locale: 'es',
        data: { tuitionPrice: 70 },
      });
      const shelf = await createCategory();
      page = await store(desk.app, 'api::contents-page.contents-page', {
        vertical: school.medicina.documentId,
        media: [slide(`entry:${PRODUCT}/${linked}`)],
        courseList: [{ title: 'Shelf', category: shelf, products: [valid, invalid] }],
      });
      await scan();
    });

    it('GET /content-quality/waiting – contains each entry once, with its pages and errors', async () => {
      const uid = 'api::contents-page.contents-page';
      for (const code of ['ENTRY_UNPUBLISHED', 'LINK_ENTRY_UNPUBLISHED']) {
        expect(await groupOf(code, { uid })).toMatchObject({ fixPage: 'publish', fix: null });
      }
      const dependencies = await readUnpublished();
      const entryOf = (id: string) => dependencies.find(({ documentId }) => documentId === id);
      const place = { uid, documentId: page, locale: 'es', title: 'Medicina' };
      expect(entryOf(valid)).toMatchObject({
        uid: PRODUCT,
        locale: 'es',
        mayPublish: true,
        entryErrors: [],
        places: [{ ...place, at: 'courseList.0.products' }],
      });
      expect(entryOf(invalid)?.entryErrors[0]?.en).toMatch(/above the full price/);
      expect(entryOf(linked)).toMatchObject({ places: [{ ...place, at: 'media.0.link' }] });
    });

    it('bulkPublish – publishes valid entries, and refuses invalid ones and users without permission', async () => {
      const dependencies = await readUnpublished(marketing);
      expect(dependencies.find(({ documentId }) => documentId === valid)).toMatchObject({
        mayPublish: false,
      });
      expect((await publish(marketing, PRODUCT, valid)).status).toBe(403);
      expect(refusal(await publish(editor, PRODUCT, invalid))).toEqual([400, 'NOT_READY']);
      for (const id of [valid, linked]) {
        expect((await publish(editor, PRODUCT, id)).status).toBe(200);
      }
      expect((await readUnpublished()).map(({ documentId }) => documentId)).toEqual([invalid]);
      await runIncrementalScan(desk.app, signal);
      const uid = 'api::contents-page.contents-page';
      expect(await groupOf('LINK_ENTRY_UNPUBLISHED', { uid })).toBeUndefined();
    });

    it('GET /content-quality/waiting – contains only readable pages and entries', async () => {
      expect(await readUnpublished(editor)).toEqual([]);
      const otherProduct = await product({ verticals: [school.psicologia.documentId] });
      await store(desk.app, BOOKS, {
        vertical: school.psicologia.documentId,
        courseList: [
          { title: 'Shelf', category: await createCategory(), products: [otherProduct] },
        ],
      });
      await runIncrementalScan(desk.app, signal);
      expect((await readUnpublished()).map(({ documentId }) => documentId)).toContain(otherProduct);
      expect((await readUnpublished(school.ana)).map(({ documentId }) => documentId)).not.toContain(
        otherProduct,
      );
      expect((await desk.app.request.get('/content-quality/waiting')).status).toBe(401);
    });

    it('GET /content-quality/waiting and /to-do – query count – is independent of the number of entries', async () => {
      const requestUnpublished = async (): Promise<void> => {
        await readUnpublished();
      };
      const requestToDoList = async (): Promise<void> => {
        await toDoList();
      };
      const [before, toDoListBefore] = [
        await countStatements(requestUnpublished),
        await countStatements(requestToDoList),
      ];
      const many = await Promise.all(Array.from({ length: 12 }, () => product({ payID: null })));
      await getDocumentService(desk.app, 'api::contents-page.contents-page').update({
        documentId: page,
        locale: 'es',
        data: {
          courseList: [{ title: 'Shelf', category: await createCategory(), products: many }],
        },
      });
      await scan();
      expect((await readUnpublished()).length).toBeGreaterThan(10);
      expect(await untilStatements(requestUnpublished, before)).toBeLessThanOrEqual(before);
      expect(await untilStatements(requestToDoList, toDoListBefore)).toBeLessThanOrEqual(
        toDoListBefore,
      );
    });
  });

  describe('empty links, and links to deleted entries', () => {
    it('POST /broken-links/replace – replaces a link in all its places', async () => {
      const deleted = await store(
        desk.app,
        CHANNEL,
        { name: 'Gone', slug: 'gone', order: 1 },
        null,
      );
      const unlisted = `entry:${CHANNEL}/${deleted}`;
      const slide = (link: string) => ({
        description: 'Slide',
        link,
        backgroundMedia: desk.picture,
      });
      const page = await store(desk.app, HOME, {
        vertical: school.medicina.documentId,
        carouselMedia: [slide(unlisted), slide('#'), slide('#')],
      });
      const { status } = await desk.admin.delete(`${EXPLORER}/${CHANNEL}/${deleted}?force=true`);
      expect(status).toBeLessThan(300);
      await scan();
      for (const code of ['LINK_ENTRY_GONE', 'LINK_LEADS_NOWHERE']) {
        expect(await groupOf(code, { uid: HOME, who: marketing })).toMatchObject({
          fixPage: 'links',
        });
      }
      const addresses = async (): Promise<BrokenAddress[]> =>
        (await marketing.get('/broken-links/addresses')).body.data as BrokenAddress[];
      expect((await addresses()).map(({ address, places }) => [address, places.length])).toEqual(
        expect.arrayContaining([
          [unlisted, 1],
          ['#', 2],
        ]),
      );
      for (const from of [unlisted, '#']) {
        const answer = await marketing.post('/broken-links/replace', { from, to: '/cursos' });
        expect(answer.body.data as ReplacementResult).toEqual({ changed: 1, refused: [] });
      }
      const now = await readEntry(HOME, page, ['carouselMedia']);
      const slides = now?.carouselMedia as { link: string }[];
      expect(slides.map(({ link }) => link)).toEqual(['/cursos', '/cursos', '/cursos']);
      expect(await addresses()).toEqual([]);
    });
  });
});
