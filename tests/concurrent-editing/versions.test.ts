import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, createApiToken, signIn, signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import { ensureLanguages } from '../support/content';
import { CATEGORY, dataIn, deskOf, detailsIn, EXPLORER, type Desk } from './support';

let app: App;
let token: string;
let admin: Admin;
let marta: Desk;
let antonio: Desk;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  token = await createApiToken(app);
  admin = await signIn(app);
  marta = deskOf(admin);
  antonio = deskOf(await signInAs(app, 'strapi-super-admin', 'Antonio'));
});

afterAll(() => app.stop());

const documents = () => getDocumentService(app, CATEGORY);

describe('Two editors of one entry in the admin panel', () => {
  it('receive a 409 with each field that the other changed, and overwrite nothing', async () => {
    const { documentId } = await marta.create();
    const mine = await marta.open(documentId);
    const theirs = await antonio.open(documentId);
    const saved = await antonio.save(documentId, {
      name: 'By Antonio',
      slug: theirs.slug,
      baseVersion: theirs.updatedAt,
    });
    expect(saved.status).toBe(200);

    const refused = await marta.save(documentId, {
      name: mine.name,
      slug: `${mine.slug}-x`,
      baseVersion: mine.updatedAt,
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ name: 'ConflictError' });
    const version = dataIn(saved).updatedAt;
    expect(detailsIn(refused)).toEqual({
      code: 'STALE_VERSION',
      baseVersion: mine.updatedAt,
      currentVersion: version,
      isDeleted: false,
      changes: [
        {
          field: 'name',
          changedAt: version,
          changedBy: 'Antonio strapi-super-admin',
          text: 'By Antonio',
        },
      ],
    });
    expect(await marta.open(documentId)).toMatchObject({ name: 'By Antonio', slug: theirs.slug });
  });

  it('receive a 409 without fields that their form does not have', async () => {
    const products = `${EXPLORER}/api::product.product`;
    const data = { title: 'Ours', slug: `ours-${Date.now()}`, SKU: `OURS-${Date.now()}` };
    const mine = dataIn(await admin.post(`${products}?locale=es`, data));
    const at = `${products}/${mine.documentId}?locale=es`;
    const save = (title: string) => admin.put(at, { ...data, title, baseVersion: mine.updatedAt });
    expect((await save('Theirs')).status).toBe(200);
    const refused = await save('Mine');
    expect(refused.status).toBe(409);
    expect(detailsIn(refused).changes.map(({ field }) => field)).toEqual(['title']);
  });

  it('save one after the other, each based on the latest version', async () => {
    const { documentId, updatedAt } = await marta.create();
    let version = updatedAt;
    for (const [index, desk] of [marta, antonio, marta, antonio].entries()) {
      const answer = await desk.save(documentId, { name: `Turn ${index}`, baseVersion: version });
      expect(answer.status).toBe(200);
      expect(dataIn(answer).updatedAt > version).toBe(true);
      version = dataIn(answer).updatedAt;
    }
  });

  it('have one of several saves of one version accepted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { documentId, updatedAt } = await marta.create();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 === 0 ? marta : antonio).save(documentId, {
            name: `Of ${index}`,
            baseVersion: updatedAt,
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).toSorted((item, other) => item - other);
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await marta.open(documentId)).name).toBe(`Of ${winner}`);
    }
  });

  it('are refused to publish on an older version, which saves and publishes nothing', async () => {
    const { documentId, updatedAt } = await marta.create();
    await antonio.save(documentId, { name: 'Later', baseVersion: updatedAt });
    const refused = await marta.publish(documentId, { name: 'Mine', baseVersion: updatedAt });
    expect(refused.status).toBe(409);
    expect((await marta.open(documentId)).name).toBe('Later');
    expect(await documents().findOne({ documentId, locale: 'es', status: 'published' })).toBeNull();
  });

  it('save and publish in one step on the latest version', async () => {
    const { documentId, updatedAt } = await marta.create();
    const first = await marta.publish(documentId, { name: 'One', baseVersion: updatedAt });
    expect(first.status).toBe(200);
    const { updatedAt: version } = dataIn(first);
    const second = await antonio.publish(documentId, { name: 'Two', baseVersion: version });
    expect(second.status).toBe(200);
    expect((await marta.open(documentId)).updatedAt).toBe(dataIn(second).updatedAt);
  });

  it('are refused to discard or unpublish on an older version', async () => {
    const { documentId, updatedAt } = await marta.create();
    const published = dataIn(await marta.publish(documentId, { baseVersion: updatedAt }));
    const baseVersion = published.updatedAt;
    await antonio.save(documentId, { name: 'Unseen', baseVersion });

    expect((await marta.discard(documentId, { baseVersion })).status).toBe(409);
    expect((await marta.unpublish(documentId, { baseVersion })).status).toBe(409);
    const both = await marta.unpublish(documentId, { baseVersion, discardDraft: true });
    expect(both.status).toBe(409);
    const current = await marta.open(documentId);
    expect(current.name).toBe('Unseen');

    const allowed = { baseVersion: current.updatedAt, discardDraft: true };
    expect((await marta.unpublish(documentId, allowed)).status).toBe(200);
    expect((await marta.open(documentId)).name).toBe(published.name);
  });

  it('save regardless of a save in another locale', async () => {
    const { documentId, updatedAt } = await marta.create();
    const english = await antonio.save(documentId, { name: 'English', slug: 'english' }, 'en');
    expect(english.status).toBe(200);
    const spanish = await marta.save(documentId, { name: 'Español', baseVersion: updatedAt });
    expect(spanish.status).toBe(200);
  });

  it('do not overwrite a locale that the other has just created', async () => {
    const { documentId } = await marta.create();
    const answers = await Promise.all(
      [marta, antonio].map((desk, index) =>
        desk.save(
          documentId,
          { name: `Translation ${index}`, slug: `translation-${documentId}` },
          'en',
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('receive a 409 with `isDeleted` after the entry was deleted', async () => {
    const { documentId, updatedAt } = await marta.create();
    await antonio.save(documentId, { name: 'English', slug: `e-${documentId}` }, 'en');
    await antonio.remove(documentId);
    const refused = await marta.save(documentId, { name: 'Mine', baseVersion: updatedAt });
    expect(refused.status).toBe(409);
    expect(detailsIn(refused)).toMatchObject({ isDeleted: true, currentVersion: null });
  });

  describe('entry that was deleted and restored', () => {
    const restoreDeleted = async (documentId: string): Promise<void> => {
      const { body } = await admin.get('/history/bin');
      const { deletions } = body.data as { deletions: { id: string; documentId: string }[] };
      const deletion = deletions.find((candidate) => candidate.documentId === documentId);
      const restored = await admin.post(`/history/bin/${deletion?.id}`, { publish: true });
      expect([restored.status, restored.body.error]).toEqual([200, undefined]);
    };

    it('receives a 409 with the fields changed before the deletion and after the restoration', async () => {
      const { documentId, slug } = await marta.create();
      const mine = dataIn(await marta.publish(documentId));
      const { updatedAt } = dataIn(
        await antonio.save(documentId, { name: 'Before', baseVersion: mine.updatedAt }),
      );
      await antonio.remove(documentId);
      await restoreDeleted(documentId);
      const save = (baseVersion: string) =>
        marta.save(documentId, { name: 'Mine', order: 7, baseVersion });

      const refused = await save(mine.updatedAt);
      expect(refused.status).toBe(409);
      const [restored, { changes }] = [await marta.open(documentId), detailsIn(refused)];
      expect(detailsIn(refused)).toMatchObject({
        isDeleted: false,
        currentVersion: restored.updatedAt,
      });
      expect(changes).toEqual([
        {
          field: 'name',
          changedAt: updatedAt,
          changedBy: 'Antonio strapi-super-admin',
          text: 'Before',
        },
      ]);

      await antonio.save(documentId, { slug: `${slug}-since`, baseVersion: restored.updatedAt });
      const response = await save(updatedAt);
      expect(response.status).toBe(409);
      expect(detailsIn(response).changes).toMatchObject([{ field: 'slug', text: `${slug}-since` }]);
      expect(await marta.open(documentId)).toMatchObject({ name: 'Before' });
    });

    it('saves on the version from before the deletion if no field differs', async () => {
      const { documentId } = await marta.create();
      const { updatedAt } = await marta.open(documentId);
      await antonio.remove(documentId);
      await restoreDeleted(documentId);
      const saved = await marta.save(documentId, { name: 'Mine', baseVersion: updatedAt });
      expect([saved.status, (await marta.open(documentId)).name]).toEqual([200, 'Mine']);
    });

    it('receives a 409 with the relation that was not restored', async () => {
      const product = `${EXPLORER}/api::product.product`;
      const teacher = dataIn(
        await admin.post(`${EXPLORER}/api::protagonist.protagonist?locale=es`, {
          name: 'Ana',
          slug: `ana-${Date.now()}`,
          cv: 'cv',
        }),
      );
      const data = { title: 'Ours', slug: `back-${Date.now()}`, SKU: `BACK-${Date.now()}` };
      const protagonists = { connect: [{ documentId: teacher.documentId, locale: 'es' }] };
      const mine = dataIn(await admin.post(`${product}?locale=es`, { ...data, protagonists }));
      await admin.delete(`${product}/${mine.documentId}?locale=es`);
      await admin.delete(
        `${EXPLORER}/api::protagonist.protagonist/${teacher.documentId}?locale=es`,
      );
      await restoreDeleted(mine.documentId);
      const refused = await admin.put(`${product}/${mine.documentId}?locale=es`, {
        ...data,
        title: 'Mine',
        baseVersion: mine.updatedAt,
      });
      expect(refused.status).toBe(409);
      expect(detailsIn(refused).changes).toMatchObject([{ field: 'protagonists', text: '' }]);
    });
  });

  it('receive the error in their own language', async () => {
    const person = await signIn(app);
    await person.put('/admin/users/me', { preferedLanguage: 'es' });
    const { documentId, updatedAt } = await marta.create();
    await antonio.save(documentId, { name: 'Later', baseVersion: updatedAt });
    const refused = await marta.save(documentId, { name: 'Mine', baseVersion: updatedAt });
    expect(refused.body.error?.message).toContain('Alguien ha cambiado esta entrada');
    await person.put('/admin/users/me', { preferedLanguage: 'en' });
  });
});

describe('A save in the panel without `baseVersion`', () => {
  it('is refused for a field that another editor changed', async () => {
    const { documentId, updatedAt } = await marta.create();
    await antonio.save(documentId, { name: 'By Antonio', baseVersion: updatedAt });
    const refused = await marta.save(documentId, { name: 'Unseen' });
    expect(refused.status).toBe(409);
    expect(detailsIn(refused)).toMatchObject({
      baseVersion: null,
      changes: [{ field: 'name', text: 'By Antonio' }],
    });
    const published = await marta.publish(documentId, { name: 'Unseen' });
    expect(published.status).toBe(409);
    expect((await marta.open(documentId)).name).toBe('By Antonio');
  });

  it('is accepted for a field that nobody else changed', async () => {
    const { documentId, updatedAt } = await marta.create();
    await antonio.save(documentId, { name: 'By Antonio', baseVersion: updatedAt });
    const slug = `other-${documentId}`;
    expect((await marta.save(documentId, { slug })).status).toBe(200);
    expect(await marta.open(documentId)).toMatchObject({ name: 'By Antonio', slug });
  });

  it('is refused to discard changes of another editor', async () => {
    const { documentId } = await marta.create();
    const { updatedAt } = dataIn(await marta.publish(documentId));
    await antonio.save(documentId, { name: 'By Antonio', baseVersion: updatedAt });
    expect((await marta.discard(documentId)).status).toBe(409);
    expect((await antonio.discard(documentId)).status).toBe(200);
  });

  it('is refused with a version that never existed', async () => {
    const { documentId, updatedAt } = await marta.create();
    const later = new Date(new Date(updatedAt).getTime() + 1).toISOString();
    for (const baseVersion of [later, '2099-01-01T00:00:00.000Z']) {
      const saved = await marta.save(documentId, { name: 'Mine', baseVersion });
      expect([saved.status, detailsIn(saved).code]).toEqual([409, 'STALE_VERSION']);
    }
  });

  it('answers 400 to a malformed version', async () => {
    const { documentId } = await marta.create();
    const refused = await marta.save(documentId, { name: 'x', baseVersion: 'yesterday' });
    expect(refused.status).toBe(400);
    expect(detailsIn(refused).code).toBe('INVALID_BASE_VERSION');
  });
});

describe('A repeated save after a lost response', () => {
  const KEY = 'a-form-of-marta';
  let repeating: Desk;

  beforeAll(() => {
    repeating = deskOf(admin, KEY);
  });

  it('is accepted on the version of the first save', async () => {
    const { documentId, updatedAt: baseVersion } = await marta.create();
    for (let time = 0; time < 3; time += 1) {
      const saved = await repeating.save(documentId, { name: 'Mine', baseVersion });
      expect([saved.status, dataIn(saved).name]).toEqual([200, 'Mine']);
    }
    // The form has the saved text and the text typed since.
    const extended = await repeating.save(documentId, { name: 'Mine', order: 7, baseVersion });
    expect([extended.status, dataIn(extended).order]).toEqual([200, 7]);
  });

  it('publishes and discards again', async () => {
    const { documentId, updatedAt: baseVersion } = await marta.create();
    const publish = () => repeating.publish(documentId, { name: 'Published', baseVersion });
    expect([(await publish()).status, (await publish()).status]).toEqual([200, 200]);
    const opened = await marta.open(documentId);
    const saved = dataIn(
      await marta.save(documentId, { name: 'Draft', baseVersion: opened.updatedAt }),
    );
    const discard = () => repeating.discard(documentId, { baseVersion: saved.updatedAt });
    expect([(await discard()).status, (await discard()).status]).toEqual([200, 200]);
    expect((await marta.open(documentId)).name).toBe('Published');
  });

  it('is refused after a change of another editor in between', async () => {
    const { documentId, updatedAt: baseVersion } = await marta.create();
    const { updatedAt: saved } = dataIn(
      await repeating.save(documentId, { name: 'Mine', baseVersion }),
    );
    await antonio.save(documentId, { order: 3, baseVersion: saved });
    const refused = await repeating.save(documentId, { name: 'Mine', order: 0, baseVersion });
    expect(refused.status).toBe(409);
    expect(detailsIn(refused).changes).toMatchObject([{ field: 'order', text: '3' }]);
    expect(await marta.open(documentId)).toMatchObject({ name: 'Mine', order: 3 });
  });

  it.each([
    ['without an idempotency key', () => marta],
    ['with another key', () => deskOf(admin, 'another-form')],
    ['by another user', async () => deskOf(await signInAs(app, 'catalogue-editor', 'Ana'), KEY)],
  ])('%s – is refused as a conflict', async (_label, deskFor) => {
    const other = await deskFor();
    const { documentId, updatedAt: baseVersion } = await marta.create();
    await repeating.save(documentId, { name: 'Mine', baseVersion });
    const refused = await other.save(documentId, { name: 'Other', baseVersion });
    expect([refused.status, detailsIn(refused).code]).toEqual([409, 'STALE_VERSION']);
    expect((await marta.open(documentId)).name).toBe('Mine');
  });

  describe('new entry', () => {
    const countOf = (slug: string): Promise<number> =>
      documents().count({
        locale: 'es',
        status: 'draft',
        filters: { slug: { $startsWith: slug } },
      });

    it('returns the entry created first, also while it is being created', async () => {
      const data = repeating.unmade();
      const all = await Promise.all(Array.from({ length: 4 }, () => repeating.make(data)));
      const answers = [...all, await repeating.make(data)];
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
      const [first, ...others] = new Set(answers.map((answer) => dataIn(answer).documentId));
      expect([first, others]).toEqual([expect.stringMatching(/^[a-z][a-z0-9]{23}$/), []]);
      for (const answer of answers) expect(dataIn(answer)).toMatchObject(data);
      expect(await countOf(data.slug)).toBe(1);
    });

    it('publishes the entry created first', async () => {
      const data = repeating.unmade();
      const { documentId } = dataIn(await repeating.make(data));
      for (let time = 0; time < 2; time += 1) {
        const published = await repeating.makeAndPublish(data);
        expect([published.status, dataIn(published).documentId]).toEqual([200, documentId]);
      }
      expect(await countOf(data.slug)).toBe(1);
      const published = await documents().findOne({
        documentId,
        locale: 'es',
        status: 'published',
      });
      expect(published).toMatchObject({ name: data.name });
    });

    it('does not publish changes of another editor', async () => {
      const data = repeating.unmade();
      const { documentId, updatedAt } = dataIn(await repeating.make(data));
      await antonio.save(documentId, { name: 'Unseen', baseVersion: updatedAt });
      expect((await repeating.makeAndPublish(data)).status).toBe(409);
      expect((await marta.open(documentId)).name).toBe('Unseen');
      expect(dataIn(await repeating.make(data)).name).toBe('Unseen');
    });

    it('creates another entry for other content, another locale or another user', async () => {
      const data = repeating.unmade();
      const anas = deskOf(await signInAs(app, 'catalogue-editor', 'Ana'), KEY);
      const slugs = ['', '-b', '-c'].map((end) => `${data.slug}${end}`);
      const ids = [
        await repeating.make({ ...data, slug: slugs[0] }),
        await repeating.make({ ...data, slug: slugs[1] }),
        await repeating.make({ ...data, slug: slugs[0] }, 'en'),
        await anas.make({ ...data, slug: slugs[2] }),
      ].map((answer) => [answer.status, dataIn(answer).documentId]);
      expect(ids.map(([status]) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(ids.map(([, id]) => id)).size).toBe(4);
    });

    it('creates another entry after the first was deleted', async () => {
      const data = repeating.unmade();
      const { documentId } = dataIn(await repeating.make(data));
      await marta.remove(documentId);
      const another = await repeating.make(data);
      expect(another.status).toBe(201);
      expect(dataIn(another).documentId).not.toBe(documentId);
    });
  });
});

describe('A write of the Document Service', () => {
  it('is refused with an older `baseVersion`', async () => {
    const { documentId, updatedAt: baseVersion } = await marta.create();
    const data = { name: 'First' };
    await documents().update({ documentId, locale: 'es', data, baseVersion });
    const staleUpdate = documents().update({ documentId, locale: 'es', data, baseVersion });
    await expect(staleUpdate).rejects.toMatchObject({
      status: 409,
      details: { code: 'STALE_VERSION' },
    });
    const publication = documents().publish({ documentId, locale: 'es', baseVersion });
    await expect(publication).rejects.toMatchObject({ status: 409 });
  });

  it('overwrites without `baseVersion`', async () => {
    const { documentId } = await marta.create();
    await antonio.save(documentId, { name: 'By Antonio' });
    await documents().update({ documentId, locale: 'es', data: { name: 'By a script' } });
    expect((await marta.open(documentId)).name).toBe('By a script');
  });
});

describe('An API token', () => {
  const at = (documentId: string): string => `/api/categories/${documentId}?locale=es`;
  const read = (documentId: string) =>
    app.request.get(`${at(documentId)}&status=draft`).set('Authorization', `Bearer ${token}`);
  const write = (documentId: string, name: string, ifMatch?: string) => {
    const call = app.request.put(at(documentId)).set('Authorization', `Bearer ${token}`);
    return (ifMatch === undefined ? call : call.set('If-Match', ifMatch)).send({ data: { name } });
  };

  it('receives an ETag, and is refused with an older `If-Match`', async () => {
    const { documentId } = await marta.create();
    const { headers } = await read(documentId).expect(200);
    const tag = headers.etag ?? '';
    const changed = await write(documentId, 'By a token', tag).expect(200);
    expect(changed.headers.etag).not.toBe(tag);

    const refused = await write(documentId, 'Unseen', tag);
    expect(refused.status).toBe(409);
    expect(detailsIn(refused as never).changes).toEqual([
      { field: 'name', changedAt: expect.any(String) },
    ]);
    await write(documentId, 'Once more', changed.headers.etag).expect(200);
  });

  it('has one of several writes with one `If-Match` accepted at the same moment', async () => {
    const { documentId } = await marta.create();
    const tag = (await read(documentId)).headers.etag ?? '';
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => write(documentId, `Of ${index}`, tag)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('writes without `If-Match` or with `*`, and is refused with an unknown version', async () => {
    const { documentId } = await marta.create();
    await write(documentId, 'Without').expect(200);
    await write(documentId, 'Any', '*').expect(200);
    await write(documentId, 'Of several', '"2020-01-01T00:00:00.000Z"').expect(409);
  });

  it('makes the version of an open form stale, without `changedBy`', async () => {
    const { documentId, updatedAt } = await marta.create();
    await write(documentId, 'By a token').expect(200);
    const refused = await marta.save(documentId, { name: 'Mine', baseVersion: updatedAt });
    expect(refused.status).toBe(409);
    expect(detailsIn(refused).changes[0]).toMatchObject({ field: 'name', text: 'By a token' });
  });
});
