import type { Planned, ShownIn } from '../../src/plugins/tables/bulk-edit/edit';
import {
  questionFor,
  type Group,
  type UnpublishedDependency,
} from '../../src/plugins/quality/content-quality/content-quality';
import { runIncrementalScan } from '../../src/plugins/quality/content-quality/server/scan/scan';
import type { BrokenAddress, Replaced } from '../../src/plugins/quality/broken-links/broken-links';
import { documentsOf } from '../../src/platform/strapi/documents';
import { takeBack, writePlanned } from '../bulk-edit/support';
import { PRODUCT, type Desk } from '../publishing-rules/support';
import { CATEGORY, EXPLORER, HOME, refusal, store, VERTICAL, type School } from '../rights/support';
import { signal, startToDoList, type ToDoListDesk } from './support';
import { signInAs, type Admin } from '../support/admin';
import { until } from '../support/until';

const BOOKS = 'api::books-page.books-page';
const CHANNEL = 'api::channel.channel';

describe('Fixes of the to-do list', () => {
  let desk: Desk;
  let school: School;
  let product: ToDoListDesk['product'];
  let look: ToDoListDesk['look'];
  let toDoList: ToDoListDesk['toDoList'];
  let marketing: Admin;
  let editor: Admin;

  beforeAll(async () => {
    ({ desk, school, product, look, toDoList } = await startToDoList());
    marketing = await signInAs(desk.app, 'marketing', 'Mara');
    editor = await signInAs(desk.app, 'catalogue-editor', 'Eva');
  });

  afterAll(() => desk.stop());

  let made = 0;

  const category = async (isPublished = true): Promise<string> => {
    made += 1;
    const data = { name: `Category ${made}`, slug: `category-${made}`, order: made };
    const documentId = await store(desk.app, CATEGORY, data);
    if (isPublished) await documentsOf(desk.app, CATEGORY).publish({ documentId, locale: 'es' });
    return documentId;
  };

  const groupOf = async (
    code: string,
    { uid = PRODUCT, locale = 'es', who = desk.admin }: Partial<Asked> = {},
  ): Promise<Group | undefined> =>
    (await toDoList(who)).groups.find(
      (one) => one.code === code && one.uid === uid && one.locale === locale,
    );

  type Asked = { uid: string; locale: string | null; who: Admin };

  const entriesOf = async (group: Group | undefined): Promise<string[]> => {
    if (group === undefined) return [];
    const locale = group.locale === null ? '' : `&locale=${group.locale}`;
    const { body } = await desk.admin.get(
      `${EXPLORER}/${group.uid}?pageSize=100&question=${questionFor(group)}${locale}`,
    );
    const { results } = body as unknown as { results: { documentId: string }[] };
    return results.map(({ documentId }) => documentId);
  };

  const stored = (
    uid: string,
    documentId: string,
    populate: readonly string[],
    status: 'draft' | 'published' = 'draft',
    locale = 'es',
  ): Promise<Record<string, unknown> | null> =>
    documentsOf(desk.app, uid).findOne({ documentId, locale, status, populate: [...populate] });

  const countOnce = async (work: () => Promise<void>): Promise<number> => {
    const { connection } = desk.app.strapi.db;
    let count = 0;
    const heard = (): void => {
      count += 1;
    };
    connection.on('query', heard);
    await work();
    connection.removeListener('query', heard);
    return count;
  };

  /**
   * Returns how many statements a function sends. Background jobs send queries too, so this is the minimum of several
   * runs.
   */
  const statements = async (work: () => Promise<void>): Promise<number> => {
    const counts: number[] = [];
    for (let at = 0; at < 8; at += 1) counts.push(await countOnce(work));
    return Math.min(...counts);
  };

  /** Waits until a call needs only so many statements: jobs of the last write send queries too. */
  const takes = (work: () => Promise<void>, count: number): Promise<number> =>
    until(
      () => countOnce(work),
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
      return body.data as Planned[];
    };

    it('of pages are fixed in a grid, in both languages, and given back', async () => {
      const documentId = await page(school.medicina.documentId);
      await documentsOf(desk.app, BOOKS).update({
        documentId,
        locale: 'en',
        data: { seo: { author: 'Press', description: 'Books' } },
      });
      await look();
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
      // Unnamed fields of the component stay.
      expect((await stored(BOOKS, documentId, ['seo']))?.seo).toMatchObject({
        description: 'Libros',
        author: 'Press',
      });
      expect((await stored(BOOKS, documentId, ['seo'], 'draft', 'en'))?.seo).toMatchObject({
        title: 'Our books',
        description: 'Books',
      });
      await runIncrementalScan(desk.app, signal);
      expect(await entriesOf(await groupOf('SEARCH_DESCRIPTION_MISSING', { uid: BOOKS }))).toEqual(
        [],
      );

      await takeBack(marketing, BOOKS, planned);
      expect((await stored(BOOKS, documentId, ['seo']))?.seo).toMatchObject({
        description: null,
        author: 'Press',
      });
    });

    it('of products make the part where there is none, and taking it back takes the part away', async () => {
      const documentId = await product({ seo: null });
      const planned = await plan(PRODUCT, [documentId], ['Un curso', '']);
      expect(planned[0]?.changes).toMatchObject([
        { data: { seo: { description: 'Un curso' } }, undo: { seo: null } },
      ]);
      await writePlanned(desk.admin, PRODUCT, planned);
      expect((await stored(PRODUCT, documentId, ['seo']))?.seo).toMatchObject({
        description: 'Un curso',
      });
      await takeBack(desk.admin, PRODUCT, planned);
      expect((await stored(PRODUCT, documentId, ['seo']))?.seo).toBeNull();
    });

    it('are not written where only what is published has the part', async () => {
      const documentId = await product({ seo: { author: 'Press', title: 'Seen' } });
      await documentsOf(desk.app, PRODUCT).publish({ documentId, locale: 'es' });
      await documentsOf(desk.app, PRODUCT).update({
        documentId,
        locale: 'es',
        data: { seo: null },
      });
      const [row] = await plan(PRODUCT, [documentId], ['Un curso', null as unknown as string]);
      expect(row?.cells[0]?.error?.en).toMatch(/component/);
      expect(row?.changes).toEqual([]);
    });
  });

  describe('what is shown nowhere', () => {
    const placesOf = async (uid: string, who: Admin = desk.admin): Promise<ShownIn[]> =>
      (await who.get(`/bulk-edit/${uid}/places`)).body.data as ShownIn[];

    const place = (
      uid: string,
      documents: readonly string[],
      at: { uid: string; attribute: string },
      to: string,
      who: Admin = desk.admin,
    ) => who.post(`/bulk-edit/${uid}/placement`, { documents, at, to });

    const inCourse = { uid: PRODUCT, attribute: 'categories' };

    it('is named by an entry that was chosen once for all of it, and is shown then', async () => {
      const lost = [await category(), await category()];
      const course = await product();
      await look();
      const group = await groupOf('SHOWN_NOWHERE', { uid: CATEGORY });
      expect(group).toMatchObject({ fix: null, isFixedInFile: false, fixPage: 'places' });
      expect(await entriesOf(group)).toEqual(expect.arrayContaining(lost));

      expect(await placesOf(CATEGORY)).toContainEqual(
        expect.objectContaining({ ...inCourse, chosen: PRODUCT }),
      );
      const { status, body } = await place(CATEGORY, lost, inCourse, course);
      expect(status).toBe(200);
      const planned = body.data as Planned[];
      expect(planned).toHaveLength(1);
      expect(planned[0]?.cells[0]).toMatchObject({ before: '', error: null });
      const [answer] = await writePlanned(editor, PRODUCT, planned, 'publish');
      expect(answer?.status).toBe(200);
      await look();
      const left = await entriesOf(await groupOf('SHOWN_NOWHERE', { uid: CATEGORY }));
      expect(left).not.toEqual(expect.arrayContaining([lost[0]]));
      expect(left).not.toEqual(expect.arrayContaining([lost[1]]));
      // No change is left to write.
      const again = await place(CATEGORY, lost, inCourse, course);
      expect(again.body.data).toEqual([]);
    });

    it('names by itself what lists it, in each of its languages, and keeps what it names already', async () => {
      const documentId = await product({ verticals: [school.psicologia.documentId] });
      await documentsOf(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `en-${documentId}` },
      });
      const at = { uid: PRODUCT, attribute: 'verticals' };
      expect(await placesOf(PRODUCT)).toContainEqual(
        expect.objectContaining({ ...at, chosen: VERTICAL }),
      );
      const { body } = await place(PRODUCT, [documentId], at, school.medicina.documentId);
      const planned = body.data as Planned[];
      expect(planned.map(({ cells: [cell] }) => cell?.after)).toEqual([
        'psicologia; medicina',
        expect.stringContaining('medicina'),
      ]);
      await writePlanned(desk.admin, PRODUCT, planned);
      const lines = [{ slug: 'psicologia' }, { slug: 'medicina' }];
      expect((await stored(PRODUCT, documentId, ['verticals']))?.verticals).toMatchObject(lines);
      await takeBack(desk.admin, PRODUCT, planned);
      expect((await stored(PRODUCT, documentId, ['verticals']))?.verticals).toMatchObject([
        { slug: 'psicologia' },
      ]);
    });

    it('says of which languages it cannot be', async () => {
      const documentId = await product();
      await documentsOf(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `en-${documentId}` },
      });
      const at = { uid: PRODUCT, attribute: 'categories' };
      const { body } = await place(PRODUCT, [documentId], at, await category());
      const planned = body.data as Planned[];
      expect(planned.map(({ changes, error }) => [changes.length, error === null])).toEqual([
        [1, true],
        [0, false],
      ]);
    });

    it('is refused where entries, places or numbers are not right', async () => {
      const [own, foreign] = [
        await product(),
        await product({ verticals: [school.psicologia.documentId] }),
      ];
      const known = await category();
      const at = { uid: PRODUCT, attribute: 'categories' };
      const refused = async (answer: ReturnType<typeof place>) => refusal(await answer);
      const unknown = [404, 'ENTRIES_UNKNOWN'];
      const noPlace = [400, 'NO_SUCH_PLACE'];
      expect(await refused(place(PRODUCT, [own, foreign], at, known, school.ana))).toEqual(unknown);
      expect(await refused(place(PRODUCT, [own, 'nobody'], at, known))).toEqual(unknown);
      expect(await refused(place(PRODUCT, [own], at, 'nobody'))).toEqual(unknown);
      // A fix never writes entries that the user may not change.
      expect(await refused(place(CATEGORY, [known], inCourse, foreign, school.ana))).toEqual(
        unknown,
      );
      expect(await refused(place(CATEGORY, [known], inCourse, own, marketing))).toEqual(noPlace);
      for (const attribute of ['title', 'cardImage', 'slots', '__proto__', 'seo.title']) {
        expect(await refused(place(PRODUCT, [own], { uid: PRODUCT, attribute }, known))).toEqual(
          noPlace,
        );
      }
      const wrong: [readonly unknown[], unknown, unknown][] = [
        [[], at, known],
        [[own, 1], at, known],
        [Array.from({ length: 501 }, () => own), at, known],
        [[own], { ...at, uid: 'admin::user' }, known],
        [[own], at, { $ne: null }],
        [[`${own}' or true`], at, known],
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
      expect((await place(PRODUCT, [own], at, known, support)).status).toBe(403);
    });

    it('asks the database no more often for many entries than for one', async () => {
      const many = await Promise.all(Array.from({ length: 15 }, () => product()));
      const known = await category();
      const ask = (documents: readonly string[]) => async (): Promise<void> => {
        const { status } = await place(PRODUCT, documents, inCourse, known);
        expect(status).toBe(200);
      };
      const one = await statements(ask(many.slice(0, 1)));
      expect(await takes(ask(many), one)).toBeLessThanOrEqual(one);
    });
  });

  describe('what pages wait for', () => {
    const waiting = async (who: Admin = desk.admin): Promise<UnpublishedDependency[]> => {
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

    let ready: string;
    let refused: string;
    let linked: string;
    let page: string;

    beforeAll(async () => {
      [ready, refused, linked] = [await product(), await product(), await product()];
      await documentsOf(desk.app, PRODUCT).update({
        documentId: refused,
        locale: 'es',
        data: { tuitionPrice: 70 },
      });
      const shelf = await category();
      page = await store(desk.app, 'api::contents-page.contents-page', {
        vertical: school.medicina.documentId,
        media: [slide(`entry:${PRODUCT}/${linked}`)],
        courseList: [{ title: 'Shelf', category: shelf, products: [ready, refused] }],
      });
      await look();
    });

    it('is listed once with every page that shows it, and with what keeps it from being published', async () => {
      const uid = 'api::contents-page.contents-page';
      for (const code of ['ENTRY_UNPUBLISHED', 'LINK_ENTRY_UNPUBLISHED']) {
        expect(await groupOf(code, { uid })).toMatchObject({ fixPage: 'publish', fix: null });
      }
      const found = await waiting();
      const by = (id: string) => found.find(({ documentId }) => documentId === id);
      const place = { uid, documentId: page, locale: 'es', title: 'Medicina' };
      expect(by(ready)).toMatchObject({
        uid: PRODUCT,
        locale: 'es',
        mayPublish: true,
        entryErrors: [],
        places: [{ ...place, at: 'courseList.0.products' }],
      });
      expect(by(refused)?.entryErrors[0]?.en).toMatch(/above the full price/);
      expect(by(linked)).toMatchObject({ places: [{ ...place, at: 'media.0.link' }] });
    });

    it('is published one by one, with errors by row, and not without the permission to publish', async () => {
      const seen = await waiting(marketing);
      expect(seen.find(({ documentId }) => documentId === ready)).toMatchObject({
        mayPublish: false,
      });
      expect((await publish(marketing, PRODUCT, ready)).status).toBe(403);
      expect(refusal(await publish(editor, PRODUCT, refused))).toEqual([400, 'NOT_READY']);
      for (const id of [ready, linked]) {
        expect((await publish(editor, PRODUCT, id)).status).toBe(200);
      }
      expect((await waiting()).map(({ documentId }) => documentId)).toEqual([refused]);
      await runIncrementalScan(desk.app, signal);
      const uid = 'api::contents-page.contents-page';
      expect(await groupOf('LINK_ENTRY_UNPUBLISHED', { uid })).toBeUndefined();
    });

    it('is hidden from users who may not read the page or the entry', async () => {
      expect(await waiting(editor)).toEqual([]);
      const foreign = await product({ verticals: [school.psicologia.documentId] });
      await store(desk.app, BOOKS, {
        vertical: school.psicologia.documentId,
        courseList: [{ title: 'Shelf', category: await category(), products: [foreign] }],
      });
      await runIncrementalScan(desk.app, signal);
      expect((await waiting()).map(({ documentId }) => documentId)).toContain(foreign);
      expect((await waiting(school.ana)).map(({ documentId }) => documentId)).not.toContain(
        foreign,
      );
      expect((await desk.app.request.get('/content-quality/waiting')).status).toBe(401);
    });

    it('asks the database no more often for many entries than for few, nor does the to-do list', async () => {
      const ask = async (): Promise<void> => {
        await waiting();
      };
      const askToDoList = async (): Promise<void> => {
        await toDoList();
      };
      const [before, toDoListBefore] = [await statements(ask), await statements(askToDoList)];
      const many = await Promise.all(Array.from({ length: 12 }, () => product({ payID: null })));
      await documentsOf(desk.app, 'api::contents-page.contents-page').update({
        documentId: page,
        locale: 'es',
        data: {
          courseList: [{ title: 'Shelf', category: await category(), products: many }],
        },
      });
      await look();
      expect((await waiting()).length).toBeGreaterThan(10);
      expect(await takes(ask, before)).toBeLessThanOrEqual(before);
      expect(await takes(askToDoList, toDoListBefore)).toBeLessThanOrEqual(toDoListBefore);
    });
  });

  describe('links that were never filled in, or whose entry is gone', () => {
    it('get another address in every place of a page, at once', async () => {
      const gone = await store(desk.app, CHANNEL, { name: 'Gone', slug: 'gone', order: 1 }, null);
      const lost = `entry:${CHANNEL}/${gone}`;
      const slide = (link: string) => ({
        description: 'Slide',
        link,
        backgroundMedia: desk.picture,
      });
      const page = await store(desk.app, HOME, {
        vertical: school.medicina.documentId,
        carouselMedia: [slide(lost), slide('#'), slide('#')],
      });
      const { status } = await desk.admin.delete(`${EXPLORER}/${CHANNEL}/${gone}?force=true`);
      expect(status).toBeLessThan(300);
      await look();
      for (const code of ['LINK_ENTRY_GONE', 'LINK_LEADS_NOWHERE']) {
        expect(await groupOf(code, { uid: HOME, who: marketing })).toMatchObject({
          fixPage: 'links',
        });
      }
      const addresses = async (): Promise<BrokenAddress[]> =>
        (await marketing.get('/broken-links/addresses')).body.data as BrokenAddress[];
      expect((await addresses()).map(({ address, places }) => [address, places.length])).toEqual(
        expect.arrayContaining([
          [lost, 1],
          ['#', 2],
        ]),
      );
      for (const from of [lost, '#']) {
        const answer = await marketing.post('/broken-links/replace', { from, to: '/cursos' });
        expect(answer.body.data as Replaced).toEqual({ changed: 1, refused: [] });
      }
      const now = await stored(HOME, page, ['carouselMedia']);
      const slides = now?.carouselMedia as { link: string }[];
      expect(slides.map(({ link }) => link)).toEqual(['/cursos', '/cursos', '/cursos']);
      expect(await addresses()).toEqual([]);
    });
  });
});
