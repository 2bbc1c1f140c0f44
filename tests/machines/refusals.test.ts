import {
  createProductToken,
  type Desk,
  EXPLORER,
  PRODUCT,
  sellable,
  startDesk,
  unsellable,
} from '../publishing-rules/support';
import { codeOf, messageOf, openSchool, type School } from '../rights/support';
import { type Admin, createApiToken } from '../support/admin';
import { mcpOf } from './support';

/** Tests each error with every endpoint and tool that writes. All refuse, and change nothing. */

/** The MCP server reads locales at a start, and this one always exists. */
const LOCALE = 'en';

type Answer = { status: number; body: unknown };

/** The code of a refusal, and its text for tools without codes. */
type Outcome = { isRefused: boolean; code: string | undefined; words: string };

type Attempt = (documentId: string, data: object) => Promise<Outcome>;

let desk: Desk;
let school: School;
let apiToken: string;
let adminToken: string;
let tokenOfAna: string;
let mcp: ReturnType<typeof mcpOf>;

beforeAll(async () => {
  desk = await startDesk({ MCP_ENABLED: 'true' });
  mcp = mcpOf(desk.app);
  school = await openSchool(desk.app);
  apiToken = await createApiToken(desk.app);
  adminToken = await createProductToken(desk);
  const { roles } = (await desk.app.strapi.db.query('admin::user').findOne({
    where: { email: school.ana.email },
    populate: { roles: true },
  })) as { roles: { id: number }[] };
  for (const action of ['access', 'create', 'read']) {
    await desk.app.strapi.db.query('admin::permission').create({
      data: { action: `admin::admin-tokens.${action}`, role: roles[0]?.id },
    });
  }
  tokenOfAna = await createProductToken(desk, school.ana);
});

afterAll(() => desk.stop());

const documents = () => desk.app.strapi.documents(PRODUCT);

const product = (changes: object = {}) =>
  sellable(desk, { verticals: [school.medicina.documentId], ...changes });

const store = async (changes: object = {}): Promise<string> =>
  (await documents().create({ locale: LOCALE, data: product(changes) as never })).documentId;

const outcomeOf = ({ status, body }: Answer): Outcome => ({
  isRefused: status >= 400,
  code: codeOf({ body }),
  words: messageOf({ body }) ?? '',
});

const at = (rest: string): string =>
  `${EXPLORER}/${PRODUCT}${rest}${rest.includes('?') ? '&' : '?'}locale=${LOCALE}`;

const byToken = async (
  key: string,
  method: 'post' | 'put' | 'delete',
  path: string,
  data: object = {},
): Promise<Outcome> =>
  outcomeOf(await desk.app.request[method](path).set('Authorization', `Bearer ${key}`).send(data));

const byMcp = async (action: string, key: string, args: object): Promise<Outcome> => {
  const answer = await mcp.call(new RegExp(`^${action}_.*product$`), args, key);
  return { isRefused: answer.isError === true, code: undefined, words: mcp.textOf(answer) };
};

/** Returns data for tools: all required fields, and no relations. */
const toolData = (data: object) => product({ verticals: undefined, ...data });

/** Returns all products, to check that a refusal changes nothing. */
const readAllProducts = async (): Promise<unknown> =>
  Promise.all(
    (['draft', 'published'] as const).map((status) =>
      documents().findMany({ locale: LOCALE, status, sort: 'id', populate: ['verticals'] }),
    ),
  );

