import { getDocumentService } from '#platform/strapi/documents';
import { createTableLookup } from '#platform/strapi/tables';
import { codeOf } from '../account/support/accounts';
import { type Admin, signIn, signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { addPicture, ensureLanguages } from '../support/content';
import { eventsOf } from './support';

const PRODUCT = 'api::product.product';
const HOME = 'api::home-page.home-page';
const VERTICAL = 'api::vertical.vertical';

let app: App;
let admin: Admin;
let vertical: string;
let page: string;
let picture: number;
let sequence = 0;

const documents = (uid: string) => getDocumentService(app, uid);

const product = async (title: string): Promise<string> => {
  sequence += 1;
  const { documentId } = await documents(PRODUCT).create({
    locale: 'es',
    data: {
      title,
      slug: `product-${sequence}`,
      SKU: `SKU-${sequence}`,
      payID: `pay-${sequence}`,
      order: sequence,
      type: 'Curso corto',
      verticals: [vertical],
    },
  });
  await documents(PRODUCT).publish({ documentId, locale: 'es' });
  return documentId;
};

const slide = (description: string) => ({
  description,
  link: '/x',
  backgroundMedia: picture,
  icon: picture,
});

const seo = (title: string) => ({ title, description: 'x', author: 'y', image: picture });

const card = (shown: string) => ({ __component: 'home.product-home', product: shown });

const readCards = async (status: 'draft' | 'published'): Promise<(string | null)[]> => {
  const entry = await documents(HOME).findOne({
    documentId: page,
    locale: 'es',
    status,
    populate: { tendencies: { on: { 'home.product-home': { populate: ['product'] } } } },
  });
  const cards = entry?.tendencies as { product: { documentId: string } | null }[];
  return cards.map((card) => card.product?.documentId ?? null);
};

const servedTitles = async (): Promise<string[]> => {
  const { body } = (await app.request
    .get('/api/home-pages/full-populate?lang=es&vertical=medicina')
    .expect(200)) as { body: unknown };
  return [...JSON.stringify(body).matchAll(/"title":"(Card [^"]+)"/g)].map(([, title]) =>
    String(title),
  );
};

type ListedEvent = {
  id: string;
  event: string;
  actor: { kind: string; name: string | null };
  changes: { field: string; removed: number; added: number }[] | null;
  note: { text: string; by: string | null; at: string } | null;
};

const listEvents = async (
  uid: string,
  documentId: string,
  locale = 'es',
): Promise<ListedEvent[]> => {
  const { body } = await admin.get(`/history/entries/${uid}/${documentId}?locale=${locale}`);
  return (body.data as { events: ListedEvent[] }).events;
};

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  vertical = (await documents(VERTICAL).create({ data: { name: 'Medicina', slug: 'medicina' } }))
    .documentId;
  admin = await signIn(app);
  picture = await addPicture(app);
  const [one, two] = [await product('Card one'), await product('Card two')];
  page = (
    await documents(HOME).create({
      locale: 'es',
      data: {
        vertical,
        carouselMedia: [slide('First'), slide('Second')],
        tendencies: [card(one), card(two)],
        seo: seo('Home'),
      },
    })
  ).documentId;
  await documents(HOME).publish({ documentId: page, locale: 'es' });
});

afterAll(() => stopQuietly(app));

