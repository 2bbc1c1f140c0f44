import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { getChannel } from '#api/channel/contract';
import { getLive } from '#api/live/contract';
import { getPlatformPage } from '#api/platform-page/contract';
import { getProductById, getProductBySlug } from '#api/product/contract';
import { getProtagonist } from '#api/protagonist/contract';
import { getSeries } from '#api/series/contract';
import { createDraftSchemas } from '#api/documentation/draft-schemas';
import type { Endpoint } from '#platform/http/endpoint';
import { getDocumentService } from '#platform/strapi/documents';
import { createEventStream } from '#plugins/preview/server/draft-watches';
import { codeOf } from '../account/support/accounts';
import { addressOf } from '../delivery/call';
import { type Admin, signIn, signInAs } from '../support/admin';
import { startApp, type App } from '../support/app';
import { previewableTypes } from '../support/endpoints';
import { watchTurns } from '../support/event-loop';
import { HostDate } from '../support/host';
import { askForPreview, previewLinkOf, previewTokenOf, watchDraftAt } from '../support/preview';
import { startProcess } from '../support/process';
import { until } from '../support/until';

const PRODUCT = 'api::product.product';
const CHANNEL = 'api::channel.channel';
const HOME = 'api::home-page.home-page';
const PROTAGONIST = 'api::protagonist.protagonist';
const USER = 'admin::user';

let app: App;
let admin: Admin;

beforeAll(async () => {
  app = await startApp({ seed: true });
  admin = await signIn(app);
});

afterAll(() => app.stop());

type CallOf = [Endpoint, Record<string, string>, Record<string, string>?];

type Entry = { documentId: string; slug: string };

let productCount = 0;

/** Creates a product of the sample's line, published or not, with a different draft. */
const createProduct = async ({
  isPublished,
  ...data
}: { isPublished: boolean } & Record<string, unknown>): Promise<Entry> => {
  productCount += 1;
  const vertical = await getDocumentService(app, 'api::vertical.vertical').findFirst({
    filters: { slug: 'medicina' },
  });
  const slug = `preview-${productCount}`;
  const product = getDocumentService(app, PRODUCT);
  const { documentId } = await product.create({
    locale: 'es',
    data: {
      title: `Published ${productCount}`,
      slug,
      SKU: `PREVIEW-${productCount}`,
      payID: `preview-${productCount}`,
      type: 'Máster',
      order: 1000 + productCount,
      verticals: [vertical?.documentId],
      ...data,
    },
  });
  if (isPublished) await product.publish({ documentId, locale: 'es' });
  await product.update({ documentId, locale: 'es', data: { title: `Secret ${productCount}` } });
  return { documentId, slug };
};

const titleOf = ({ slug }: Entry, kind: 'Published' | 'Secret'): string =>
  `${kind} ${slug.slice('preview-'.length)}`;

const tokenOf = ({ documentId }: Entry, as = admin): Promise<string> =>
  previewTokenOf(as, PRODUCT, { documentId, locale: 'es' });

const getWithToken = async (address: string, previewToken: string) => {
  const url = new URL(address, 'http://localhost');
  url.searchParams.set('previewToken', previewToken);
  return app.request.get(`${url.pathname}${url.search}`);
};

const bySlug = ({ slug }: Entry): string => `/api/products/productBySlug/${slug}/es`;

const expectRefused = async (address: string, token: string): Promise<void> => {
  const answer = await getWithToken(address, token);
  expect([answer.status, codeOf(answer)]).toEqual([401, 'INVALID_PREVIEW_TOKEN']);
  expect(answer.headers['cache-control']).toBe('private, no-store');
};

