import { runFullScan } from '../../src/plugins/quality/content-quality/server/scan/scan';
import { scanStateOf } from '../../src/plugins/quality/content-quality/server/scan/scan-state';
import { documentsOf } from '../../src/platform/strapi/documents';
import type { SourceChanges } from '../../src/plugins/quality/stale-translations/source-changes';
import type { Rows } from '../../src/plugins/tables/lists/lists';
import { EXPLORER, PRODUCT, course, openSchool, refusal, type School } from '../rights/support';
import type { Admin } from '../support/admin';
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

  const translated = async (line = school.medicina): Promise<string> => {
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
    return results.some((one) => one.documentId === documentId);
  };

  it('should report the fields and the time of the first change of the source', async () => {
    const documentId = await translated();
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

  it('should list current states, for changes before and after a full scan', async () => {
    const [before, after, again] = [await translated(), await translated(), await translated()];
    await save(before, 'es', { title: 'Antes' });
    await save(again, 'es', { title: 'Antes' });
    await runFullScan(app, new AbortController().signal);
    // Simulates minutes without a write.
    const looked = scanStateOf(app);
    const long = new Date(Date.now() + 600_000).toISOString();
    await looked.set({ value: { everythingAt: long, changesAt: long } });
    await save(again, 'en', { title: 'Written again' });
    expect(await isListed(before)).toBe(true);
    expect(await isListed(again)).toBe(false);
    await runFullScan(app, new AbortController().signal);
    await save(after, 'es', { title: 'Después' });
    expect(await isListed(after)).toBe(true);
    expect(await isListed(before)).toBe(true);
  });

  it('should report none after a save of the translation, or if the source has its earlier text again', async () => {
    const [saved, undone] = [await translated(), await translated()];
    await save(saved, 'es', { title: 'Otro original' });
    await save(saved, 'en', { title: 'Translated anew' });
    expect(await sourceChangesOf(saved)).toBeNull();
    await save(undone, 'es', { title: 'Otro original' });
    await save(undone, 'es', { title: 'Original' });
    expect(await sourceChangesOf(undone)).toBeNull();
  });

  it('should ignore changes of shared values, and publications', async () => {
    const documentId = await translated();
    await save(documentId, 'es', { order: 999, verticals: { connect: [] } });
    await documentsOf(app, PRODUCT).publish({ documentId, locale: 'es' });
    expect(await sourceChangesOf(documentId)).toBeNull();
    await save(documentId, 'es', { title: 'Otro original' });
    await documentsOf(app, PRODUCT).publish({ documentId, locale: 'en' });
    expect(await sourceChangesOf(documentId)).not.toBeNull();
  });

  it('should report none after a confirmation, until the source changes again', async () => {
    const documentId = await translated();
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

  it('should confirm the selected translations that the user may write', async () => {
    const [hers, other, theirs] = [
      await translated(),
      await translated(),
      await translated(school.psicologia),
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

  it('should hide the source from users who may not read it, and refuse their confirmation', async () => {
    const documentId = await translated(school.psicologia);
    await save(documentId, 'es', { title: 'Otro original' });
    expect(await sourceChangesOf(documentId, school.ana)).toBeNull();
    const answer = await school.ana.post(`/stale-translations/${PRODUCT}/${documentId}`, {
      locale: 'en',
    });
    expect(refusal(answer)[0]).toBe(403);
    expect(await sourceChangesOf(documentId)).not.toBeNull();
  });
});