describe('A former version', () => {
  it('is listed with its changes and its actor', async () => {
    await admin.put(`/content-manager/collection-types/${HOME}/${page}?locale=es`, {
      carouselMedia: [slide('First')],
    });
    const [latest] = await listEvents(HOME, page);
    expect(latest).toMatchObject({
      event: 'update',
      actor: { kind: 'user', name: 'Test strapi-super-admin' },
      changes: [{ field: 'carouselMedia', added: 0, removed: 1 }],
    });
  });

  it('stores a note, replaces it, and deletes it when the text is empty', async () => {
    const [latest] = await listEvents(HOME, page);
    const address = `/history/entries/${HOME}/${page}/note`;
    const put = (note: string) =>
      admin.post(address, { locale: 'es', event: latest?.id ?? '', note });
    const noteNow = async () => (await listEvents(HOME, page))[0]?.note;
    expect(await noteNow()).toBeNull();
    await put('Agreed with Ana');
    await put(' Agreed with Ana on Tuesday ');
    expect(await noteNow()).toEqual({
      text: 'Agreed with Ana on Tuesday',
      by: 'Test strapi-super-admin',
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
    });
    await put('');
    expect(await noteNow()).toBeNull();
    expect((await put('x'.repeat(501))).status).toBe(400);
    expect((await admin.post(address, { locale: 'es', event: '1', note: 'x' })).status).toBe(404);
  });

  it('is compared with another version, and restored in one field', async () => {
    const events = await listEvents(HOME, page);
    const [latest, before] = events;
    const { body } = await admin.get(
      `/history/entries/${HOME}/${page}/compare?locale=es&from=${before?.id}&to=${latest?.id}`,
    );
    expect(body.data).toMatchObject({
      from: { carouselMedia: [{ description: 'First' }, { description: 'Second' }] },
      to: { carouselMedia: [{ description: 'First' }] },
      changes: [{ field: 'carouselMedia' }],
    });
    await documents(HOME).update({
      documentId: page,
      locale: 'es',
      data: { seo: seo('Other') },
    });
    const answer = await admin.post(`/history/entries/${HOME}/${page}/restore`, {
      locale: 'es',
      event: before?.id,
      field: 'carouselMedia',
    });
    expect([answer.status, answer.body.data]).toEqual([200, { leftOut: [] }]);
    const storedEvents = await eventsOf(app, page, 'es');
    expect(storedEvents.at(-1)).toMatchObject({
      event: 'restore',
      content: {
        carouselMedia: [{ description: 'First' }, { description: 'Second' }],
        seo: { title: 'Other' },
      },
    });
  });

  it('does not replace a newer version that the user has not read', async () => {
    const documentId = await product('Seen');
    const [before] = await listEvents(PRODUCT, documentId);
    const path = `/content-manager/collection-types/${PRODUCT}/${documentId}?locale=es`;
    const { body } = await admin.get(path);
    const { updatedAt } = body.data as { updatedAt: string };
    await documents(PRODUCT).update({ documentId, locale: 'es', data: { title: 'Unseen' } });
    const restore = (baseVersion: unknown) =>
      admin.post(`/history/entries/${PRODUCT}/${documentId}/restore`, {
        locale: 'es',
        event: before?.id,
        baseVersion,
      });
    const refused = await restore(updatedAt);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'STALE_VERSION']);
    const current = (await admin.get(path)).body.data as { title: string; updatedAt: string };
    expect(current.title).toBe('Unseen');
    expect((await restore(current.updatedAt)).status).toBe(200);
    expect((await admin.get(path)).body.data).toMatchObject({
      title: 'Seen',
      updatedBy: { lastname: 'strapi-super-admin' },
    });
  });

  it('is "Published" again, not "Modified", when it equals the published version', async () => {
    const path = `/content-manager/collection-types/${HOME}/${page}`;
    await admin.post(`${path}/actions/publish?locale=es`, {});
    const read = async (version = 'draft') =>
      (await admin.get(`${path}?locale=es&status=${version}`)).body.data as {
        status: string;
        updatedAt: string;
      };
    expect((await read()).status).toBe('published');
    const { updatedAt } = await read('published');
    const [published] = await listEvents(HOME, page);
    const save = async (title: string) => {
      const { updatedAt: baseVersion } = await read();
      const { body } = await admin.put(`${path}?locale=es`, { seo: seo(title), baseVersion });
      return body.data as { updatedAt: string };
    };
    const changed = await save('Changed');
    expect(await read()).toMatchObject({ status: 'modified', updatedAt: changed.updatedAt });
    await admin.post(`/history/entries/${HOME}/${page}/restore`, {
      locale: 'es',
      event: published?.id,
    });
    expect(await read()).toMatchObject({ status: 'published', updatedAt });
    // The next save of a form names the version of the response.
    await save('Changed');
    expect(await save('Other')).toMatchObject({ updatedAt });
    expect(await read()).toMatchObject({ status: 'published', updatedAt });
    const stale = await admin.put(`${path}?locale=es`, {
      seo: seo('Late'),
      baseVersion: changed.updatedAt,
    });
    expect([stale.status, codeOf(stale)]).toEqual([409, 'STALE_VERSION']);
  });

  it('is restored without deleted relations and removed fields, which are listed', async () => {
    const deletedCard = await product('Card gone');
    const cards = await readCards('draft');
    await documents(HOME).update({
      documentId: page,
      locale: 'es',
      data: {
        seo: seo('Home'),
        tendencies: [...cards.map((id) => card(String(id))), card(deletedCard)],
      },
    });
    const [eventWithCard] = await listEvents(HOME, page);
    await documents(HOME).update({
      documentId: page,
      locale: 'es',
      data: { tendencies: cards.map((id) => card(String(id))) },
    });
    await documents(PRODUCT).delete({ documentId: deletedCard, locale: '*' });
    // A field that a later model lacks.
    await app.strapi.db.connection.raw(
      `UPDATE history.states SET content = content || '{"motto": "Old"}'
       WHERE hash = (SELECT state FROM history.events WHERE id = ?)`,
      [String(eventWithCard?.id)],
    );
    const { body } = await admin.post(`/history/entries/${HOME}/${page}/restore`, {
      locale: 'es',
      event: eventWithCard?.id,
    });
    expect((body.data as { leftOut: object[] }).leftOut.toSorted()).toEqual(
      expect.arrayContaining([
        { path: ['tendencies', '3', 'product'], reason: 'gone', title: 'Card gone' },
        { path: ['motto'], reason: 'unknown', title: null },
      ]),
    );
    await documents(HOME).update({
      documentId: page,
      locale: 'es',
      data: { tendencies: cards.map((id) => card(String(id))) },
    });
  });

  it('is read with read access, and restored with write access only', async () => {
    const editor = await signIn(app, 'catalogue-editor');
    const [event] = await listEvents(HOME, page);
    const refused = await editor.get(`/history/entries/${HOME}/${page}?locale=es`);
    expect(refused.status).toBe(403);
    const marketing = await signIn(app, 'marketing');
    const [cardId] = await readCards('draft');
    expect((await marketing.get(`/history/entries/${PRODUCT}/${cardId}?locale=es`)).status).toBe(
      200,
    );
    const [productEvent] = await listEvents(PRODUCT, String(cardId));
    const refusedRestore = await marketing.post(`/history/entries/${PRODUCT}/${cardId}/restore`, {
      locale: 'es',
      event: productEvent?.id,
    });
    expect(refusedRestore.status).toBe(403);
    const restored = await marketing.post(`/history/entries/${HOME}/${page}/restore`, {
      locale: 'es',
      event: event?.id,
    });
    expect(restored.status).toBe(200);
  });

  it('is listed without changes in parts of components that the role may not read', async () => {
    const role = await admin.post('/admin/roles', { name: 'SEO titles', description: '' });
    const { id, code } = role.body.data as { id: number; code: string };
    const fields = ['seo.title'];
    const action = 'plugin::content-manager.explorer.read';
    const permissions = [
      { action, subject: HOME, properties: { fields, locales: ['es'] }, conditions: [] },
    ];
    const saved = await admin.put(`/admin/roles/${id}/permissions`, { permissions });
    expect(saved.status).toBe(200);
    const reader = await signInAs(app, code, 'Reader of SEO titles');
    const describeLatest = async (data: object): Promise<unknown> => {
      await documents(HOME).update({ documentId: page, locale: 'es', data });
      const { body } = await reader.get(`/history/entries/${HOME}/${page}?locale=es`);
      const [latest] = (body.data as { events: ListedEvent[] }).events;
      return latest?.changes?.map(({ field }) => field);
    };
    expect(await describeLatest({ seo: { ...seo('Home'), description: 'Hidden' } })).toEqual([]);
    expect(await describeLatest({ seo: seo('Shown') })).toEqual(['seo']);
  });
});