describe('A preview token', () => {
  it('GET productBySlug – token of the entry – returns its draft with `no-store`', async () => {
    const entry = await createProduct({ isPublished: true });
    const before = await app.request.get(bySlug(entry)).expect(200);
    expect(before.body).toMatchObject({ title: titleOf(entry, 'Published') });
    const draft = await getWithToken(bySlug(entry), await tokenOf(entry));
    expect(draft.body).toMatchObject({ title: titleOf(entry, 'Secret') });
    expect(draft.headers['cache-control']).toBe('private, no-store');
    const after = await app.request.get(bySlug(entry)).expect(200);
    expect(after.body).toEqual(before.body);
    const missing = await getWithToken(
      '/api/products/productBySlug/nothing/es',
      await tokenOf(entry),
    );
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'private, no-store']);
  });

  it('GET productBySlug – draft without a slug – returns it by its documentId', async () => {
    const entry = await createProduct({ isPublished: false, slug: null });
    const address = `/api/products/productBySlug/${entry.documentId}/es`;
    const draft = await getWithToken(address, await tokenOf(entry));
    expect([draft.status, draft.body]).toMatchObject([
      200,
      { documentId: entry.documentId, slug: null, title: titleOf(entry, 'Secret') },
    ]);
    await app.request.get(address).expect(404);
    const other = await createProduct({ isPublished: true });
    expect((await getWithToken(address, await tokenOf(other))).status).toBe(404);
  });

  it.each<[string, Record<string, unknown>, (draft: { documentId: string }) => CallOf]>([
    [
      PRODUCT,
      { header: {}, bookDetails: {}, seo: {} },
      ({ documentId }) => [getProductBySlug, { slug: documentId, lang: 'es' }],
    ],
    [PRODUCT, {}, ({ documentId }) => [getProductById, { id: documentId }, { lang: 'es' }]],
    [CHANNEL, { headVideo: {}, seo: {} }, ({ documentId }) => [getChannel, { slug: documentId }]],
    [
      'api::series.series',
      { headVideo: {}, seo: {} },
      ({ documentId }) => [getSeries, { slug: documentId, lang: 'es' }],
    ],
    [
      'api::live.live',
      { program: [{ row: [{}] }], typeOfLive: {} },
      ({ documentId }) => [getLive, { slug: documentId }],
    ],
    [
      PROTAGONIST,
      { seo: {} },
      ({ documentId }) => [getProtagonist, { slug: documentId, lang: 'es' }],
    ],
    [
      'api::platform-page.platform-page',
      { header: {}, body: [{}] },
      () => [getPlatformPage, {}, { lang: 'es', vertical: 'empty' }],
    ],
  ])('GET – empty draft of %s – matches the schema of drafts', async (uid, data, callOf) => {
    const isPage = uid.endsWith('-page');
    const line = isPage
      ? await getDocumentService(app, 'api::vertical.vertical').create({
          data: { name: 'Empty', slug: 'empty' },
        })
      : null;
    const { documentId } = await getDocumentService(app, uid).create({
      locale: 'es',
      data: { ...data, ...(line && { vertical: line.documentId }) },
    });
    const [endpoint, params, query] = callOf({ documentId });
    const token = await previewTokenOf(admin, uid, { documentId, locale: 'es' });
    const { status, body } = await getWithToken(addressOf(endpoint, params, query), token);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(documentId)]);
    const { response } = endpoint;
    expect(createDraftSchemas([response]).get(response)?.safeParse(body).error).toBeUndefined();
    expect(response.safeParse(body).success).toBe(false);
  });

  it('GET with previewFields – token of an entry – returns the form fields of all values, only with a token', async () => {
    const SERIES = 'api::series.series';
    const [channel] = await getDocumentService(app, CHANNEL).findMany({
      status: 'published',
      limit: 1,
    });
    const product = await createProduct({
      isPublished: true,
      channels: [channel?.documentId],
      seo: { author: 'A' },
      mediaHeader: null,
    });
    const [series] = await getDocumentService(app, SERIES).findMany({
      locale: 'es',
      filters: { slug: 'a-corazon-abierto' },
    });
    const ofSeries = { documentId: String(series?.documentId), locale: 'es' };
    const ofProduct = { type: PRODUCT, documentId: product.documentId, locale: 'es' };
    const ofChannel = { type: CHANNEL, documentId: channel?.documentId, locale: null };
    const list =
      '/api/products/masters?lang=es&vertical=medicina&pageSize=50&fields=title,channels';
    const calls: [string, string, Record<string, object>][] = [
      [
        bySlug(product),
        await tokenOf(product),
        {
          '/title': { ...ofProduct, field: 'title' },
          '/vertical': { ...ofProduct, field: 'verticals' },
          '/seo': { ...ofProduct, field: 'seo' },
          '/seo/author': { ...ofProduct, field: 'seo.author' },
          '/mediaHeader': { ...ofProduct, field: 'mediaHeader' },
          '/channels': { ...ofProduct, field: 'channels' },
          '/channels/0/name': { ...ofChannel, field: 'name' },
          '/channels/0/logo': { ...ofChannel, field: 'logo' },
        },
      ],
      [list, await tokenOf(product), {}],
      [
        '/api/episodes/bySeries/a-corazon-abierto?lang=es&pageSize=50',
        await previewTokenOf(admin, SERIES, ofSeries),
        { '/data/0/name': { type: 'api::episode.episode', field: 'name' } },
      ],
      [
        '/api/home-pages/full-populate?lang=es&vertical=medicina',
        await tokenOf(product),
        { '/data/carouselMedia/1/link': { type: HOME, field: 'carouselMedia.1.link' } },
      ],
    ];
    for (const [address, token, expected] of calls) {
      const plain = (await getWithToken(address, token)).body as Record<string, unknown>;
      const separator = address.includes('?') ? '&' : '?';
      const traced = await getWithToken(`${address}${separator}previewFields=true`, token);
      const { previewFields, ...rest } = traced.body as { previewFields: Record<string, object> };
      expect([traced.status, rest]).toEqual([200, plain]);
      expect(previewFields).toMatchObject(expected);
      expect(Object.keys(previewFields).length).toBeGreaterThan(5);
      for (const pointer of Object.keys(previewFields)) {
        const keys = pointer.split('/').slice(1);
        const value = keys.reduce<unknown>(
          (part, key) => (part as Record<string, unknown>)[key],
          rest,
        );
        expect([pointer, value]).not.toEqual([pointer, undefined]);
      }
      const [open, published] = await Promise.all(
        [`${address}${separator}previewFields=true`, address].map((url) => app.request.get(url)),
      );
      expect(open?.text).toBe(published?.text);
    }
  });

  it('GET lists and details – token of another entry – returns no draft of this entry', async () => {
    const ownEntry = await createProduct({ isPublished: true });
    const other = await createProduct({ isPublished: true });
    const unpublished = await createProduct({ isPublished: false });
    const token = await tokenOf(ownEntry);
    const places = [
      ...['allProducts', 'masters'].map((list) => `/api/products/${list}?lang=es`),
      ...['allProducts', 'masters'].map(
        (list) => `/api/products/${list}?lang=es&vertical=medicina&page=1&pageSize=100`,
      ),
      `/api/products/productById/${other.documentId}`,
      bySlug(other),
    ];
    for (const place of places) {
      const { status, text } = await getWithToken(place, token);
      expect([place, status]).toEqual([place, 200]);
      expect(text).not.toContain(titleOf(other, 'Secret'));
      expect(text).toContain(titleOf(other, 'Published'));
      expect(text).not.toContain(titleOf(unpublished, 'Secret'));
      // In a list, the token's entry is shown as its draft instead of its published version.
      const isList = !place.includes(other.slug) && !place.includes(other.documentId);
      expect(text.includes(titleOf(ownEntry, 'Secret'))).toBe(isList);
      expect(text).not.toContain(titleOf(ownEntry, 'Published'));
    }
    const hiddenPlaces = [
      bySlug(unpublished),
      `/api/products/productById/${unpublished.documentId}`,
    ];
    for (const place of hiddenPlaces) expect((await getWithToken(place, token)).status).toBe(404);
    const otherPlaces = [
      `/api/search?q=${encodeURIComponent('Secret')}&lang=es`,
      `/api/json-ld/${other.documentId}?lang=es&vertical=medicina`,
      '/api/sitemaps/medicina/es',
      `/api/references/${other.documentId}`,
    ];
    for (const place of otherPlaces) {
      const { text } = await getWithToken(place, token);
      expect([place, text.includes('Secret')]).toEqual([place, false]);
      expect(text).not.toContain(unpublished.slug);
    }
  });

  it('GET lists – token of an unpublished entry – returns it at its position', async () => {
    const before = await createProduct({ isPublished: true });
    const ownEntry = await createProduct({ isPublished: false });
    const after = await createProduct({ isPublished: true });
    const list = '/api/products/allProducts?lang=es&vertical=medicina&page=1&pageSize=100';
    const { body } = await getWithToken(list, await tokenOf(ownEntry));
    const { data, meta } = body as {
      data: { title: string }[];
      meta: { pagination: { total: number } };
    };
    expect(data.map(({ title }) => title).slice(-3)).toEqual([
      titleOf(before, 'Published'),
      titleOf(ownEntry, 'Secret'),
      titleOf(after, 'Published'),
    ]);
    const openAnswer = await app.request.get(list);
    const { total } = (openAnswer.body as { meta: { pagination: { total: number } } }).meta
      .pagination;
    expect(meta.pagination.total).toBe(total + 1);
  });

  it('GET a channel and a teacher – token of a product – returns its draft, and no other draft', async () => {
    const [channel] = await getDocumentService(app, CHANNEL).findMany({
      status: 'published',
      limit: 1,
    });
    const [teacher] = await getDocumentService(app, PROTAGONIST).findMany({
      locale: 'es',
      status: 'published',
      limit: 1,
    });
    const relations = { channels: [channel?.documentId], protagonists: [teacher?.documentId] };
    const ownEntry = await createProduct({ isPublished: true, ...relations });
    const unpublished = await createProduct({ isPublished: false, ...relations });
    const other = await createProduct({ isPublished: true, ...relations });
    const places = [
      `/api/channel/${String(channel?.slug)}?lang=es`,
      `/api/protagonist/${String(teacher?.slug)}/es`,
    ];
    for (const place of places) {
      for (const [entry, hidden] of [
        [ownEntry, unpublished],
        [unpublished, ownEntry],
      ] as const) {
        const { text, status } = await getWithToken(place, await tokenOf(entry));
        expect([place, status]).toEqual([place, 200]);
        expect(text).toContain(titleOf(entry, 'Secret'));
        expect(text).not.toContain(titleOf(entry, 'Published'));
        expect(text).not.toContain(titleOf(hidden, 'Secret'));
        expect(text).toContain(titleOf(other, 'Published'));
      }
    }
    const noRelations = { channels: [], protagonists: [] };
    await getDocumentService(app, PRODUCT).update({
      documentId: ownEntry.documentId,
      locale: 'es',
      data: noRelations,
    });
    const { text } = await getWithToken(places[0] ?? '', await tokenOf(ownEntry));
    expect(text).not.toContain(`"${ownEntry.documentId}"`);
  });

  it('GET a page – token of the page or of an entry in it – returns only the draft of that entry', async () => {
    const published = await createProduct({ isPublished: true });
    const unpublished = await createProduct({ isPublished: true });
    const vertical = await getDocumentService(app, 'api::vertical.vertical').create({
      data: { name: 'Previews', slug: 'previews' },
    });
    const card = ({ documentId }: Entry) => ({
      __component: 'home.product-home',
      product: { documentId, locale: 'es' },
    });
    const home = getDocumentService(app, HOME);
    const { documentId } = await home.create({
      locale: 'es',
      status: 'published',
      data: {
        vertical: vertical.documentId,
        seo: { author: 'Author before' },
        contents: [card(published), card(unpublished)],
      },
    });
    await getDocumentService(app, PRODUCT).unpublish({
      documentId: unpublished.documentId,
      locale: 'es',
    });
    const contents = [card(published), card(unpublished), card(published)];
    const seo = { author: 'Author of the draft' };
    await home.update({ documentId, locale: 'es', data: { seo, contents } });
    const readPage = async (token: string) => {
      const { body } = await getWithToken(
        '/api/home-pages/full-populate?lang=es&vertical=previews',
        token,
      );
      const { data } = body as {
        data: { seo: { author: string }; contents: { product: { title: string } }[] };
      };
      return [data.seo.author, ...data.contents.map(({ product }) => product.title)];
    };
    const [first, second] = [titleOf(published, 'Published'), titleOf(published, 'Secret')];
    expect(await readPage(await tokenOf(published))).toEqual(['Author before', second]);
    expect(await readPage(await tokenOf(unpublished))).toEqual([
      'Author before',
      first,
      titleOf(unpublished, 'Secret'),
    ]);
    const ofPage = await previewTokenOf(admin, HOME, { documentId, locale: 'es' });
    expect(await readPage(ofPage)).toEqual(['Author of the draft', first, first]);
  });

  it('GET in another locale – token – returns drafts of the locales that existed when it was created', async () => {
    const entry = await createProduct({ isPublished: true });
    const token = await tokenOf(entry);
    const product = getDocumentService(app, PRODUCT);
    const data = { title: 'Secret English', slug: `${entry.slug}-en`, payID: 'x', SKU: 'X-1' };
    await product.update({ documentId: entry.documentId, locale: 'en', data });
    const english = `/api/products/productBySlug/${entry.slug}-en/en`;
    expect((await getWithToken(english, token)).status).toBe(404);
    const page = `/preview/product/${entry.documentId}`;
    await expectRefused(`${page}?lang=en`, token);
    await expectRefused(`${page}?lang=en-GB`, token);
    const both = await tokenOf(entry);
    expect((await getWithToken(english, both)).body).toMatchObject({ title: 'Secret English' });
    for (const lang of ['es', 'en', 'es-ES', 'en_gb'])
      expect((await getWithToken(`${page}?lang=${lang}`, both)).status).toBe(200);
  });
});

