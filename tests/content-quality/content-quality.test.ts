import {
  questionFor,
  type FoundFiles,
  type Group,
  type ToDoList,
} from '../../src/plugins/quality/content-quality/content-quality';
import type { UnlinkedPaymentProducts } from '../../src/catalogue/money/unlinked-payment-products';
import type { BrokenAddress, Replaced } from '../../src/plugins/quality/broken-links/broken-links';
import { runIncrementalScan } from '../../src/plugins/quality/content-quality/server/scan/scan';
import { brokenAddresses } from '../../src/plugins/quality/content-quality/server/rules/broken-addresses';
import { documentsOf } from '../../src/platform/strapi/documents';
import { PRODUCT, unsellable, type Desk } from '../publishing-rules/support';
import { CATEGORY, EXPLORER, HOME, store, VERTICAL, type School } from '../rights/support';
import { accounts } from '../checkout/support';
import { signal, startToDoList, type ToDoListDesk } from './support';
import { signInAs, type Admin } from '../support/admin';
import { addPicture } from '../support/content';
import { watchTurns } from '../support/event-loop';
import { until } from '../support/until';

const LIVE = 'api::live.live';
const FILE = 'plugin::upload.file';

describe('Content quality', () => {
  let desk: Desk;
  let school: School;
  let product: ToDoListDesk['product'];
  let look: ToDoListDesk['look'];
  let toDoList: ToDoListDesk['toDoList'];

  beforeAll(async () => {
    ({ desk, school, product, look, toDoList } = await startToDoList());
  });

  afterAll(() => desk.stop());

  const publish = (uid: string, documentId: string, locale = 'es'): Promise<unknown> =>
    documentsOf(desk.app, uid).publish({ documentId, locale });

  const groupOf = async (
    code: string,
    { who = desk.admin, locale = 'es' }: { who?: Admin; locale?: string | null } = {},
  ): Promise<Group | undefined> =>
    (await toDoList(who)).groups.find((one) => one.code === code && one.locale === locale);

  /** Returns the entries of a group, as the panel lists them. */
  const entriesOf = async (group: Group | undefined, who = desk.admin): Promise<string[]> => {
    if (group === undefined) return [];
    const locale = group.locale === null ? '' : `&locale=${group.locale}`;
    const { status, body } = await who.get(
      `${EXPLORER}/${group.uid}?pageSize=100&question=${questionFor(group)}${locale}`,
    );
    expect(status).toBe(200);
    return (body as unknown as { results: { documentId: string }[] }).results.map(
      ({ documentId }) => documentId,
    );
  };

  const filesOf = async (code: string): Promise<FoundFiles> =>
    (await desk.admin.get(`/content-quality/files?code=${code}`)).body.data as FoundFiles;

  it('is looked at when somebody asks for it', async () => {
    const before = (await toDoList()).scannedAt;
    const { status } = await desk.admin.post('/content-quality/look');
    expect(status).toBe(202);
    const after = await until(
      toDoList,
      ({ isScanning, scannedAt }) => !isScanning && scannedAt !== before,
    );
    expect(Date.parse(after.scannedAt ?? '')).toBeGreaterThan(Date.parse(before ?? '2020-01-01'));
  });

  it('is looked at for nobody who could fix nothing of it', async () => {
    const support = await signInAs(desk.app, 'support', 'Support');
    const { status } = await support.post('/content-quality/look');
    expect(status).toBe(403);
  });

  it('GET /content-quality/to-do – entries with errors – counts them and links to exactly those until they are fixed', async () => {
    const [bad, good] = [await product(unsellable), await product()];
    await look();
    const group = await groupOf('PRICE_ABOVE_FULL');
    expect(group).toMatchObject({
      severity: 'error',
      uid: PRODUCT,
      fix: { fields: ['tuitionPrice'], locales: ['es'] },
      title: { en: 'The price to pay is above the full price.' },
    });
    const entries = await entriesOf(group);
    expect(entries).toContain(bad);
    expect(entries).not.toContain(good);
    expect(entries).toHaveLength(group?.count ?? -1);
    await documentsOf(desk.app, PRODUCT).update({
      documentId: bad,
      locale: 'es',
      data: { tuitionPrice: 10 },
    });
    await runIncrementalScan(desk.app, signal);
    expect(await entriesOf(await groupOf('PRICE_ABOVE_FULL'))).not.toContain(bad);
  });

  it('knows what was written within the minute, deletions included', async () => {
    await look();
    const made = await product(unsellable);
    await runIncrementalScan(desk.app, signal);
    expect(await entriesOf(await groupOf('PRICE_ABOVE_FULL'))).toContain(made);
    const before = (await groupOf('PRICE_ABOVE_FULL'))?.count ?? 0;
    await documentsOf(desk.app, PRODUCT).delete({ documentId: made, locale: '*' });
    // Deleted entries are not counted, even before the next scan.
    expect((await groupOf('PRICE_ABOVE_FULL'))?.count ?? 0).toBe(before - 1);
  });

  it('tells the fields apart in which something is missing', async () => {
    const documentId = await product({ payID: null });
    await look();
    const group = await groupOf('FIELD_MISSING.payID');
    expect(group?.title.en).toMatch(/is missing/);
    expect(await entriesOf(group)).toContain(documentId);
  });

  it('finds prices that differ between languages', async () => {
    const [differs, same] = [await product(), await product()];
    for (const [documentId, fullPrice] of [
      [differs, 61],
      [same, 60],
    ] as const) {
      await documentsOf(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `english-${documentId}`, fullPrice, tuitionPrice: 49 },
      });
    }
    await look();
    const group = await groupOf('PRICE_DIFFERS_BY_LANGUAGE', { locale: 'en' });
    expect(group?.fix).toEqual({ fields: ['fullPrice'], locales: ['en', 'es'] });
    const entries = await entriesOf(group);
    expect(entries).toContain(differs);
    expect(entries).not.toContain(same);
  });

  it('untranslated text – group by field, fixed beside its source', async () => {
    const presentation = 'Un curso sobre la anatomía del corazón.';
    const documentId = await product({ presentation });
    const data = { title: 'English', slug: `english-${documentId}`, presentation };
    await documentsOf(desk.app, PRODUCT).update({ documentId, locale: 'en', data });
    await look();
    const group = await groupOf('TEXT_UNTRANSLATED.presentation', { locale: 'en' });
    expect(group?.fix).toEqual({ fields: ['presentation'], locales: ['en', 'es'] });
    expect(await entriesOf(group)).toEqual([documentId]);
  });

  it('GET /content-quality/to-do – pictures without an alternative text – last, however many', async () => {
    for (let count = 0; count < 3; count += 1) {
      const documentId = await product({ cardImage: desk.picture });
      const data = { title: 'English', slug: `english-${documentId}`, cardImage: desk.picture };
      await documentsOf(desk.app, PRODUCT).update({ documentId, locale: 'en', data });
    }
    await look();
    const { groups } = await toDoList();
    const last = groups.at(-1);
    expect(last?.code).toBe('ALTERNATIVE_TEXT_MISSING');
    const others = groups.filter(({ code }) => code !== last?.code);
    expect(Math.min(...others.map(({ count }) => count))).toBeLessThan(last?.count ?? 0);
  });

  it('finds slugs that people take for the same', async () => {
    const [one, other] = [
      await product({ slug: 'curso-de-anatomia' }),
      await product({ slug: 'curso-deanatomia' }),
    ];
    const third = await product({ slug: 'curso-de-anatomia-2' });
    await look();
    const entries = await entriesOf(await groupOf('SLUG_ALIKE'));
    expect(entries).toEqual(expect.arrayContaining([one, other]));
    expect(entries).not.toContain(third);
  });

  it('finds what is published and shown nowhere', async () => {
    const [lost, shown] = [
      await store(desk.app, CATEGORY, { name: 'Lost', slug: 'lost', order: 1 }),
      await store(desk.app, CATEGORY, { name: 'Shown', slug: 'shown', order: 2 }),
    ];
    await publish(CATEGORY, lost);
    await publish(CATEGORY, shown);
    await publish(PRODUCT, await product({ categories: [shown] }));
    await look();
    const entries = await entriesOf(await groupOf('SHOWN_NOWHERE'));
    expect(entries).toContain(lost);
    expect(entries).not.toContain(shown);
    const { body } = await desk.admin.get(
      `${EXPLORER}/${CATEGORY}?locale=es&pageSize=100&question=shown-nowhere`,
    );
    const { results } = body as unknown as { results: { documentId: string }[] };
    expect(results.map(({ documentId }) => documentId)).toEqual(entries);
  });

  it('finds lives that do not say when they end', async () => {
    const live = (slug: string, hours: readonly string[]): Promise<string> =>
      store(
        desk.app,
        LIVE,
        {
          title: slug,
          slug,
          order: 1,
          vertical: school.medicina.documentId,
          image: desk.picture,
          program: [{ title: 'Programme', row: hours.map((hour) => ({ hour, about: 'x' })) }],
        },
        null,
      );
    const [endless, ending] = [
      await live('endless', ['10:00']),
      await live('ending', ['10:00', '11:00']),
    ];
    await look();
    const entries = await entriesOf(await groupOf('END_MISSING', { locale: null }));
    expect(entries).toContain(endless);
    expect(entries).not.toContain(ending);
  });

  it('finds published prices that the provider does not charge', async () => {
    const documentId = await product({ tuitionPrice: 48 });
    await publish(PRODUCT, documentId);
    await desk.app.strapi.db.connection.raw(
      `insert into payment.differences (document_id, locale, field, title, pay_id, shown, charged, currency)
       values (?, 'es', 'tuitionPrice', 'x', 'prod_course', 48, 49, 'EUR')`,
      [documentId],
    );
    await look();
    expect(await entriesOf(await groupOf('PUBLISHED_PRICE_DIFFERS'))).toEqual([documentId]);
  });

  it('finds what is sold and published in no language, until it is published in one', async () => {
    const [hidden, unsold] = [await product(), await product({ payID: 'prod_nowhere' })];
    await look();
    const found = await entriesOf(await groupOf('SOLD_UNPUBLISHED'));
    expect(found).toContain(hidden);
    expect(found).not.toContain(unsold);
    await publish(PRODUCT, hidden);
    await look();
    expect(await entriesOf(await groupOf('SOLD_UNPUBLISHED'))).not.toContain(hidden);
  });

  it('lists what is on sale and no entry names, until one does in its account', async () => {
    const listed = async (who: Admin = desk.admin): Promise<UnlinkedPaymentProducts> =>
      (await who.get('/content-quality/payment-products')).body.data as UnlinkedPaymentProducts;
    await product({ payID: 'prod_course' });
    const before = await listed();
    expect(before.products).toContainEqual({
      account: accounts[1].name,
      payID: 'prod_elsewhere',
      name: 'Of a partner',
      prices: [{ amount: 10, currency: 'EUR', interval: null, intervalCount: null }],
    });
    expect(before.products).not.toContainEqual(
      expect.objectContaining({ payID: 'prod_course', account: accounts[0].name }),
    );
    expect(before.products).toHaveLength(Math.min(before.total, 50));
    expect((await toDoList()).unlinkedPaymentProducts).toBe(before.total);

    const mistaken = await product({ payID: 'prod_elsewhere', payCrm: accounts[0].name });
    expect((await listed()).total).toBe(before.total);
    await documentsOf(desk.app, PRODUCT).update({
      documentId: mistaken,
      locale: 'es',
      data: { payCrm: accounts[1].name.toUpperCase() },
    });
    expect((await listed()).total).toBe(before.total - 1);
    expect((await listed()).products).not.toContainEqual(
      expect.objectContaining({ payID: 'prod_elsewhere' }),
    );
    const support = await signInAs(desk.app, 'support', 'Support');
    expect(await listed(support)).toEqual({ products: [], total: 0 });
  });

  it('finds pictures that are too large, and files that nothing uses, until they are deleted', async () => {
    const [unused, used] = [await addPicture(desk.app), await addPicture(desk.app)];
    await product({ cardImage: used });
    await desk.app.strapi.db.query(FILE).update({ where: { id: used }, data: { size: 2049 } });
    await look();
    const large = await filesOf('PICTURE_LARGE');
    expect(large.files.map(({ id }) => id)).toEqual([used]);
    const idle = (await filesOf('FILE_UNUSED')).files.map(({ id }) => id);
    expect(idle).toContain(unused);
    expect(idle).not.toContain(used);
    const answer = await desk.admin.post('/upload/actions/bulk-delete', { fileIds: [unused] });
    expect(answer.status).toBe(200);
    expect((await filesOf('FILE_UNUSED')).files.map(({ id }) => id)).not.toContain(unused);
  });

  it('finds typed addresses within the site that lead to nothing', async () => {
    const slug = 'where-it-leads';
    const documentId = await product({ slug });
    await publish(PRODUCT, documentId);
    const slide = (link: string) => ({ description: 'Slide', link, backgroundMedia: desk.picture });
    const page = await store(desk.app, HOME, {
      vertical: school.medicina.documentId,
      carouselMedia: [
        slide(`/es/products/${slug}?from=home`),
        slide('/about-us'),
        slide('https://example.org/es/products/x'),
      ],
    });
    await look();
    expect(await entriesOf(await groupOf('ADDRESS_LEADS_NOWHERE'))).toEqual([]);
    await documentsOf(desk.app, HOME).update({
      documentId: page,
      locale: 'es',
      data: { carouselMedia: [slide('/es/products/where-it-leeds')] },
    });
    await runIncrementalScan(desk.app, signal);
    expect(await entriesOf(await groupOf('ADDRESS_LEADS_NOWHERE'))).toEqual([page]);
    expect(await groupOf('ADDRESS_LEADS_NOWHERE')).toMatchObject({
      severity: 'error',
      fix: null,
    });

    const broken = '/es/products/where-it-leeds';
    const addresses = async (who: Admin = desk.admin) =>
      (await who.get('/broken-links/addresses')).body.data as BrokenAddress[];
    const replace = async (to: string, who: Admin = desk.admin) =>
      (await who.post('/broken-links/replace', { from: broken, to })).body.data as Replaced;
    const foreign = await store(desk.app, HOME, {
      vertical: school.psicologia.documentId,
      carouselMedia: [slide(broken)],
    });
    await runIncrementalScan(desk.app, signal);
    const placeIn = (documentId: string, title: string) => ({
      uid: HOME,
      documentId,
      locale: 'es',
      type: 'Page: Home',
      title,
      at: 'carouselMedia.0.link',
    });
    const both = (await addresses()).find(({ address }) => address === broken)?.places;
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(placeIn(foreign, 'Psicología'));
    // A user who may change the pages of one business line only.
    expect(await addresses(school.ana)).toEqual([
      { address: broken, places: [placeIn(page, 'Medicina')] },
    ]);
    expect((await replace('no address', school.ana)).refused).toMatchObject([
      { title: 'Medicina', reason: expect.any(String) },
    ]);
    const to = `/es/products/${slug}`;
    expect(await replace(to, school.ana)).toEqual({ changed: 1, refused: [] });
    const fixed = await documentsOf(desk.app, HOME).findOne({
      documentId: page,
      locale: 'es',
      populate: { carouselMedia: { populate: ['backgroundMedia'] } },
    });
    expect(fixed?.carouselMedia).toMatchObject([
      { ...slide(to), backgroundMedia: { id: desk.picture } },
    ]);
    expect(await addresses()).toEqual([
      { address: broken, places: [placeIn(foreign, 'Psicología')] },
    ]);
    await documentsOf(desk.app, HOME).delete({ documentId: foreign });
  });

  it('reads a typed address by a pattern of many placeholders in linear time', async () => {
    const { documentId } = school.psicologia;
    const lines = documentsOf(desk.app, VERTICAL);
    const setPattern = (productAddress: string | null) =>
      lines.update({ documentId, data: { productAddress } });
    await setPattern(`/${'{slug}'.repeat(5)}!`);
    const page = await store(desk.app, HOME, {
      vertical: documentId,
      carouselMedia: [
        { description: 'Slide', link: `/${'a'.repeat(120)}`, backgroundMedia: desk.picture },
      ],
    });
    const turns = watchTurns();
    await runIncrementalScan(desk.app, signal);
    expect(turns.longest()).toBeLessThan(1_000);
    turns.stop();
    await documentsOf(desk.app, HOME).delete({ documentId: page });
    await setPattern(null);
  });

  it('asks the database no more often for links in many entries than in few', async () => {
    const { connection } = desk.app.strapi.db;
    const statements = async (): Promise<number> => {
      let count = 0;
      const heard = (): void => {
        count += 1;
      };
      connection.on('query', heard);
      expect((await desk.admin.get('/broken-links/addresses')).status).toBe(200);
      await brokenAddresses.find(desk.app);
      connection.removeListener('query', heard);
      return count;
    };
    /** Returns the minimum, because background jobs send queries too. */
    const least = async (): Promise<number> =>
      Math.min(await statements(), await statements(), await statements());
    const few = await least();
    for (let at = 0; at < 12; at += 1) await product();
    expect(await least()).toBe(few);
  });

  it('finds that no business line is the default one', async () => {
    await look();
    const group = await groupOf('LINE_DEFAULT_MISSING', { locale: null });
    expect(group?.count).toBe(2);
    await documentsOf(desk.app, VERTICAL).update({
      documentId: school.medicina.documentId,
      data: { isDefault: true },
    });
    await runIncrementalScan(desk.app, signal);
    expect(await groupOf('LINE_DEFAULT_MISSING', { locale: null })).toBeUndefined();
  });

  it('counts the pages that business lines do not have', async () => {
    const before = (await toDoList()).missingPages;
    await store(desk.app, HOME, { vertical: school.psicologia.documentId });
    expect((await toDoList()).missingPages).toBe(before - 1);
  });

  it('says how entries are fixed together, to users who may change them', async () => {
    await product({ type: 'Libro', cardImage: null, seo: null });
    await look();
    expect(await groupOf('COVER_MISSING')).toMatchObject({
      fix: { fields: ['cardImage'], locales: ['es'] },
      isFixedInFile: false,
    });
    // With the other language, and the fields that the component requires for publishing.
    expect(await groupOf('SEARCH_DESCRIPTION_MISSING')).toMatchObject({
      fix: { fields: ['seo.description', 'seo.author'], locales: ['es', 'en'] },
      isFixedInFile: false,
    });
    // A grid cannot show a missing language.
    const inFile = { fix: null, isFixedInFile: true };
    expect(await groupOf('LANGUAGE_MISSING.en')).toMatchObject(inFile);
    const marketing = await signInAs(desk.app, 'marketing', 'Reader');
    const notAtAll = { fix: null, isFixedInFile: false };
    for (const code of ['COVER_MISSING', 'SEARCH_DESCRIPTION_MISSING', 'LANGUAGE_MISSING.en']) {
      expect(await groupOf(code, { who: marketing })).toMatchObject(notAtAll);
    }
  });

  it('GET /content-quality/to-do – filters – counts the entries of a business line, a language and an editor', async () => {
    const [one, other] = [school.medicina, school.psicologia];
    for (const { documentId } of [one, other]) {
      await product({ ...unsellable, verticals: [documentId] });
    }
    await look();
    const countWith = async (query: string): Promise<number> => {
      const { status, body } = await desk.admin.get(`/content-quality/to-do?${query}`);
      expect(status).toBe(200);
      return (body.data as ToDoList).groups
        .filter(({ code }) => code === 'PRICE_ABOVE_FULL')
        .reduce((sum, { count }) => sum + count, 0);
    };
    const all = await countWith('');
    const { lines } = await toDoList();
    const ofLines = await Promise.all(lines.map(({ slug }) => countWith(`vertical=${slug}`)));
    expect(ofLines.filter((count) => count > 0).length).toBeGreaterThan(1);
    expect(ofLines.every((count) => count < all)).toBe(true);
    expect(await countWith('locale=es')).toBe(all);
    expect(await countWith('locale=en')).toBe(0);
    // The service wrote these entries, not a user.
    expect(await countWith('mine=true')).toBe(0);
    const [me] = (await toDoList()).editors;
    expect(await countWith(`editor=${me?.id}`)).toBe(0);
    expect((await desk.admin.get('/content-quality/to-do?mine=perhaps')).status).toBe(400);
    expect((await desk.admin.get('/content-quality/to-do?editor=me')).status).toBe(400);
  });

  it('PUT /dismissals – a group, with a reason and a day – marks it for everybody until restored', async () => {
    await product(unsellable);
    await look();
    const group = await groupOf('PRICE_ABOVE_FULL');
    const groups = [{ code: group?.code, uid: group?.uid, locale: group?.locale }];
    const day = (days: number): string =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const until = day(7);
    const dismiss = (changes: object, who = desk.admin) =>
      who.put('/content-quality/dismissals', {
        groups,
        reason: 'Sale',
        until,
        ...changes,
      });

    const support = await signInAs(desk.app, 'support', 'Support');
    expect((await dismiss({}, support)).status).toBe(403);
    // The findings of other business lines would leave everybody's list.
    expect((await dismiss({}, school.ana)).status).toBe(403);
    const seen = [group, await groupOf('PRICE_ABOVE_FULL', { who: school.ana })];
    expect(seen.map((one) => one?.mayDismiss)).toEqual([true, false]);
    for (const wrong of [
      { reason: ' ' },
      { until: day(-2) },
      { until: day(400) },
      { until: 'tomorrow' },
      { groups: [] },
    ]) {
      expect([wrong, (await dismiss(wrong)).status]).toEqual([wrong, 400]);
    }
    expect((await groupOf('PRICE_ABOVE_FULL'))?.dismissal).toBeNull();

    expect((await dismiss({})).status).toBe(204);
    expect((await groupOf('PRICE_ABOVE_FULL', { who: school.ana }))?.dismissal).toMatchObject({
      reason: 'Sale',
      until,
    });
    const restore = (who = desk.admin) =>
      who.put('/content-quality/dismissals/restore', { groups });
    expect([(await restore(school.ana)).status, (await restore()).status]).toEqual([403, 204]);
    expect((await groupOf('PRICE_ABOVE_FULL'))?.dismissal).toBeNull();
  });

  it('shows nobody more than they may read', async () => {
    const foreign = await product({
      ...unsellable,
      verticals: [school.psicologia.documentId],
    });
    await look();
    const all = await groupOf('PRICE_ABOVE_FULL');
    const own = await groupOf('PRICE_ABOVE_FULL', { who: school.ana });
    expect(await entriesOf(all)).toContain(foreign);
    expect(await entriesOf(own, school.ana)).not.toContain(foreign);
    expect(own?.count ?? 0).toBe((await entriesOf(own, school.ana)).length);
    expect(own?.count ?? 0).toBeLessThan(all?.count ?? 0);
  });

  it('says to users without permissions that they see nothing, not that nothing is wrong', async () => {
    const support = await signInAs(desk.app, 'support', 'Support');
    expect(await toDoList(support)).toMatchObject({ maySee: false, groups: [], missingPages: 0 });
    expect(await toDoList(school.ana)).toMatchObject({ maySee: true });
    expect(await toDoList()).toMatchObject({ maySee: true });
  });

  it('goes on with other rules where one of them fails', async () => {
    const raw = (statement: string): Promise<unknown> =>
      desk.app.strapi.db.connection.raw(statement);
    const [one] = [await product({ slug: 'gone-wrong' }), await product({ slug: 'gonewrong' })];
    await raw('alter table payment.differences rename to differences_away');
    try {
      await look();
    } finally {
      await raw('alter table payment.differences_away rename to differences');
    }
    expect(await entriesOf(await groupOf('SLUG_ALIKE'))).toContain(one);
    // Earlier findings of the failing rule stay.
    expect(await groupOf('PUBLISHED_PRICE_DIFFERS')).toBeDefined();
  });

  it('is the same however many look at once', async () => {
    await look();
    const { groups } = await toDoList();
    await Promise.all([look(), look(), runIncrementalScan(desk.app, signal)]);
    expect((await toDoList()).groups).toEqual(groups);
  });
});