describe('A deleted entry', () => {
  const readBin = async (query = '') => {
    const { body } = await admin.get(`/history/bin${query}`);
    return (body.data as { deletions: { id: string; documentId: string; title: string }[] })
      .deletions;
  };

  it('is restored with its documentId, onto the pages that showed it', async () => {
    const before = await readCards('draft');
    const deleted = String(before[0]);
    await documents(HOME).publish({ documentId: page, locale: 'es' });
    expect(await servedTitles()).toEqual(['Card one', 'Card two']);
    await admin.delete(
      `/content-manager/collection-types/${PRODUCT}/${deleted}?locale=*&force=true`,
    );
    expect(await readCards('draft')).toEqual([null, before[1]]);
    expect(await servedTitles()).toEqual(['Card two']);

    const deletion = (await readBin()).find(({ documentId }) => documentId === deleted);
    const titlesOf = async (search: string): Promise<string[]> =>
      (await readBin(`?search=${encodeURIComponent(search)}`)).map(({ title }) => title);
    expect(await titlesOf(' CÁRD on')).toEqual(['Card one']);
    expect(await titlesOf('card_one')).toEqual([]);
    expect(deletion).toMatchObject({ title: 'Card one', locales: ['es'], wasPublished: true });
    const answer = await admin.post(`/history/bin/${deletion?.id}`, { publish: true });
    expect(answer.body.data).toMatchObject({
      documentId: deleted,
      locales: ['es'],
      leftOut: [],
      lostOn: [],
    });
    expect(await readCards('draft')).toEqual(before);
    expect(await servedTitles()).toEqual(['Card one', 'Card two']);
    expect((await readBin()).map(({ documentId }) => documentId)).not.toContain(deleted);
    expect((await admin.post(`/history/bin/${deletion?.id}`, { publish: true })).status).toBe(404);
  });

  it('is restored onto a page that was published without it', async () => {
    const CHANNEL = 'api::channel.channel';
    const channels = ['First', 'Second', 'Third'].map(async (name) => {
      const { documentId } = await documents(CHANNEL).create({
        data: {
          ...{ name, description: name, type: 'University', logo: picture },
          ...{ headVideo: { title: name }, seo: seo(name), slug: name.toLowerCase() },
        },
      });
      await documents(CHANNEL).publish({ documentId });
      return documentId;
    });
    const ids = await Promise.all(channels);
    const line = await documents(VERTICAL).create({ data: { name: 'Other', slug: 'other' } });
    const { documentId } = await documents(HOME).create({
      locale: 'es',
      data: {
        vertical: line.documentId,
        carouselMedia: [slide('Slide')],
        channels: ids,
        seo: seo('Other home'),
      },
    });
    await documents(HOME).publish({ documentId, locale: 'es' });
    const served = async (): Promise<string[]> => {
      const { body } = (await app.request
        .get('/api/home-pages/full-populate?lang=es&vertical=other')
        .expect(200)) as { body: { data: { channels: { documentId: string }[] } } };
      return body.data.channels.map((channel) => channel.documentId);
    };
    expect(await served()).toEqual(ids);
    const [first, second, third] = ids;
    await admin.delete(`/content-manager/collection-types/${CHANNEL}/${second}?force=true`);
    await documents(HOME).publish({ documentId, locale: 'es' });
    expect(await served()).toEqual([first, third]);
    const [deletion] = await readBin();
    expect(deletion?.documentId).toBe(second);
    const answer = await admin.post(`/history/bin/${deletion?.id}`, { publish: true });
    expect(answer.body.data).toMatchObject({ lostOn: [] });
    expect(await served()).toEqual(ids);
  });

  it('is restored as a draft only', async () => {
    const documentId = await product('As a draft');
    await documents(PRODUCT).delete({ documentId, locale: '*' });
    const deletion = (await readBin()).find((candidate) => candidate.documentId === documentId);
    expect((await admin.post(`/history/bin/${deletion?.id}`, { publish: false })).status).toBe(200);
    const version = { documentId, locale: 'es' };
    expect(await documents(PRODUCT).findOne({ ...version, status: 'published' })).toBeNull();
    // The user's own work on the home page.
    const restored = { title: 'As a draft', updatedBy: { lastname: 'strapi-super-admin' } };
    expect(
      await documents(PRODUCT).findOne({ ...version, status: 'draft', populate: ['updatedBy'] }),
    ).toMatchObject(restored);
  });

  it('is not restored without the right to create the type', async () => {
    const documentId = await product('Not for Marketing');
    await documents(PRODUCT).delete({ documentId, locale: '*' });
    const deletion = (await readBin()).find((candidate) => candidate.documentId === documentId);
    const marketing = await signIn(app, 'marketing');
    const answer = await marketing.post(`/history/bin/${deletion?.id}`, { publish: false });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await documents(PRODUCT).count({ filters: { documentId } })).toBe(0);
  });

  it('POST /history – locale was deleted – answers 409, and restores after the locale was added again', async () => {
    const documentId = await product('Both');
    const texts = { title: 'Both EN', slug: 'both-en', SKU: 'SKU-both', payID: 'both', order: 1 };
    await documents(PRODUCT).update({ documentId, locale: 'en', data: texts });
    await documents(PRODUCT).update({ documentId, locale: 'en', data: { title: 'Two' } });
    const versions = await listEvents(PRODUCT, documentId, 'en');
    await documents(PRODUCT).delete({ documentId, locale: 'en' });
    const deletion = (await readBin()).find((candidate) => candidate.documentId === documentId);
    const languages = (await admin.get('/i18n/locales')).body as unknown as {
      id: number;
      code: string;
    }[];
    const english = languages.find(({ code }) => code === 'en');
    expect((await admin.delete(`/i18n/locales/${english?.id}`)).status).toBe(200);

    const editor = await signIn(app, 'catalogue-editor');
    const undelete = (by: Admin) => by.post(`/history/bin/${deletion?.id}`, { publish: false });
    const restore = (by: Admin) =>
      by.post(`/history/entries/${PRODUCT}/${documentId}/restore`, {
        locale: 'en',
        event: versions.at(-1)?.id,
      });
    for (const by of [admin, editor]) {
      for (const answer of [await undelete(by), await restore(by)]) {
        expect([answer.status, codeOf(answer)]).toEqual([409, 'LANGUAGE_REMOVED']);
        expect(JSON.stringify(answer.body)).toContain('Add it again');
      }
    }
    const marketing = await signIn(app, 'marketing');
    for (const answer of [await undelete(marketing), await restore(marketing)]) {
      expect(answer.status).toBe(403);
    }
    expect(await documents(PRODUCT).count({ locale: 'en' })).toBe(0);

    const name = 'English (en)';
    const added = await admin.post('/i18n/locales', { code: 'en', name, isDefault: false });
    expect(added.status).toBe(200);
    const titleOf = async (): Promise<unknown> =>
      (await documents(PRODUCT).findOne({ documentId, locale: 'en', status: 'draft' }))?.title;
    expect((await undelete(editor)).status).toBe(200);
    expect(await titleOf()).toBe('Two');
    expect((await restore(editor)).status).toBe(200);
    expect(await titleOf()).toBe('Both EN');
  });

  it('POST /history – texts in a language that was removed – are left out and reported', async () => {
    const CHANNEL = 'api::channel.channel';
    const german = { code: 'de', name: 'German (de)', isDefault: false };
    const added = await admin.post('/i18n/locales', german);
    const { id } = added.body as unknown as { id: number };
    const texts = [
      { language: 'de', name: 'Kanal' },
      { language: 'en', name: 'In English' },
    ];
    const data = { name: 'Texts', description: 'x', type: 'University', texts };
    const { documentId } = await documents(CHANNEL).create({ data });
    const [version] = await listEvents(CHANNEL, documentId);
    await documents(CHANNEL).delete({ documentId });
    expect((await admin.delete(`/i18n/locales/${id}`)).status).toBe(200);

    const [deletion] = await readBin();
    expect(deletion?.documentId).toBe(documentId);
    const path = `/history/entries/${CHANNEL}/${documentId}/restore`;
    for (const answer of [
      await admin.post(`/history/bin/${deletion?.id}`, { publish: false }),
      await admin.post(path, { event: version?.id }),
    ]) {
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { leftOut: [{ path: ['texts', '1'], reason: 'language', title: 'de' }] } },
      });
      const draft = await documents(CHANNEL).findOne({ documentId, populate: ['texts'] });
      expect(draft?.texts).toMatchObject([{ language: 'en', name: 'In English' }]);
    }
  });
});