describe('An invalid token', () => {
  let entry: Entry;
  let validToken: string;
  let secret: string;

  beforeAll(async () => {
    entry = await createProduct({ isPublished: true });
    validToken = await tokenOf(entry);
    secret = app.strapi.config.get<{ previewSecret: string }>('settings.secrets').previewSecret;
  });

  const signToken = (changes: object, key = secret): string => {
    const { exp: _expiry, ...claims } = jwt.decode(validToken) as jwt.JwtPayload;
    return jwt.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 60, ...changes }, key);
  };

  it('unchanged – is accepted', async () => {
    expect((await getWithToken(bySlug(entry), signToken({}))).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['malformed', () => 'abc'],
    ['signed with another key', () => signToken({}, 'another-secret-0123456789')],
    [
      'signed with the panel’s key',
      () => signToken({}, app.strapi.config.get<string>('admin.auth.secret')),
    ],
    ['in the former format', () => jwt.sign({}, secret, { audience: 'preview', expiresIn: 60 })],
    [
      'in the former format, with the former key',
      () =>
        jwt.sign({}, app.strapi.config.get<string>('admin.auth.secret'), {
          audience: 'preview',
          expiresIn: 60,
        }),
    ],
    ['for another audience', () => signToken({ aud: 'else' })],
    ['expired', () => signToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
    [
      'without an expiry',
      () => {
        const { exp: _expiry, ...claims } = jwt.decode(validToken) as jwt.JwtPayload;
        return jwt.sign(claims, secret);
      },
    ],
    [
      'unsigned',
      () => jwt.sign(jwt.decode(validToken) as object, null as never, { algorithm: 'none' }),
    ],
    [
      'with a changed payload',
      () => validToken.replace(/\.[^.]+\./, `.${signToken({ doc: 'x' }).split('.')[1] ?? ''}.`),
    ],
    ['of another content type', () => signToken({ type: CHANNEL })],
    ['of a type without previews', () => signToken({ type: USER })],
    ['without a locale', () => signToken({ locales: [] })],
    ['of a locale that the entry does not have', () => signToken({ locales: ['en'] })],
    ['of an unknown user', () => signToken({ sub: '999999' })],
  ])('%s – answers 401', async (_, make) => {
    await expectRefused(bySlug(entry), make());
    await expectRefused(`/preview/product/${entry.documentId}?lang=es`, make());
  });
});