const writes: Readonly<Record<string, Attempt>> = {
  'the panel’s form': async (id, data) => outcomeOf(await desk.admin.put(at(`/${id}`), data)),
  'a new entry of the panel': async (_, data) =>
    outcomeOf(await desk.admin.post(at(''), product(data))),
  'publishing in the panel': async (id, data) =>
    outcomeOf(await desk.admin.post(at(`/${id}/actions/publish`), data)),
  'publishing a new entry in the panel': async (_, data) =>
    outcomeOf(await desk.admin.post(at('/actions/publish'), product(data))),
  'a copy in the panel': async (id, data) =>
    outcomeOf(await desk.admin.post(at(`/clone/${id}`), product(data))),
  'an API token that creates': (_, data) =>
    byToken(apiToken, 'post', `/api/products?locale=${LOCALE}`, { data: product(data) }),
  'an API token that updates': (id, data) =>
    byToken(apiToken, 'put', `/api/products/${id}?locale=${LOCALE}`, { data }),
  'an API token that writes drafts': (id, data) =>
    byToken(apiToken, 'put', `/api/products/${id}?locale=${LOCALE}&status=draft`, { data }),
  'an admin token that creates': (_, data) => byToken(adminToken, 'post', at(''), product(data)),
  'an admin token that updates': (id, data) => byToken(adminToken, 'put', at(`/${id}`), data),
  'an MCP client that creates': (_, data) =>
    byMcp('create', adminToken, { locale: LOCALE, data: toolData(data) }),
  'an MCP client that updates': (documentId, data) =>
    byMcp('update', adminToken, { documentId, locale: LOCALE, data: toolData(data) }),
};

const invalidChanges: readonly [
  description: string,
  data: object,
  code: string | undefined,
  words: RegExp,
][] = [
  ['a negative price', { tuitionPrice: -1 }, 'PRICE_NEGATIVE', /negative|too small/i],
  ['three decimals', { fullPrice: 1.999 }, 'PRICE_DECIMALS', /two decimals/],
  ['a position over the integer range', { order: 2 ** 31 }, undefined, /./],
];

describe.each(Object.entries(writes))('%s', (way, write) => {
  it.each(invalidChanges)('refuses %s', async (_, data, code, words) => {
    const documentId = await store();
    const before = await readAllProducts();
    const answer = await write(documentId, data);
    expect([way, answer.isRefused, answer.words]).toEqual([
      way,
      true,
      expect.stringMatching(words),
    ]);
    // MCP tools return texts without codes.
    if (code !== undefined && !way.includes('MCP')) expect(answer.code).toBe(code);
    expect(answer.words).not.toMatch(/Internal Server Error/);
    expect(await readAllProducts()).toEqual(before);
  });

  it('accepts a valid price', async () => {
    expect((await write(await store(), { tuitionPrice: 12.5 })).words).not.toMatch(/rror/);
  });
});

const publications: Readonly<Record<string, Attempt>> = {
  'the panel’s form': async (id) =>
    outcomeOf(await desk.admin.post(at(`/${id}/actions/publish`), {})),
  'a selection': async (id) =>
    outcomeOf(
      await desk.admin.post(at('/actions/bulkPublish'), { documentIds: [id], locale: [LOCALE] }),
    ),
  'an API token': (id) =>
    byToken(apiToken, 'put', `/api/products/${id}?locale=${LOCALE}`, { data: {} }),
  'an admin token': (id) => byToken(adminToken, 'post', at(`/${id}/actions/publish`)),
  'an admin token that chooses several': (id) =>
    byToken(adminToken, 'post', at('/actions/bulkPublish'), {
      documentIds: [id],
      locale: [LOCALE],
    }),
  'an MCP client': (documentId) => byMcp('publish', adminToken, { documentId, locale: LOCALE }),
};

it.each(Object.entries(publications))(
  'publish by %s – product with errors – is refused',
  async (way, publish) => {
    const documentId = await store(unsellable);
    const before = await readAllProducts();
    const answer = await publish(documentId, {});
    expect([answer.isRefused, answer.words]).toEqual([
      true,
      expect.stringContaining('has errors and cannot be published'),
    ]);
    if (!way.includes('MCP')) expect(answer.code).toBe('NOT_READY');
    expect(await readAllProducts()).toEqual(before);
  },
);

