import { runFullScan, scanStateOf } from '#plugins/quality/content-quality/server/scan';
import { getDocumentService } from '#platform/strapi/documents';
import type {
  DifferingVersion,
  Source,
  SourceChanges,
} from '#plugins/quality/stale-translations/stale-translations';
import type { Rows } from '#plugins/tables/lists/lists';
import {
  CATEGORY,
  EXPLORER,
  PRODUCT,
  VERTICAL,
  course,
  openSchool,
  refusal,
  store,
  type School,
} from '../rights/support';
import { createApiToken, signInAs, type Admin } from '../support/admin';
import { type App, startApp } from '../support/app';

describe('Stale translations', () => {
  let app: App;
  let school: School;

  beforeAll(async () => {
    app = await startApp();
    school = await openSchool(app);
  });

  afterAll(() => app.stop());

  /** Saves like the form. */
  const save = async (documentId: string, locale: string, data: object): Promise<void> => {
    const address = `${EXPLORER}/${PRODUCT}/${documentId}?locale=${locale}`;
    expect((await school.all.put(address, data)).status).toBe(200);
  };

  const createTranslated = async (line = school.medicina): Promise<string> => {
    const { body, status } = await school.all.post(
      `${EXPLORER}/${PRODUCT}?locale=es`,
      course({ title: 'Original', shortDescription: 'Uno', verticals: [line.documentId] }),
    );
    expect(status).toBe(201);
    const { documentId } = body.data as { documentId: string };
    await save(documentId, 'en', course({ title: 'Translated', slug: `en-${documentId}` }));
    return documentId;
  };

  const sourceChangesOf = async (
    documentId: string,
    who: Admin = school.all,
  ): Promise<SourceChanges | null> => {
    const { body, status } = await who.get(
      `/stale-translations/${PRODUCT}/${documentId}?locale=en`,
    );
    expect(status).toBe(200);
    return body.data as SourceChanges | null;
  };

  const isListed = async (documentId: string): Promise<boolean> => {
    const { body } = await school.all.get(
      `${EXPLORER}/${PRODUCT}?locale=es&pageSize=100&question=older-translation`,
    );
    const { results } = body as unknown as { results: { documentId: string }[] };
    return results.some((entry) => entry.documentId === documentId);
  };

  it('report the fields and the time of the first change of the source', async () => {
    const documentId = await createTranslated();
    expect(await sourceChangesOf(documentId)).toBeNull();
    expect(await isListed(documentId)).toBe(false);
    const before = new Date();
    await save(documentId, 'es', { title: 'Otro original' });
    const changes = await sourceChangesOf(documentId);
    expect(changes).toMatchObject({
      source: 'es',
      fields: [{ field: 'title', before: 'Original', now: 'Otro original' }],
    });
    expect(new Date(changes?.since ?? 0).getTime()).toBeGreaterThanOrEqual(
      before.getTime() - 1_000,
    );
    expect(await isListed(documentId)).toBe(true);
    const { body } = await school.all.get(
      `/lists/${PRODUCT}/rows?locale=es&documents=${documentId}`,
    );
    const [row] = (body.data as Rows).rows;
    expect(row?.languages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ locale: 'es', olderSince: null }),
        expect.objectContaining({ locale: 'en', olderSince: changes?.since }),
      ]),
    );
  });

  it('list current states, for changes before and after a full scan', async () => {
    const [before, after, again] = [
      await createTranslated(),
      await createTranslated(),
      await createTranslated(),
    ];
    await save(before, 'es', { title: 'Antes' });
    await save(again, 'es', { title: 'Antes' });
    await runFullScan(app, new AbortController().signal);
    // Simulates minutes without a write.
    const scanState = scanStateOf(app);
    const later = new Date(Date.now() + 600_000).toISOString();
    await scanState.set({ value: { everythingAt: later, changesAt: later } });
    await save(again, 'en', { title: 'Written again' });
    expect(await isListed(before)).toBe(true);
    expect(await isListed(again)).toBe(false);
    await runFullScan(app, new AbortController().signal);
    await save(after, 'es', { title: 'Después' });
    expect(await isListed(after)).toBe(true);
    expect(await isListed(before)).toBe(true);
  });

  it('report none after a save of the translation, or if the source has its earlier text again', async () => {
    const [saved, undone] = [await createTranslated(), await createTranslated()];
    await save(saved, 'es', { title: 'Otro original' });
    await save(saved, 'en', { title: 'Translated again' });
    expect(await sourceChangesOf(saved)).toBeNull();
    await save(undone, 'es', { title: 'Otro original' });
    await save(undone, 'es', { title: 'Original' });
    expect(await sourceChangesOf(undone)).toBeNull();
  });

  it('ignore changes of shared values, and publications', async () => {
    const documentId = await createTranslated();
    await save(documentId, 'es', { order: 999, verticals: { connect: [] } });
    await getDocumentService(app, PRODUCT).publish({ documentId, locale: 'es' });
    expect(await sourceChangesOf(documentId)).toBeNull();
    await save(documentId, 'es', { title: 'Otro original' });
    await getDocumentService(app, PRODUCT).publish({ documentId, locale: 'en' });
    expect(await sourceChangesOf(documentId)).not.toBeNull();
  });

  it('know translations that a program writes and publishes in one step', async () => {
    const token = await createApiToken(app);
    const documentId = await createTranslated();
    const translate = async (title: string): Promise<void> => {
      await app.request
        .put(`/api/products/${documentId}?locale=en&status=published`)
        .set('Authorization', `Bearer ${token}`)
        .send({ data: { title } })
        .expect(200);
    };
    await save(documentId, 'es', { title: 'Otro original' });
    await translate('Translated again');
    expect(await sourceChangesOf(documentId)).toBeNull();
    await translate('Translated again');
    await save(documentId, 'es', { title: 'Tercer original' });
    expect(await sourceChangesOf(documentId)).toMatchObject({
      fields: [{ field: 'title', before: 'Otro original', now: 'Tercer original' }],
    });
  });

  it('report none after a confirmation, until the source changes again', async () => {
    const documentId = await createTranslated();
    await save(documentId, 'es', { title: 'Otro original' });
    const address = `/stale-translations/${PRODUCT}/${documentId}`;
    expect((await school.all.post(address, { locale: 'en' })).status).toBe(200);
    expect(await sourceChangesOf(documentId)).toBeNull();
    expect(await isListed(documentId)).toBe(false);
    await save(documentId, 'es', { title: 'Un tercer original' });
    expect(await sourceChangesOf(documentId)).toMatchObject({
      fields: [{ field: 'title', before: 'Otro original', now: 'Un tercer original' }],
    });
  });

  it('confirm the selected translations that the user may write', async () => {
    const [hers, other, theirs] = [
      await createTranslated(),
      await createTranslated(),
      await createTranslated(school.psicologia),
    ];
    const all = [hers, other, theirs];
    for (const documentId of all) await save(documentId, 'es', { title: 'Otro original' });
    const { body, status } = await school.ana.post(`/stale-translations/${PRODUCT}`, {
      documents: all,
    });
    expect([status, body.data]).toEqual([200, { confirmed: 2 }]);
    expect(await Promise.all(all.map((documentId) => isListed(documentId)))).toEqual([
      false,
      false,
      true,
    ]);
    const refused = await school.all.post(`/stale-translations/${PRODUCT}`, {
      documents: ['../x'],
    });
    expect(refused.status).toBe(400);
  });

  it('hide the source from users who may not read it, and refuse their confirmation', async () => {
    const documentId = await createTranslated(school.psicologia);
    await save(documentId, 'es', { title: 'Otro original' });
    expect(await sourceChangesOf(documentId, school.ana)).toBeNull();
    const answer = await school.ana.post(`/stale-translations/${PRODUCT}/${documentId}`, {
      locale: 'en',
    });
    expect(refusal(answer)[0]).toBe(403);
    expect(await sourceChangesOf(documentId)).not.toBeNull();
  });

  it('stay stale after a save of a value that is no text', async () => {
    const documentId = await createTranslated();
    await save(documentId, 'es', { title: 'Otro original' });
    await save(documentId, 'en', { order: 77 });
    expect(await sourceChangesOf(documentId)).not.toBeNull();
  });

  const differencesOf = async (
    documentId: string,
    fields: string,
    who: Admin = school.all,
  ): Promise<readonly DifferingVersion[]> => {
    const { body, status } = await who.get(
      `/stale-translations/${PRODUCT}/${documentId}/differences?locale=es&fields=${fields}`,
    );
    expect(status).toBe(200);
    return body.data as readonly DifferingVersion[];
  };

  const draftIn = async (documentId: string, locale: string) =>
    getDocumentService(app, PRODUCT).findOne({
      documentId,
      locale,
      populate: ['verticals', 'categories', 'bookDetails'],
    });

  const FIELDS = 'title,slug,SKU,fullPrice,type,isSoon,verticals,categories,bookDetails';

  /** A book in two languages with other values. Its category exists in Spanish only. */
  const createBook = async (line = school.medicina): Promise<string> => {
    const category = await store(app, CATEGORY, {
      name: 'Libros',
      slug: `c-${Date.now()}`,
      order: 1,
    });
    const { SKU, ...data } = course({ type: 'Libro', verticals: [line.documentId] });
    const documentId = await store(app, PRODUCT, {
      ...data,
      SKU,
      fullPrice: 54.9,
      isSoon: false,
      categories: [category],
      bookDetails: { ISBN: '978-84-19730-07-7', synopsis: 'Un libro', numberOfPages: 300 },
    });
    await getDocumentService(app, PRODUCT).update({
      documentId,
      locale: 'en',
      data: {
        ...data,
        SKU: `${SKU}-EN`,
        slug: `en-${documentId}`,
        title: 'A book',
        fullPrice: 43.9,
        verticals: [line.documentId, school.psicologia.documentId],
        bookDetails: { ISBN: '978-84-19730-08-4', synopsis: 'A book', numberOfPages: 200 },
      },
    });
    return documentId;
  };

  it('GET /differences – values that differ in another locale – returns the data that makes them equal', async () => {
    const documentId = await createBook();
    const [version] = await differencesOf(documentId, FIELDS);
    expect(version?.locale).toBe('en');
    expect(version?.fields.map(({ path, before, after }) => [path, before, after])).toEqual(
      expect.arrayContaining([
        ['SKU', expect.stringMatching(/-EN$/), expect.not.stringMatching(/-EN$/)],
        ['fullPrice', 43.9, 54.9],
        ['verticals', ['Medicina', 'Psicología'], ['Medicina']],
        ['bookDetails.numberOfPages', 200, 300],
      ]),
    );
    expect(version?.fields).toHaveLength(4);
    const address = `${EXPLORER}/${PRODUCT}/${documentId}?locale=en`;
    const body = { ...version?.data, baseVersion: version?.version };
    expect((await school.both.put(address, body)).status).toBe(200);
    expect(await differencesOf(documentId, FIELDS)).toEqual([]);
    expect(await draftIn(documentId, 'en')).toMatchObject({
      title: 'A book',
      fullPrice: 54.9,
      verticals: [{ documentId: school.medicina.documentId }],
      bookDetails: { synopsis: 'A book', numberOfPages: 300 },
    });
    const { body: history } = await school.all.get(
      `/history/entries/${PRODUCT}/${documentId}?locale=en`,
    );
    const { events } = history.data as { events: { actor: { name: string } }[] };
    expect(events[0]?.actor.name).toContain('Both');
    const response = await school.all.put(address, { fullPrice: 1, baseVersion: version?.version });
    expect(refusal(response)).toEqual([409, 'STALE_VERSION']);
  });

  it('GET /differences – fields, locales and lines without access – are not listed', async () => {
    const foreign = await createBook(school.psicologia);
    expect(await differencesOf(foreign, FIELDS, school.ana)).toEqual([]);
    const documentId = await createBook();
    const makeRole = async (name: string): Promise<{ id: number; code: string }> => {
      const { body } = await school.all.post('/admin/roles', { name, description: name });
      return body.data as { id: number; code: string };
    };
    const [role, other] = [await makeRole('Limited'), await makeRole('Other')];
    const permission = (action: string, fields: readonly string[], locales: readonly string[]) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject: PRODUCT,
      properties: { fields, locales },
      conditions: [],
    });
    const allow = async ({ id }: { id: number }, ...permissions: readonly object[]) => {
      const answer = await school.all.put(`/admin/roles/${id}/permissions`, { permissions });
      expect(answer.status).toBe(200);
    };
    const limited = await signInAs(app, role.code, 'Limited');
    const read = permission('read', ['title', 'SKU', 'fullPrice', 'verticals'], ['es', 'en']);
    await allow(role, read, permission('update', ['title', 'fullPrice'], ['es', 'en']));
    const [version] = await differencesOf(documentId, FIELDS, limited);
    expect(version?.fields.map(({ path }) => path)).toEqual(['fullPrice']);
    expect(version?.data).toEqual({ fullPrice: 54.9 });
    await allow(role, read, permission('update', ['title', 'fullPrice'], ['es']));
    expect(await differencesOf(documentId, FIELDS, limited)).toEqual([]);
    // A second role permits another field in English only.
    await allow(other, permission('update', ['SKU'], ['en']));
    await app.strapi.db.query('admin::user').update({
      where: { email: 'limited@example.com' },
      data: { roles: [role.id, other.id] },
    });
    const [mixed] = await differencesOf(documentId, FIELDS, limited);
    expect(mixed?.fields.map(({ path }) => path)).toEqual(['SKU']);
  });

  it('GET /differences – related entries with unreadable names – are named by their IDs', async () => {
    const documentId = await createBook();
    const { body } = await school.all.post('/admin/roles', {
      ...{ name: 'Nameless lines', description: 'Nameless lines' },
    });
    const role = body.data as { id: number; code: string };
    const permit = (name: string, subject: string, properties: object) => ({
      ...{ action: `plugin::content-manager.explorer.${name}`, subject, properties },
      conditions: [],
    });
    const ofBooks = { fields: ['title', 'verticals'], locales: ['es', 'en'] };
    const permissions = [
      permit('read', PRODUCT, ofBooks),
      permit('update', PRODUCT, ofBooks),
      permit('read', VERTICAL, { fields: ['slug'] }),
    ];
    const saved = await school.all.put(`/admin/roles/${role.id}/permissions`, { permissions });
    expect(saved.status).toBe(200);
    const limited = await signInAs(app, role.code, 'Nameless');
    const [version] = await differencesOf(documentId, 'verticals', limited);
    expect(version?.fields).toMatchObject([
      {
        before: [school.medicina.documentId, school.psicologia.documentId],
        after: [school.medicina.documentId],
      },
    ]);
  });

  it('GET /source – returns the texts of the default locale without codes, to users with read access', async () => {
    const documentId = await createBook();
    const sourceOf = async (locale: string, who: Admin): Promise<Source | null> => {
      const { body, status } = await who.get(
        `/stale-translations/${PRODUCT}/${documentId}/source?locale=${locale}`,
      );
      expect(status).toBe(200);
      return body.data as Source | null;
    };
    const source = await sourceOf('en', school.all);
    expect(source?.locale).toBe('es');
    const places = source?.texts.map(({ place, text }) => [place, text]);
    expect(places).toContainEqual(['bookDetails.synopsis', 'Un libro']);
    expect(places?.map(([place]) => place)).not.toContain('SKU');
    expect(await sourceOf('es', school.all)).toBeNull();
    const foreign = await createBook(school.psicologia);
    const answer = await school.ana.get(
      `/stale-translations/${PRODUCT}/${foreign}/source?locale=en`,
    );
    expect([answer.status, answer.body.data]).toEqual([200, null]);
  });
});