describe('The token of a user', () => {
  let entry: Entry;
  let person: Admin;
  let id: number;
  let token: string;

  const expectAccepted = async (token: string): Promise<void> =>
    expect((await getWithToken(bySlug(entry), token)).body).toMatchObject({
      title: titleOf(entry, 'Secret'),
    });

  const change = (data: object) =>
    app.strapi.db.query(USER).update({ where: { id }, data: data as never });

  const roleId = async (code: string): Promise<number> =>
    ((await app.strapi.db.query('admin::role').findOne({ where: { code } })) as { id: number }).id;

  beforeAll(async () => {
    entry = await createProduct({ isPublished: true });
    person = await signInAs(app, 'catalogue-editor', 'Previewer');
    ({ id } = (await app.strapi.db.query(USER).findOne({ where: { email: person.email } })) as {
      id: number;
    });
  });

  beforeEach(async () => {
    token = await tokenOf(entry, person);
    await expectAccepted(token);
  });

  it('user deactivated or blocked – answers 401', async () => {
    for (const data of [{ isActive: false }, { blocked: true }]) {
      await change(data);
      await expectRefused(bySlug(entry), token);
      await change({ isActive: true, blocked: false });
      await expectAccepted(token);
    }
    // Deactivation ends the login, but not the preview tokens.
    expect((await person.get('/admin/users/me')).status).toBe(401);
    person = await signInAs(app, 'catalogue-editor', 'Previewer');
  });

  it('user without read access to the entry – answers 401', async () => {
    await change({ roles: [await roleId('support')] });
    await expectRefused(bySlug(entry), token);
    expect((await askForPreview(person, PRODUCT, entry)).status).toBe(204);
    await change({ roles: [await roleId('catalogue-editor')] });
    await expectAccepted(token);
  });

  it('DELETE /preview/tokens/:id – revokes the tokens of this user only', async () => {
    const othersToken = await tokenOf(entry);
    expect((await person.delete(`/preview/tokens/${id}`)).status).toBe(403);
    await app.request.delete(`/preview/tokens/${id}`).expect(401);
    await expectAccepted(token);
    for (const invalidId of ['0', 'x', '-1']) {
      expect((await admin.delete(`/preview/tokens/${invalidId}`)).status).toBe(404);
    }
    expect((await admin.delete(`/preview/tokens/${id}`)).status).toBe(204);
    await expectRefused(bySlug(entry), token);
    await expectAccepted(othersToken);
    await expectAccepted(await tokenOf(entry, person));
    const { body } = await admin.get('/audit/entries?action=preview.revoked');
    expect(body.data).toMatchObject({ entries: [{ target: { id: String(id) } }] });
  });

  it('DELETE /preview/tokens – revokes the tokens of all users', async () => {
    const othersToken = await tokenOf(entry);
    expect((await person.delete('/preview/tokens')).status).toBe(403);
    expect((await admin.delete('/preview/tokens')).status).toBe(204);
    for (const revoked of [token, othersToken]) await expectRefused(bySlug(entry), revoked);
    await expectAccepted(await tokenOf(entry, person));
  });

  it('user deleted – answers 401', async () => {
    await admin.delete(`/admin/users/${id}`);
    await expectRefused(bySlug(entry), token);
  });
});