/** Actions of an editor of Medicina on a published course of Psicología. */
const foreignActions: Readonly<Record<string, (ana: Admin, id: string) => Promise<Outcome>>> = {
  'saving the form': async (ana, id) => outcomeOf(await ana.put(at(`/${id}`), { title: 'Hers' })),
  'publishing in the form': async (ana, id) =>
    outcomeOf(await ana.post(at(`/${id}/actions/publish`), { title: 'Hers' })),
  'unpublishing in the form': async (ana, id) =>
    outcomeOf(await ana.post(at(`/${id}/actions/unpublish`), {})),
  'discarding in the form': async (ana, id) =>
    outcomeOf(await ana.post(at(`/${id}/actions/discard`), {})),
  'deleting in the form': async (ana, id) => outcomeOf(await ana.delete(at(`/${id}?force=true`))),
  'copying it into her line': async (ana, id) =>
    outcomeOf(await ana.post(at(`/clone/${id}`), product())),
  'publishing a selection': async (ana, id) =>
    outcomeOf(await ana.post(at('/actions/bulkPublish'), { documentIds: [id], locale: [LOCALE] })),
  'unpublishing a selection': async (ana, id) =>
    outcomeOf(await ana.post(at('/actions/bulkUnpublish?force=true'), { documentIds: [id] })),
  'deleting a selection': async (ana, id) =>
    outcomeOf(await ana.post(at('/actions/bulkDelete?force=true'), { documentIds: [id] })),
  'restoring a state of before': async (ana, id) =>
    outcomeOf(
      await ana.post(`/history/entries/${PRODUCT}/${id}/restore`, { locale: LOCALE, event: '1' }),
    ),
  'putting it in another place': async (ana, id) => {
    const path = `/ordering/order/${PRODUCT}`;
    const { version } = (await ana.get(path)).body.data as { version: string };
    return outcomeOf(await ana.post(`${path}/moves`, { documentId: id, to: 0, version }));
  },
  'a token of hers that updates': (_, id) =>
    byToken(tokenOfAna, 'put', at(`/${id}`), { title: 'Hers' }),
  'a token of hers that publishes': (_, id) =>
    byToken(tokenOfAna, 'post', at(`/${id}/actions/publish`)),
  'a token of hers that publishes several': (_, id) =>
    byToken(tokenOfAna, 'post', at('/actions/bulkPublish'), {
      documentIds: [id],
      locale: [LOCALE],
    }),
  'an MCP client of hers that updates': (_, documentId) =>
    byMcp('update', tokenOfAna, { documentId, locale: LOCALE, data: toolData({ title: 'Hers' }) }),
  'an MCP client of hers that publishes': (_, documentId) =>
    byMcp('publish', tokenOfAna, { documentId, locale: LOCALE }),
};

it.each(Object.entries(foreignActions))(
  'entry of another business line – %s – is refused',
  async (_, attempt) => {
    const documentId = await store({ verticals: [school.psicologia.documentId] });
    await documents().publish({ documentId, locale: LOCALE });
    await documents().update({ documentId, locale: LOCALE, data: { label: 'draft' } as never });
    const before = await readAllProducts();
    const answer = await attempt(school.ana, documentId);
    expect([answer.isRefused, answer.words]).toEqual([
      true,
      expect.not.stringMatching(/Internal Server Error|Input validation/),
    ]);
    expect(await readAllProducts()).toEqual(before);
  },
);

type OutdatedWrite = (documentId: string, version: string) => Promise<Outcome>;

/** Actions with an outdated version of an entry. */
const outdatedWrites: Readonly<Record<string, OutdatedWrite>> = {
  'saving the form': async (id, baseVersion) =>
    outcomeOf(await school.all.put(at(`/${id}`), { title: 'Theirs', baseVersion })),
  'saving the form with the version in a header': async (id, version) =>
    byHeader(school.all.token, at(`/${id}`), version, { title: 'Theirs' }),
  'publishing in the form': async (id, baseVersion) =>
    outcomeOf(
      await school.all.post(at(`/${id}/actions/publish`), { title: 'Theirs', baseVersion }),
    ),
  'unpublishing in the form': async (id, baseVersion) =>
    outcomeOf(
      await school.all.post(at(`/${id}/actions/unpublish`), { discardDraft: true, baseVersion }),
    ),
  'discarding in the form': async (id, baseVersion) =>
    outcomeOf(await school.all.post(at(`/${id}/actions/discard`), { baseVersion })),
  'restoring a state of before': async (id, baseVersion) => {
    const { body } = await school.all.get(`/history/entries/${PRODUCT}/${id}?locale=${LOCALE}`);
    const event = (body.data as { events: { id: string }[] }).events.at(-1)?.id;
    const path = `/history/entries/${PRODUCT}/${id}/restore`;
    return outcomeOf(await school.all.post(path, { locale: LOCALE, event, baseVersion }));
  },
  'an API token with If-Match': (id, version) =>
    byHeader(apiToken, `/api/products/${id}?locale=${LOCALE}`, version, {
      data: { title: 'Theirs' },
    }),
  'an admin token that names its version': (id, baseVersion) =>
    byToken(adminToken, 'put', at(`/${id}`), { title: 'Theirs', baseVersion }),
  'an admin token that names none': (id) =>
    byToken(adminToken, 'put', at(`/${id}`), { title: 'Theirs' }),
  'the service’s own code': async (documentId, baseVersion) => {
    const data = { title: 'Theirs' };
    try {
      await documents().update({ documentId, locale: LOCALE, data, baseVersion } as never);
      return { isRefused: false, code: undefined, words: '' };
    } catch (error) {
      const { message, details } = error as Error & { details?: { code?: string } };
      return { isRefused: true, code: details?.code, words: message };
    }
  },
};

