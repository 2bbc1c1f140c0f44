import {
  buildGroupFilter,
  type FoundFiles,
  type Group,
  type ToDoList,
} from '#plugins/quality/content-quality/content-quality';
import type { UnlinkedPaymentProducts } from '#feature/payment-products';
import type { BrokenAddress, ReplacementResult } from '#plugins/quality/broken-links/broken-links';
import { runIncrementalScan } from '#plugins/quality/content-quality/server/scan';
import { brokenAddresses } from '#plugins/quality/content-quality/server/rules/broken-addresses';
import { getDocumentService } from '#platform/strapi/documents';
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
  let scan: ToDoListDesk['look'];
  let toDoList: ToDoListDesk['toDoList'];

  beforeAll(async () => {
    ({ desk, school, product, look: scan, toDoList } = await startToDoList());
  });

  afterAll(() => desk.stop());

  const publish = (uid: string, documentId: string, locale = 'es'): Promise<unknown> =>
    getDocumentService(desk.app, uid).publish({ documentId, locale });

  const groupOf = async (
    code: string,
    { who = desk.admin, locale = 'es' }: { who?: Admin; locale?: string | null } = {},
  ): Promise<Group | undefined> =>
    (await toDoList(who)).groups.find((group) => group.code === code && group.locale === locale);

  /** Returns the entries of a group from the list of the panel. */
  const entriesOf = async (group: Group | undefined, who = desk.admin): Promise<string[]> => {
    if (group === undefined) return [];
    const locale = group.locale === null ? '' : `&locale=${group.locale}`;
    const { status, body } = await who.get(
      `${EXPLORER}/${group.uid}?pageSize=100&question=${buildGroupFilter(group)}${locale}`,
    );
    expect(status).toBe(200);
    return (body as unknown as { results: { documentId: string }[] }).results.map(
      ({ documentId }) => documentId,
    );
  };

  const filesOf = async (code: string, who = desk.admin): Promise<FoundFiles> =>
    (await who.get(`/content-quality/files?code=${code}`)).body.data as FoundFiles;

  it('POST /content-quality/look – administrator – starts a scan', async () => {
    const before = (await toDoList()).scannedAt;
    const { status } = await desk.admin.post('/content-quality/look');
    expect(status).toBe(202);
    const after = await until(
      toDoList,
      ({ isScanning, scannedAt }) => !isScanning && scannedAt !== before,
    );
    expect(Date.parse(after.scannedAt ?? '')).toBeGreaterThan(Date.parse(before ?? '2020-01-01'));
  });

  it('POST /content-quality/look – user without permission to edit – returns 403', async () => {
    const support = await signInAs(desk.app, 'support', 'Support');
    const { status } = await support.post('/content-quality/look');
    expect(status).toBe(403);
  });

  it('GET /content-quality/to-do – entries with errors – are counted and listed until they are fixed', async () => {
    const [bad, good] = [await product(unsellable), await product()];
    await scan();
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
    await getDocumentService(desk.app, PRODUCT).update({
      documentId: bad,
      locale: 'es',
      data: { tuitionPrice: 10 },
    });
    await runIncrementalScan(desk.app, signal);
    expect(await entriesOf(await groupOf('PRICE_ABOVE_FULL'))).not.toContain(bad);
  });

  it('incremental scan – new and deleted entries – updates the counts', async () => {
    await scan();
    const created = await product(unsellable);
    await runIncrementalScan(desk.app, signal);
    expect(await entriesOf(await groupOf('PRICE_ABOVE_FULL'))).toContain(created);
    const before = (await groupOf('PRICE_ABOVE_FULL'))?.count ?? 0;
    await getDocumentService(desk.app, PRODUCT).delete({ documentId: created, locale: '*' });
    // Deleted entries are not counted, even before the next scan.
    expect((await groupOf('PRICE_ABOVE_FULL'))?.count ?? 0).toBe(before - 1);
  });

  it('missing field – has its own group', async () => {
    const documentId = await product({ payID: null });
    await scan();
    const group = await groupOf('FIELD_MISSING.payID');
    expect(group?.title.en).toMatch(/is missing/);
    expect(await entriesOf(group)).toContain(documentId);
  });

  it('different prices between locales – are found', async () => {
    const [differs, same] = [await product(), await product()];
    for (const [documentId, fullPrice] of [
      [differs, 61],
      [same, 60],
    ] as const) {
      await getDocumentService(desk.app, PRODUCT).update({
        documentId,
        locale: 'en',
        data: { title: 'English', slug: `english-${documentId}`, fullPrice, tuitionPrice: 49 },
      });
    }
    await scan();
    const group = await groupOf('PRICE_DIFFERS_BY_LANGUAGE', { locale: 'en' });
    expect(group?.fix).toEqual({ fields: ['fullPrice'], locales: ['en', 'es'] });
    const entries = await entriesOf(group);
    expect(entries).toContain(differs);
    expect(entries).not.toContain(same);
  });

  it('untranslated text – has a group per field, with the source locale for its fix', async () => {
    const presentation = 'Un curso sobre la anatomía del corazón.';
    const documentId = await product({ presentation });
    const data = { title: 'English', slug: `english-${documentId}`, presentation };
    await getDocumentService(desk.app, PRODUCT).update({ documentId, locale: 'en', data });
    await scan();
    const group = await groupOf('TEXT_UNTRANSLATED.presentation', { locale: 'en' });
    expect(group?.fix).toEqual({ fields: ['presentation'], locales: ['en', 'es'] });
    expect(await entriesOf(group)).toEqual([documentId]);
  });

  it('GET /content-quality/to-do – missing alternative texts – are last, regardless of their number', async () => {
    for (let count = 0; count < 3; count += 1) {
      const documentId = await product({ cardImage: desk.picture });
      const data = { title: 'English', slug: `english-${documentId}`, cardImage: desk.picture };
      await getDocumentService(desk.app, PRODUCT).update({ documentId, locale: 'en', data });
    }
    await scan();
    const { groups } = await toDoList();
    const last = groups.at(-1);
    expect(last?.code).toBe('ALTERNATIVE_TEXT_MISSING');
    const others = groups.filter(({ code }) => code !== last?.code);
    expect(Math.min(...others.map(({ count }) => count))).toBeLessThan(last?.count ?? 0);
  });

  it('similar slugs – are found', async () => {
    const [one, other] = [
      await product({ slug: 'curso-de-anatomia' }),
      await product({ slug: 'curso-deanatomia' }),
    ];
    const third = await product({ slug: 'curso-de-anatomia-2' });
    await scan();
    const entries = await entriesOf(await groupOf('SLUG_ALIKE'));
    expect(entries).toEqual(expect.arrayContaining([one, other]));
    expect(entries).not.toContain(third);
  });

  it('published entry that no entry lists – is found', async () => {
    const [unlisted, shown] = [
      await store(desk.app, CATEGORY, { name: 'Lost', slug: 'lost', order: 1 }),
      await store(desk.app, CATEGORY, { name: 'Shown', slug: 'shown', order: 2 }),
    ];
    await publish(CATEGORY, unlisted);
    await publish(CATEGORY, shown);
    await publish(PRODUCT, await product({ categories: [shown] }));
    await scan();
    const entries = await entriesOf(await groupOf('SHOWN_NOWHERE'));
    expect(entries).toContain(unlisted);
    expect(entries).not.toContain(shown);
    const { body } = await desk.admin.get(
      `${EXPLORER}/${CATEGORY}?locale=es&pageSize=100&question=shown-nowhere`,
    );
    const { results } = body as unknown as { results: { documentId: string }[] };
    expect(results.map(({ documentId }) => documentId)).toEqual(entries);
  });

  it('live without an end – is found', async () => {
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
    const [withoutEnd, withEnd] = [
      await live('endless', ['10:00']),
      await live('ending', ['10:00', '11:00']),
    ];
    await scan();
    const entries = await entriesOf(await groupOf('END_MISSING', { locale: null }));
    expect(entries).toContain(withoutEnd);
    expect(entries).not.toContain(withEnd);
  });

  it('published price that differs from the provider’s – is found', async () => {
    const documentId = await product({ tuitionPrice: 48 });
    await publish(PRODUCT, documentId);
    await desk.app.strapi.db.connection.raw(
      `insert into payment.differences (document_id, locale, field, title, pay_id, shown, charged, currency)
       values (?, 'es', 'tuitionPrice', 'x', 'prod_course', 48, 49, 'EUR')`,
      [documentId],
    );
    await scan();
    expect(await entriesOf(await groupOf('PUBLISHED_PRICE_DIFFERS'))).toEqual([documentId]);
  });

  it('sold product without a published version – is found until it is published', async () => {
    const [soldEntry, unsold] = [await product(), await product({ payID: 'prod_nowhere' })];
    await scan();
    const soldIds = await entriesOf(await groupOf('SOLD_UNPUBLISHED'));
    expect(soldIds).toContain(soldEntry);
    expect(soldIds).not.toContain(unsold);
    await publish(PRODUCT, soldEntry);
    await scan();
    expect(await entriesOf(await groupOf('SOLD_UNPUBLISHED'))).not.toContain(soldEntry);
  });

  it('payment products without an entry – are listed until an entry in their account has them', async () => {
    const readPaymentProducts = async (who: Admin = desk.admin): Promise<UnlinkedPaymentProducts> =>
      (await who.get('/content-quality/payment-products')).body.data as UnlinkedPaymentProducts;
    await product({ payID: 'prod_course' });
    const before = await readPaymentProducts();
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

    const wrongAccount = await product({ payID: 'prod_elsewhere', payCrm: accounts[0].name });
    expect((await readPaymentProducts()).total).toBe(before.total);
    await getDocumentService(desk.app, PRODUCT).update({
      documentId: wrongAccount,
      locale: 'es',
      data: { payCrm: accounts[1].name.toUpperCase() },
    });
    expect((await readPaymentProducts()).total).toBe(before.total - 1);
    expect((await readPaymentProducts()).products).not.toContainEqual(
      expect.objectContaining({ payID: 'prod_elsewhere' }),
    );
    const support = await signInAs(desk.app, 'support', 'Support');
    expect(await readPaymentProducts(support)).toEqual({ products: [], total: 0 });
  });

  it('large pictures and unused files – are found until their deletion', async () => {
    const [unused, used] = [await addPicture(desk.app), await addPicture(desk.app)];
    await product({ cardImage: used });
    await desk.app.strapi.db.query(FILE).update({ where: { id: used }, data: { size: 2049 } });
    await scan();
    const large = await filesOf('PICTURE_LARGE');
    expect(large.files.map(({ id }) => id)).toEqual([used]);
    const unusedIds = (await filesOf('FILE_UNUSED')).files.map(({ id }) => id);
    expect(unusedIds).toContain(unused);
    expect(unusedIds).not.toContain(used);
    const author = await signInAs(desk.app, 'strapi-author', 'Author');
    expect(await filesOf('FILE_UNUSED', author)).toEqual({ total: 0, files: [] });
    const answer = await desk.admin.post('/upload/actions/bulk-delete', { fileIds: [unused] });
    expect(answer.status).toBe(200);
    expect((await filesOf('FILE_UNUSED')).files.map(({ id }) => id)).not.toContain(unused);
  });

  it('broken address in a link – is found, and can be replaced in all permitted places', async () => {
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
    await scan();
    expect(await entriesOf(await groupOf('ADDRESS_LEADS_NOWHERE'))).toEqual([]);
    await getDocumentService(desk.app, HOME).update({
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
      (await who.post('/broken-links/replace', { from: broken, to })).body
        .data as ReplacementResult;
    const foreignEntry = await store(desk.app, HOME, {
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
    expect(both).toContainEqual(placeIn(foreignEntry, 'Psicología'));
    // Ana may change the pages of one business line only.
    expect(await addresses(school.ana)).toEqual([
      { address: broken, places: [placeIn(page, 'Medicina')] },
    ]);
    expect((await replace('no address', school.ana)).refused).toMatchObject([
      { title: 'Medicina', reason: expect.any(String) },
    ]);
    const to = `/es/products/${slug}`;
    expect(await replace(to, school.ana)).toEqual({ changed: 1, refused: [] });
    const fixed = await getDocumentService(desk.app, HOME).findOne({
      documentId: page,
      locale: 'es',
      populate: { carouselMedia: { populate: ['backgroundMedia'] } },
    });
    expect(fixed?.carouselMedia).toMatchObject([
      { ...slide(to), backgroundMedia: { id: desk.picture } },
    ]);
    expect(await addresses()).toEqual([
      { address: broken, places: [placeIn(foreignEntry, 'Psicología')] },
    ]);
    await getDocumentService(desk.app, HOME).delete({ documentId: foreignEntry });
  });

  it('address pattern with many placeholders – is matched in linear time', async () => {
    const { documentId } = school.psicologia;
    const lines = getDocumentService(desk.app, VERTICAL);
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
    await getDocumentService(desk.app, HOME).delete({ documentId: page });
    await setPattern(null);
  });

  it('GET /broken-links/addresses – query count – is independent of the number of entries', async () => {
    const { connection } = desk.app.strapi.db;
    const statements = async (): Promise<number> => {
      let count = 0;
      const countStatement = (): void => {
        count += 1;
      };
      connection.on('query', countStatement);
      expect((await desk.admin.get('/broken-links/addresses')).status).toBe(200);
      await brokenAddresses.find(desk.app);
      connection.removeListener('query', countStatement);
      return count;
    };
    /** Returns the minimum, because background jobs send queries too. */
    const countStatements = async (): Promise<number> =>
      Math.min(await statements(), await statements(), await statements());
    const few = await countStatements();
    for (let at = 0; at < 12; at += 1) await product();
    expect(await countStatements()).toBe(few);
  });

  it('missing default business line – is found', async () => {
    await scan();
    const group = await groupOf('LINE_DEFAULT_MISSING', { locale: null });
    expect(group?.count).toBe(2);
    await getDocumentService(desk.app, VERTICAL).update({
      documentId: school.medicina.documentId,
      data: { isDefault: true },
    });
    await runIncrementalScan(desk.app, signal);
    expect(await groupOf('LINE_DEFAULT_MISSING', { locale: null })).toBeUndefined();
  });

  it('missingPages – counts the pages that business lines lack', async () => {
    const before = (await toDoList()).missingPages;
    await store(desk.app, HOME, { vertical: school.psicologia.documentId });
    expect((await toDoList()).missingPages).toBe(before - 1);
  });

  it('fix – contains fields and locales, for users who may change the entries', async () => {
    await product({ type: 'Libro', cardImage: null, seo: null });
    await scan();
    expect(await groupOf('COVER_MISSING')).toMatchObject({
      fix: { fields: ['cardImage'], locales: ['es'] },
      isFixedInFile: false,
    });
    // Includes the other locale, and the fields that the component requires for publishing.
    expect(await groupOf('SEARCH_DESCRIPTION_MISSING')).toMatchObject({
      fix: { fields: ['seo.description', 'seo.author'], locales: ['es', 'en'] },
      isFixedInFile: false,
    });
    // A grid cannot show a missing locale.
    const inFile = { fix: null, isFixedInFile: true };
    expect(await groupOf('LANGUAGE_MISSING.en')).toMatchObject(inFile);
    const marketing = await signInAs(desk.app, 'marketing', 'Reader');
    const noFix = { fix: null, isFixedInFile: false };
    for (const code of ['COVER_MISSING', 'SEARCH_DESCRIPTION_MISSING', 'LANGUAGE_MISSING.en']) {
      expect(await groupOf(code, { who: marketing })).toMatchObject(noFix);
    }
  });

  it('GET /content-quality/to-do – filters – count the entries of a business line, a locale and an editor', async () => {
    const [one, other] = [school.medicina, school.psicologia];
    for (const { documentId } of [one, other]) {
      await product({ ...unsellable, verticals: [documentId] });
    }
    await scan();
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
    // The service wrote these entries, and no user.
    expect(await countWith('mine=true')).toBe(0);
    const [me] = (await toDoList()).editors;
    expect(await countWith(`editor=${me?.id}`)).toBe(0);
    expect((await desk.admin.get('/content-quality/to-do?mine=perhaps')).status).toBe(400);
    expect((await desk.admin.get('/content-quality/to-do?editor=me')).status).toBe(400);
  });

  it('PUT /dismissals – group with a reason and a date – dismisses it for all users until it is restored', async () => {
    await product(unsellable);
    await scan();
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
    // Otherwise, the findings of other business lines would leave everybody's list.
    expect((await dismiss({}, school.ana)).status).toBe(403);
    const groupsSeen = [group, await groupOf('PRICE_ABOVE_FULL', { who: school.ana })];
    expect(groupsSeen.map((item) => item?.mayDismiss)).toEqual([true, false]);
    for (const invalid of [
      { reason: ' ' },
      { until: day(-2) },
      { until: day(400) },
      { until: 'tomorrow' },
      { groups: [] },
    ]) {
      expect([invalid, (await dismiss(invalid)).status]).toEqual([invalid, 400]);
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

  it('user of one business line – sees only entries with read permission', async () => {
    const foreignEntry = await product({
      ...unsellable,
      verticals: [school.psicologia.documentId],
    });
    await scan();
    const all = await groupOf('PRICE_ABOVE_FULL');
    const anasGroup = await groupOf('PRICE_ABOVE_FULL', { who: school.ana });
    expect(await entriesOf(all)).toContain(foreignEntry);
    expect(await entriesOf(anasGroup, school.ana)).not.toContain(foreignEntry);
    expect(anasGroup?.count ?? 0).toBe((await entriesOf(anasGroup, school.ana)).length);
    expect(anasGroup?.count ?? 0).toBeLessThan(all?.count ?? 0);
  });

  it('user without permissions – has maySee false', async () => {
    const support = await signInAs(desk.app, 'support', 'Support');
    expect(await toDoList(support)).toMatchObject({ maySee: false, groups: [], missingPages: 0 });
    expect(await toDoList(school.ana)).toMatchObject({ maySee: true });
    expect(await toDoList()).toMatchObject({ maySee: true });
  });

  it('failing rule – does not affect other rules', async () => {
    const raw = (statement: string): Promise<unknown> =>
      desk.app.strapi.db.connection.raw(statement);
    const [one] = [await product({ slug: 'gone-wrong' }), await product({ slug: 'gonewrong' })];
    await raw('alter table payment.differences rename to differences_away');
    try {
      await scan();
    } finally {
      await raw('alter table payment.differences_away rename to differences');
    }
    expect(await entriesOf(await groupOf('SLUG_ALIKE'))).toContain(one);
    // Earlier findings of the failing rule are kept.
    expect(await groupOf('PUBLISHED_PRICE_DIFFERS')).toBeDefined();
  });

  it('concurrent scans – have the result of a single scan', async () => {
    await scan();
    const { groups } = await toDoList();
    await Promise.all([scan(), scan(), runIncrementalScan(desk.app, signal)]);
    expect((await toDoList()).groups).toEqual(groups);
  });
});