describe('GET /draft-changes', () => {
  let saved = 0;

  const save = async ({ documentId }: Entry): Promise<void> => {
    const data = { title: `Saved ${(saved += 1)}` };
    await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data });
  };

  const waitForEvents = (events: string[], expected: readonly string[]): Promise<unknown> =>
    until(
      () => events,
      (names) =>
        names.length === expected.length && names.every((name, index) => name === expected[index]),
    );

  it('sends an event for each save of its draft, and of no other', async () => {
    const [entry, other] = [
      await createProduct({ isPublished: true }),
      await createProduct({ isPublished: true }),
    ];
    const watched = await watchDraftAt(app.url, await tokenOf(entry));
    expect(watched.status).toBe(200);
    expect(Object.fromEntries(watched.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    await waitForEvents(watched.events, ['watching']);
    await save(other);
    await save(entry);
    await waitForEvents(watched.events, ['watching', 'changed']);
    await getDocumentService(app, PRODUCT).publish({ documentId: other.documentId, locale: 'es' });
    await save(entry);
    await waitForEvents(watched.events, ['watching', 'changed', 'changed']);
    watched.close();
  });

  it('accepts at most twenty connections with one token', async () => {
    const token = await tokenOf(await createProduct({ isPublished: false }));
    const watched = await Promise.all(
      Array.from({ length: 20 }, () => watchDraftAt(app.url, token)),
    );
    expect(watched.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await getWithToken('/api/draft-changes', token);
    expect([refused.status, codeOf(refused), refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_PREVIEWS',
      '30',
    ]);
    watched[0]?.close();
    const reconnected = await until(
      () => watchDraftAt(app.url, token),
      ({ status }) => status === 200,
    );
    for (const { close } of [...watched, reconnected]) close();
  });

  it('sends the latest event to a reader that was slow, and those after it', async () => {
    const stream = createEventStream();
    const received: string[] = [];
    let taken: (() => void) | undefined;
    const reader = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        received.push(String(chunk));
        taken = done;
      },
    });
    const untilReceived = (event: string): Promise<unknown> =>
      until(() => {
        const done = taken;
        taken = undefined;
        done?.();
        return received.at(-1)?.startsWith(`event: ${event}\n`) === true;
      });
    stream.readable.pipe(reader);
    await until(() => received.length === 1);
    for (const event of ['first', 'second', 'third']) {
      stream.send(event, {});
      await nextTurn();
    }
    await untilReceived('third');
    expect(received.join('')).not.toContain('second');
    stream.send('fourth', {});
    await untilReceived('fourth');
    stream.end();
  });

  it('ends when the token expires', async () => {
    const entry = await createProduct({ isPublished: true });
    const watched = await watchDraftAt(app.url, await tokenOf(entry));
    await waitForEvents(watched.events, ['watching']);
    const now = jest.spyOn(HostDate, 'now').mockReturnValue(Date.now() + 3_600_000);
    try {
      await save(entry);
      await watched.ended;
    } finally {
      now.mockRestore();
    }
    expect(watched.events).toEqual(['watching']);
    await expectRefused('/api/draft-changes', '');
    await app.request.get('/api/draft-changes').expect(401);
  });

  it('ends when the user is deactivated or their tokens are revoked', async () => {
    const entry = await createProduct({ isPublished: true });
    const person = await signInAs(app, 'catalogue-editor', 'Watcher');
    const users = app.strapi.db.query(USER);
    const where = { email: person.email };
    const { id } = (await users.findOne({ where })) as { id: number };
    const othersWatch = await watchDraftAt(app.url, await tokenOf(entry));
    const endings: (() => Promise<unknown>)[] = [
      () => admin.delete(`/preview/tokens/${id}`),
      () => users.update({ where, data: { isActive: false } as never }),
    ];
    for (const end of endings) {
      const watched = await watchDraftAt(app.url, await tokenOf(entry, person));
      await waitForEvents(watched.events, ['watching']);
      await end();
      await save(entry);
      await watched.ended;
      expect(watched.events).toEqual(['watching']);
    }
    await waitForEvents(othersWatch.events, ['watching', 'changed', 'changed']);
    othersWatch.close();
  });
});