const byHeader = async (
  key: string,
  path: string,
  version: string,
  data: object,
): Promise<Outcome> =>
  outcomeOf(
    await desk.app.request
      .put(path)
      .set('Authorization', `Bearer ${key}`)
      .set('If-Match', `"${version}"`)
      .send(data),
  );

it.each(Object.entries(outdatedWrites))(
  'outdated version – %s – returns STALE_VERSION',
  async (_, attempt) => {
    const documentId = await store();
    await documents().publish({ documentId, locale: LOCALE });
    const opened = await school.all.get(at(`/${documentId}`));
    const { updatedAt } = opened.body.data as { updatedAt: string };
    const change = { title: 'Written meanwhile', baseVersion: updatedAt };
    expect((await school.both.put(at(`/${documentId}`), change)).status).toBe(200);
    const before = await readAllProducts();
    const answer = await attempt(documentId, updatedAt);
    expect([answer.isRefused, answer.code]).toEqual([true, 'STALE_VERSION']);
    expect(await readAllProducts()).toEqual(before);
  },
);

it('an admin token – account and tokens of its owner, imports and exports – answers 403 TOKEN_NOT_ALLOWED', async () => {
  const createToken = async (actions: readonly string[]) => {
    const { status, body } = await desk.admin.post('/admin/admin-tokens', {
      ...{ name: `with ${actions.length} rights`, description: '', lifespan: null },
      adminPermissions: [
        ...actions.map((action) => ({
          ...{ action: `admin::admin-tokens.${action}`, properties: {}, conditions: [] },
        })),
        ...['read', 'update'].map((action) => ({
          ...{ action: `plugin::content-manager.explorer.${action}`, subject: PRODUCT },
          ...{ properties: { fields: ['title'], locales: [LOCALE] }, conditions: [] },
        })),
      ],
    });
    expect(status).toBe(201);
    return body.data as { id: number; accessKey: string };
  };
  const few = await createToken(['access', 'read', 'create', 'regenerate']);
  const many = await createToken(['access', 'read', 'create', 'update', 'regenerate', 'delete']);
  const profile = (await desk.admin.get('/admin/users/me')).body.data;
  const attempts = [
    ['put', '/admin/users/me', { email: 'somebody@example.com' }],
    ['delete', '/admin/users/me/sessions', {}],
    ['get', '/admin/admin-tokens', {}],
    ['get', `/admin/admin-tokens/${many.id}`, {}],
    ['post', `/admin/admin-tokens/${many.id}/regenerate`, {}],
    ['post', '/admin/admin-tokens', { name: 'own', description: '', lifespan: null }],
    ['get', '/import-export/runs', {}],
    ['get', `/concurrent-editing/typed/${PRODUCT}/create`, {}],
    ['get', `/lists/${PRODUCT}/views`, {}],
    ['post', '/import-export/exports', { uid: PRODUCT, layout: 'rows', format: 'csv-comma' }],
  ] as const;
  for (const [method, path, data] of attempts) {
    const { status, body } = await desk.app.request[method](path)
      .set('Authorization', `Bearer ${few.accessKey}`)
      .send(data);
    expect([path, status, codeOf({ body })]).toEqual([path, 403, 'TOKEN_NOT_ALLOWED']);
  }
  expect((await desk.admin.get('/admin/users/me')).body.data).toEqual(profile);
  expect((await desk.admin.get(`/admin/admin-tokens/${many.id}`)).status).toBe(200);
});