describe('A reference to an unpublished entry', () => {
  const CHANNEL = 'api::channel.channel';
  const SPEAKER = 'api::protagonist.protagonist';
  const LIVE = 'api::live.live';

  const discard = async (uid: string, documentId: string, locale = 'es'): Promise<void> => {
    const path = `/content-manager/collection-types/${uid}/${documentId}/actions/discard`;
    expect((await admin.post(`${path}?locale=${locale}`, {})).status).toBe(200);
  };

  const channel = async (name: string): Promise<string> => {
    const { documentId } = await documents(CHANNEL).create({
      data: {
        ...{ name, description: name, type: 'University', logo: picture },
        ...{ headVideo: { title: name }, seo: seo(name) },
      },
    });
    await documents(CHANNEL).publish({ documentId });
    return documentId;
  };

  const channelsOf = async (documentId: string): Promise<unknown[]> => {
    const entry = await documents(PRODUCT).findOne({
      ...{ documentId, locale: 'es', status: 'draft' },
      populate: { channels: { fields: ['name'] } },
    });
    return (entry?.channels as { name: unknown }[]).map(({ name }) => name);
  };

  it('POST /actions/discard – channel with unpublished courses – the courses keep the channel', async () => {
    const [changed, other] = [await channel('Changed'), await channel('Other')];
    const old = await product('Old');
    const drafts = [await product('New one'), await product('New two')];
    for (const documentId of [old, ...drafts]) {
      const data = { channels: [changed, other] };
      await documents(PRODUCT).update({ documentId, locale: 'es', data });
    }
    await documents(PRODUCT).publish({ documentId: old, locale: 'es' });
    for (const documentId of drafts)
      await documents(PRODUCT).unpublish({ documentId, locale: 'es' });
    const description = { description: 'Discarded' };
    await admin.put(`/content-manager/collection-types/${CHANNEL}/${changed}`, description);
    await discard(CHANNEL, changed);
    for (const documentId of [old, ...drafts]) {
      expect(await channelsOf(documentId)).toEqual(['Changed', 'Other']);
    }
    const entry = await documents(CHANNEL).findOne({
      ...{ documentId: changed, status: 'draft' },
      populate: { products: { fields: ['title'] } },
    });
    expect(entry).toMatchObject({
      description: 'Changed',
      products: ['Old', 'New one', 'New two'].map((title) => ({ title })),
    });
  });

  it('POST /actions/discard – channel of modified courses – changes no draft of a course', async () => {
    const [changed, other] = [await channel('Discarded'), await channel('Another')];
    const [added, removed] = [await product('Added'), await product('Removed')];
    const save = (documentId: string, channels: readonly string[]) =>
      documents(PRODUCT).update({ documentId, locale: 'es', data: { channels } });
    await save(removed, [changed]);
    await documents(PRODUCT).publish({ documentId: removed, locale: 'es' });
    await save(added, [changed, other]);
    await save(removed, [other]);
    const description = { description: 'Changed' };
    await admin.put(`/content-manager/collection-types/${CHANNEL}/${changed}`, description);
    await discard(CHANNEL, changed);
    expect(await channelsOf(added)).toEqual(['Discarded', 'Another']);
    expect(await channelsOf(removed)).toEqual(['Another']);
  });

  it('discardDraft – one language of a speaker – leaves the courses of another alone', async () => {
    const data = { name: 'Eva', slug: 'eva', cv: 'x', image: picture, seo: seo('Eva') };
    const { documentId } = await documents(SPEAKER).create({ locale: 'es', data });
    await documents(SPEAKER).update({ documentId, locale: 'en', data });
    await documents(SPEAKER).publish({ documentId, locale: 'es' });
    const course = await product('In two languages');
    const { title, slug, type, order } = (await documents(PRODUCT).findOne({
      ...{ documentId: course, locale: 'es' },
    })) as Record<string, unknown>;
    await documents(PRODUCT).update({
      ...{ documentId: course, locale: 'en' },
      data: { title, slug: `${String(slug)}-en`, type, order, protagonists: [documentId] },
    });
    const { table, from, to } = createTableLookup(app)(PRODUCT).link('protagonists');
    const draft = { documentId, locale: 'en', publishedAt: null };
    const speaker = (await app.strapi.db.query(SPEAKER).findOne({ where: draft })) as {
      id: number;
    };
    const links = async (): Promise<unknown[]> =>
      app.strapi.db
        .connection(table)
        .where({ [to]: speaker.id })
        .select('id', from)
        .orderBy('id');
    const before = await links();
    expect(before).toHaveLength(1);
    await documents(SPEAKER).update({ documentId, locale: 'es', data: { cv: 'Changed' } });
    await documents(SPEAKER).discardDraft({ documentId, locale: 'es' });
    expect(await links()).toEqual(before);
  });

  it('update – course of a channel, or speaker in another language – leaves the entry "Modified"', async () => {
    const stateOf = async (uid: string, documentId: string): Promise<string> => {
      const { body } = await admin.get(`/content-manager/collection-types/${uid}/${documentId}`);
      return (body.data as { status: string }).status;
    };
    const [edited, course] = [await channel('Edited'), await product('Connected')];
    const products = { connect: [{ documentId: course, locale: 'es' }], disconnect: [] };
    await admin.put(`/content-manager/collection-types/${CHANNEL}/${edited}`, { products });
    expect(await stateOf(CHANNEL, edited)).toBe('modified');
    const saveAndUndo = async () => {
      for (const name of ['Other', 'Edited']) {
        await admin.put(`/content-manager/collection-types/${CHANNEL}/${edited}`, { name });
      }
    };
    await saveAndUndo();
    expect(await stateOf(CHANNEL, edited)).toBe('modified');
    await documents(PRODUCT).publish({ documentId: course, locale: 'es' });
    await saveAndUndo();
    expect(await stateOf(CHANNEL, edited)).toBe('published');

    const data = { name: 'Noa', slug: 'noa', cv: 'x', image: picture, seo: seo('Noa') };
    const speaker = await documents(SPEAKER).create({ locale: 'es', data });
    await documents(SPEAKER).update({ documentId: speaker.documentId, locale: 'en', data });
    await documents(SPEAKER).publish({ documentId: speaker.documentId, locale: '*' });
    const speakersIn = (locale: string) => ({
      protagonists: { set: [{ documentId: speaker.documentId, locale }] },
    });
    const { documentId } = await documents(LIVE).create({
      data: { title: 'Noa', slug: 'noa', vertical, image: picture, ...speakersIn('es') },
    });
    await documents(LIVE).publish({ documentId });
    const states: string[] = [];
    for (const locale of ['en', 'es']) {
      await documents(LIVE).update({ documentId, data: speakersIn(locale) });
      states.push(await stateOf(LIVE, documentId));
    }
    expect(states).toEqual(['modified', 'published']);
  });

  it('POST /actions/discard – page with an unpublished course – keeps the course', async () => {
    const [cardId = ''] = (await readCards('draft')).map(String);
    const before = await readCards('draft');
    await documents(HOME).publish({ documentId: page, locale: 'es' });
    await documents(PRODUCT).unpublish({ documentId: cardId, locale: 'es' });
    await discard(HOME, page);
    expect(await readCards('draft')).toEqual(before);
    await documents(PRODUCT).publish({ documentId: cardId, locale: 'es' });
    await documents(HOME).publish({ documentId: page, locale: 'es' });
    expect(await readCards('published')).toEqual(before);
  });

  it('POST /actions/discard – course with unpublished speakers – keeps their order', async () => {
    const speakers = new Map<string, string>();
    for (const name of ['Cleo', 'Dina', 'Eva', 'Fay', 'Gus']) {
      const { documentId } = await documents(SPEAKER).create({
        locale: 'es',
        data: {
          name,
          slug: `many-${name.toLowerCase()}`,
          cv: name,
          image: picture,
          seo: seo(name),
        },
      });
      speakers.set(name, documentId);
    }
    const published = { documentId: String(speakers.get('Eva')), locale: 'es' };
    await documents(SPEAKER).publish(published);
    const order = ['Gus', 'Dina', 'Eva', 'Fay', 'Cleo'];
    const documentId = await product('Course of many');
    await documents(PRODUCT).update({
      ...{ documentId, locale: 'es' },
      data: { protagonists: order.map((name) => String(speakers.get(name))) },
    });
    await documents(PRODUCT).publish({ documentId, locale: 'es' });
    await discard(PRODUCT, documentId);
    const draft = await documents(PRODUCT).findOne({
      ...{ documentId, locale: 'es', populate: ['protagonists'] },
    });
    const listed = draft?.protagonists as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(order);
  });

  it('POST /actions/publish – speaker was unpublished – appears in the programme again', async () => {
    const speakers: string[] = [];
    for (const name of ['Ana', 'Bea']) {
      const { documentId } = await documents(SPEAKER).create({
        locale: 'es',
        data: { name, slug: name.toLowerCase(), cv: name, image: picture, seo: seo(name) },
      });
      await documents(SPEAKER).publish({ documentId, locale: 'es' });
      speakers.push(documentId);
    }
    const row = { hour: '10:00', about: 'Opening', protagonists: speakers };
    const { documentId } = await documents(LIVE).create({
      data: {
        ...{ title: 'Congress', slug: 'congress', vertical, image: picture },
        program: [
          { title: 'Day one', row: [] },
          { title: 'Day two', row: [row] },
        ],
      },
    });
    await documents(LIVE).publish({ documentId });
    const programme = async (): Promise<unknown> => {
      const { body } = await app.request.get('/api/live/congress?lang=es').expect(200);
      const { data } = body as {
        data: { program: { row: { protagonists: { name: string }[] }[] }[] };
      };
      return data.program.flatMap((day) =>
        day.row.map(({ protagonists }) => protagonists.map(({ name }) => name)),
      );
    };
    expect(await programme()).toEqual([['Ana', 'Bea']]);
    const version = { documentId: String(speakers[0]), locale: 'es' };
    await documents(SPEAKER).unpublish(version);
    expect(await programme()).toEqual([['Bea']]);
    await discard(LIVE, documentId);
    await documents(SPEAKER).publish(version);
    expect(await programme()).toEqual([['Ana', 'Bea']]);

    await documents(SPEAKER).unpublish(version);
    await documents(LIVE).update({ documentId, data: { program: [] } });
    await documents(SPEAKER).publish(version);
    expect(await programme()).toEqual([['Bea']]);
  });
});