describe('The preview page', () => {
  it('GET /preview – draft or published version – shows it with a banner', async () => {
    const entry = await createProduct({ isPublished: true });
    const version = { documentId: entry.documentId, locale: 'es' };
    const page = await app.request.get(await previewLinkOf(admin, PRODUCT, version)).expect(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(page.text).toContain('Borrador');
    expect(page.text).toContain(titleOf(entry, 'Secret'));
    const link = await previewLinkOf(admin, PRODUCT, { ...version, status: 'published' });
    const other = await app.request.get(link).expect(200);
    expect(other.text).toContain('Publicado');
    expect(other.text).not.toContain(titleOf(entry, 'Secret'));
  });

  it('GET /preview – product off sale – shows its text in place of the buying button', async () => {
    const { documentId } = await createProduct({
      isPublished: false,
      enrolButton: 'Reserva tu plaza',
      offSaleText: 'Matrícula cerrada',
      onSaleAgainAt: '2099-05-17T08:00:00.000Z',
    });
    const readPage = async (): Promise<string> =>
      (await app.request.get(await previewLinkOf(admin, PRODUCT, { documentId, locale: 'es' })))
        .text;
    const sold = await readPage();
    expect(sold).toContain('<span class="buy">Reserva tu plaza</span>');
    expect(sold).not.toContain('Matrícula cerrada');
    expect(sold).toContain('<dt>Líneas de negocio</dt><dd>Medicina<');
    await getDocumentService(app, PRODUCT).update({
      documentId,
      locale: 'es',
      data: { isOffSale: true },
    });
    const offSale = await readPage();
    expect(offSale).toContain('<span class="no-sale">Matrícula cerrada</span>');
    expect(offSale).toMatch(
      /De nuevo a la venta desde: 17 de mayo de 2099.* 10:00 \(Europe\/Madrid\)/,
    );
    expect(offSale).not.toContain('Reserva tu plaza');
    expect(offSale).not.toContain('<dt>Venta cerrada</dt>');
  });

  it('GET /preview – token of another entry – answers 401', async () => {
    const ownEntry = await createProduct({ isPublished: true });
    const other = await createProduct({ isPublished: true });
    const token = await tokenOf(ownEntry);
    for (const address of [
      `/preview/product/${other.documentId}?lang=es`,
      `/preview/product/${other.documentId}?lang=es&status=published`,
      `/preview/channel/${ownEntry.documentId}?lang=es`,
    ]) {
      await expectRefused(address, token);
    }
  });

  it('GET /preview – HTML in a text – is escaped', async () => {
    const { documentId } = await createProduct({ isPublished: false });
    const data = { title: '<script>alert(1)</script>' };
    await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data });
    const link = await previewLinkOf(admin, PRODUCT, { documentId, locale: 'es' });
    const { text } = await app.request.get(link).expect(200);
    expect(text).not.toContain('<script>alert');
    // A translation by the browser would not be the editor's text.
    expect(text).toMatch(/<html[^>]* translate="no"/);
  });

  it('GET /preview – addresses in a text – are links, except very long ones', async () => {
    const { documentId } = await createProduct({ isPublished: false });
    const longAddress = `https://example.com/${'*'.repeat(100_000)}a`;
    const data = { presentation: `https://example.com/short ${longAddress}` };
    await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data });
    const link = await previewLinkOf(admin, PRODUCT, { documentId, locale: 'es' });
    const { text } = await app.request.get(link).expect(200);
    expect(text).toContain('<a href="https://example.com/short"');
    expect(text).not.toContain('<a href="https://example.com/*');
  });

  it.each([
    ['addresses without blanks', 'http://a.b/(', 60_000],
    ['addresses of hosts', '//a.b/', 60_000],
    ['lines of addresses', 'a.com\n', 200_000],
    ['brackets', '![', 300_000],
  ])(
    'GET /preview – text with many %s – is rendered within a second',
    async (_name, piece, size) => {
      const { documentId } = await createProduct({ isPublished: false });
      const data = { presentation: piece.repeat(size / piece.length) };
      await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data });
      const link = await previewLinkOf(admin, PRODUCT, { documentId, locale: 'es' });
      const turns = watchTurns();
      await app.request.get(link).expect(200);
      expect(turns.longest()).toBeLessThan(1_000);
      turns.stop();
    },
  );

  it('GET /preview – each previewable type and locale – answers 200', async () => {
    for (const uid of Object.keys(previewableTypes)) {
      const rows = (await app.strapi.db.query(uid).findMany({
        where: { publishedAt: { $null: true } },
        select: ['documentId', 'locale'],
        limit: 8,
      })) as { documentId: string; locale: string | null }[];
      for (const version of rows) {
        const address = await previewLinkOf(admin, uid, version);
        const { status } = await app.request.get(address);
        expect([address.split('?')[0], status]).toEqual([address.split('?')[0], 200]);
      }
    }
  });

  it('GET /preview – without a token – answers 401', async () => {
    const { documentId } = await createProduct({ isPublished: false });
    await app.request.get(`/preview/product/${documentId}?lang=es`).expect(401);
  });
});

describe('With a frontend configured', () => {
  it('GET /preview – redirects to the frontend with type, id, slug, locale and token', async () => {
    const { documentId, slug } = await createProduct({ isPublished: false });
    const address = await previewLinkOf(admin, PRODUCT, { documentId, locale: 'es' });
    const frontend = await startProcess({
      database: app.database,
      env: { PREVIEW_URL: 'https://www.example.com/api/preview' },
    });
    try {
      const { status, headers, text } = await frontend.request.get(address);
      expect([status, text]).toEqual([302, expect.stringContaining('https://www.example.com')]);
      const target = new URL(String(headers.location));
      expect(target.origin).toBe('https://www.example.com');
      expect(Object.fromEntries(target.searchParams)).toMatchObject({
        type: 'product',
        documentId,
        slug,
        lang: 'es',
        status: 'draft',
        previewToken: expect.any(String) as unknown,
      });

      // A save of another node.
      const token = target.searchParams.get('previewToken') ?? '';
      const watched = await watchDraftAt(frontend.url, token);
      const data = { title: 'Saved elsewhere' };
      await until(() => watched.events.includes('watching'));
      await getDocumentService(app, PRODUCT).update({ documentId, locale: 'es', data });
      await until(() => watched.events.includes('changed'));
      // A stop ends the connection, and does not wait for its reader.
      frontend.signal('SIGTERM');
      await watched.ended;
    } finally {
      await frontend.stop();
    }
  });
});
