import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { sendBothDuring } from '../support/send-during';
import {
  EXPLORER,
  HOME,
  PRODUCT,
  PROTAGONIST,
  course,
  openSchool,
  refusal,
  store,
  stored,
  type BusinessLine,
  type School,
} from './support';

const CHANNEL = 'api::channel.channel';

type Related = Readonly<Record<string, unknown>>;

let app: App;
let school: School;

beforeAll(async () => {
  app = await startApp();
  school = await openSchool(app);
});

afterAll(() => stopQuietly(app));

const courseOf = (line: BusinessLine): Promise<string> =>
  store(app, PRODUCT, course({ verticals: [line.documentId] }));

/** Returns the relation's entries in a form, by document id. */
const readRelation = async (
  who: School['ana'],
  place: string,
  language: 'en' | 'es' = 'en',
): Promise<Map<unknown, Related>> => {
  const answer = await app.request
    .get(`/content-manager/relations/${place}?locale=es&status=draft&pageSize=20`)
    .set('Authorization', `Bearer ${who.token}`)
    .set('Accept-Language', language);
  expect(answer.status).toBe(200);
  const { results } = answer.body as { results: Related[] };
  return new Map(results.map((entry) => [entry.documentId, entry]));
};

const OTHER = {
  en: 'An entry of another business line',
  es: 'Una entrada de otra línea de negocio',
} as const;

describe('A relation to an entry whose type the role may not read', () => {
  it.each([
    ['en', 'Hidden from your role'],
    ['es', 'Oculto para tu rol'],
  ] as const)('shows a translated label instead of an id (%s)', async (language, words) => {
    const support = await signInAs(app, 'support', `Support ${language}`);
    const { id: roleId, documentId: role } = await app.strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });
    const email = `student-${language}@example.com`;
    const { documentId } = await app.strapi.db
      .query('plugin::users-permissions.user')
      .create({ data: { email, username: email, role: roleId } });
    const related = await readRelation(
      support,
      `plugin::users-permissions.user/${documentId}/role`,
      language,
    );
    expect(related.get(role)).toMatchObject({ name: words });
  });
});

describe('A relation to an entry of another business line', () => {
  it.each(['en', 'es'] as const)(
    'shows a translated label instead of its title (%s)',
    async (language) => {
      const { ana, both, medicina, psicologia } = school;
      const [ownId, other] = [await courseOf(medicina), await courseOf(psicologia)];
      const teacher = await store(app, PROTAGONIST, {
        name: 'P',
        slug: `p-${language}`,
        cv: 'cv',
        order: 1,
        products: [ownId, other],
      });
      const place = `${PROTAGONIST}/${teacher}/products`;
      const related = await readRelation(ana, place, language);
      expect(Object.values(related.get(other) ?? {})).toContain(OTHER[language]);
      expect(Object.values(related.get(ownId) ?? {})).not.toContain(OTHER[language]);
      const title = (await stored(app, PRODUCT, other))?.title;
      expect(JSON.stringify([...related.values()])).not.toContain(title);
      // Users with read access see its name.
      const shownToBoth = await readRelation(both, place, language);
      expect(JSON.stringify(shownToBoth.get(other))).toContain(title);
    },
  );

  it('shows the label within a component', async () => {
    const { ana, medicina, psicologia } = school;
    const other = await courseOf(psicologia);
    const home = await store(app, HOME, {
      vertical: medicina.documentId,
      tendencies: [{ __component: 'home.product-home', product: other }],
    });
    const entry = await stored(app, HOME, home, ['tendencies']);
    const [card] = entry?.tendencies as { id: number }[];
    const related = await readRelation(ana, `home.product-home/${card?.id}/product`);
    expect(Object.values(related.get(other) ?? {})).toContain(OTHER.en);
    await getDocumentService(app, HOME).delete({ documentId: home, locale: '*' });
  });

  it('shows the label in publishing rules, refused publications, copies and replacements', async () => {
    const { ana, both, medicina, psicologia } = school;
    const other = await courseOf(psicologia);
    const title = String((await stored(app, PRODUCT, other))?.title);
    const home = await store(app, HOME, {
      vertical: medicina.documentId,
      tendencies: [{ __component: 'home.product-home', product: other }],
    });
    const channel = await store(app, CHANNEL, {
      ...{ name: 'Theirs', slug: 'theirs', description: 'x', type: 'University', order: 1 },
      verticals: [psicologia.documentId],
    });
    const verticals = [medicina.documentId];
    const ownId = await store(app, PRODUCT, course({ verticals, channels: [channel] }));
    const shown = [{ uid: PRODUCT, documentId: other }];
    const requests: [string, object][] = [
      [`/publishing-rules/facts/${HOME}`, { documentId: home, locale: 'es', payID: '', shown }],
      [`/publishing-rules/check/${HOME}`, { documentIds: [home], locale: 'es' }],
      [`${EXPLORER}/${HOME}/${home}/actions/publish?locale=es`, {}],
      [`/bulk-edit/${PRODUCT}/replaceable`, { documents: [ownId] }],
    ];
    const post = async (who: typeof ana, [path, body]: (typeof requests)[number]) =>
      (await who.post(path, body)).text;
    for (const way of requests) {
      const name = way[0].startsWith('/bulk-edit') ? 'Theirs' : title;
      const answers = [await post(ana, way), await post(both, way)];
      const matches = answers.map((text) => [text.includes(name), text.includes(OTHER.en)]);
      expect([way[0], ...matches]).toEqual([way[0], [false, true], [true, false]]);
    }
    const to = { locale: 'en', vertical: medicina.documentId };
    const copied = await ana.post(`/pages/copy/${HOME}/${home}`, { from: { locale: 'es' }, to });
    expect((copied.body.data as { unmapped: object[] }).unmapped).toEqual([
      expect.objectContaining({ documentId: other, title: OTHER.en }),
    ]);
    await getDocumentService(app, HOME).delete({ documentId: home, locale: '*' });
  });

  it('shows the label in the history', async () => {
    const { ana, both, all, medicina, psicologia } = school;
    const other = await courseOf(psicologia);
    const title = (await stored(app, PRODUCT, other))?.title;
    const home = await store(app, HOME, { vertical: medicina.documentId, tendencies: [] }, 'es');
    await getDocumentService(app, HOME).update({
      documentId: home,
      locale: 'es',
      data: { tendencies: [{ __component: 'home.product-home', product: other }] },
    });
    const path = `/history/entries/${HOME}/${home}`;
    const { body } = await all.get(`${path}?locale=es`);
    const [last, first] = (body.data as { events: { id: string }[] }).events;
    const compare = async (who: typeof ana): Promise<string> =>
      (await who.get(`${path}/compare?locale=es&from=${first?.id}&to=${last?.id}`)).text;
    expect(await compare(both)).toContain(title);
    expect(await compare(ana)).not.toContain(title);
    expect(await compare(ana)).toContain(OTHER.en);
  });
});

describe('Translation forms', () => {
  const fill = (who: School['ana'], documentId: string) =>
    app.request
      .get(`/i18n/content-manager/get-fill-from-locale/${PRODUCT}`)
      .query({
        documentId,
        sourceLocale: 'es',
        targetLocale: 'en',
        collectionType: 'collection-types',
      })
      .set('Authorization', `Bearer ${who.token}`);

  const readShared = (who: School['ana'], id: unknown) =>
    app.request
      .post('/i18n/content-manager/actions/get-non-localized-fields')
      .send({ model: PRODUCT, id, locale: 'en' })
      .set('Authorization', `Bearer ${who.token}`);

  it('GET get-fill-from-locale and POST get-non-localized-fields – entry of another line – answer 403', async () => {
    const { ana, medicina, psicologia } = school;
    const [ownId, other] = [await courseOf(medicina), await courseOf(psicologia)];
    expect((await fill(ana, ownId)).status).toBe(200);
    expect((await fill(ana, other)).status).toBe(403);
    expect((await readShared(ana, (await stored(app, PRODUCT, ownId))?.id)).status).toBe(200);
    expect((await readShared(ana, (await stored(app, PRODUCT, other))?.id)).status).toBe(403);
  });

  it('GET get-fill-from-locale – slug and SEO texts – are empty for a new locale, and the slug of an existing one is kept', async () => {
    const { ana, medicina } = school;
    const documentId = await courseOf(medicina);
    const documents = getDocumentService(app, PRODUCT);
    const seo = { title: 'Curso', description: 'Un curso', author: 'Ana' };
    await documents.update({ documentId, locale: 'es', data: { seo } });
    const readFilled = async () => ((await fill(ana, documentId)).body as { data: object }).data;
    const source = await stored(app, PRODUCT, documentId);
    expect(await readFilled()).toMatchObject({
      title: source?.title,
      SKU: source?.SKU,
      slug: null,
      seo: { title: null, description: null, author: 'Ana' },
    });
    const slug = `course-${documentId}`;
    await documents.update({ documentId, locale: 'en', data: { title: 'Course', slug } });
    expect(await readFilled()).toMatchObject({ title: source?.title, slug });
  });
});

describe('A user who manages users and roles without being a super admin', () => {
  type Row = { id: number; code: string };
  const actions = ['users.create', 'users.read', 'users.update', 'users.delete'];
  let manager: Admin;
  let ownRow: Row;
  let superAdmin: Row;
  let first: { id: number };

  const granted = (names: readonly string[]) =>
    names.map((name) => ({ action: `admin::${name}`, properties: {}, conditions: [] }));
  const invite = (who: Admin, email: string, roles: readonly unknown[]) =>
    who.post('/admin/users', { firstname: 'New', lastname: 'User', email, roles });

  beforeAll(async () => {
    const created = await school.all.post('/admin/roles', { name: 'Managers', description: '' });
    ownRow = created.body.data as Row;
    const permissions = granted([...actions, 'roles.read', 'roles.update']);
    const saved = await school.all.put(`/admin/roles/${ownRow.id}/permissions`, { permissions });
    expect(saved.status).toBe(200);
    manager = await signInAs(app, ownRow.code, 'Manager');
    superAdmin = (await app.strapi.db.query('admin::role').findOne({
      where: { code: 'strapi-super-admin' },
    })) as Row;
    first = (await app.strapi.db.query('admin::user').findOne({
      where: { roles: { code: 'strapi-super-admin' } },
    })) as Row;
  });

  it('POST, PUT and DELETE /admin/users – role or user of super admins – answer 403 and change nothing', async () => {
    const denied = [403, 'SUPER_ADMIN_ONLY'];
    const { id } = (await app.strapi.db.query('admin::user').findOne({
      where: { email: manager.email },
    })) as Row;
    for (const roles of [
      [superAdmin.id],
      [ownRow.id, String(superAdmin.id)],
      [`0${superAdmin.id}`],
    ]) {
      expect(refusal(await invite(manager, 'taken@example.com', roles))).toEqual(denied);
      expect(refusal(await manager.put(`/admin/users/${id}`, { roles }))).toEqual(denied);
    }
    for (const change of [{ password: 'Sunflower-42-river' }, { email: 'x@example.com' }]) {
      expect(refusal(await manager.put(`/admin/users/${first.id}`, change))).toEqual(denied);
    }
    expect(refusal(await manager.delete(`/admin/users/${first.id}`))).toEqual(denied);
    const many = await manager.post('/admin/users/batch-delete', { ids: [first.id] });
    expect(refusal(many)).toEqual(denied);
    expect(
      await app.strapi.db.query('admin::user').findOne({ where: { id: first.id } }),
    ).not.toBeNull();

    expect((await manager.put(`/admin/users/${id}`, { firstname: 'Other' })).status).toBe(200);
    expect((await invite(manager, 'colleague@example.com', [ownRow.id])).status).toBe(201);
    expect((await invite(school.all, 'boss@example.com', [superAdmin.id])).status).toBe(201);
  });

  it('POST, PUT and DELETE /admin/users – role or user with rights that the user does not have – answer 403', async () => {
    const exceeded = [403, 'RIGHTS_EXCEEDED'];
    const users = app.strapi.db.query('admin::user');
    const find = async ({ email }: Admin) =>
      (await users.findOne({ where: { email }, populate: ['roles'] })) as Row & { roles: Row[] };
    const [self, ana] = [await find(manager), await find(school.ana)];
    const stronger = ana.roles.map(({ id }) => id);
    expect(refusal(await invite(manager, 'strong@example.com', stronger))).toEqual(exceeded);
    const roles = [ownRow.id, ...stronger];
    expect(refusal(await manager.put(`/admin/users/${self.id}`, { roles }))).toEqual(exceeded);
    for (const change of [{ password: 'Sunflower-42-river' }, { roles: [ownRow.id] }]) {
      expect(refusal(await manager.put(`/admin/users/${ana.id}`, change))).toEqual(exceeded);
    }
    const deletions = [
      await manager.delete(`/admin/users/${ana.id}`),
      await manager.post('/admin/users/batch-delete', { ids: [ana.id] }),
    ];
    expect(deletions.map(refusal)).toEqual([exceeded, exceeded]);
    const equal = (await invite(manager, 'equal@example.com', [ownRow.id])).body.data as Row;
    expect((await manager.delete(`/admin/users/${equal.id}`)).status).toBe(200);
    expect(await find(school.ana)).toEqual(ana);
  });

  it('PUT /admin/roles/:id/permissions – rights that the user does not have – answers 403', async () => {
    const update = (names: readonly string[]) =>
      manager.put(`/admin/roles/${ownRow.id}/permissions`, { permissions: granted(names) });
    const answer = await update([...actions, 'roles.update', 'api-tokens.create']);
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: {
          details: {
            code: 'RIGHTS_EXCEEDED',
            permissions: [{ action: 'admin::api-tokens.create', subject: null }],
          },
        },
      },
    });
    expect((await update([...actions, 'roles.update'])).status).toBe(200);
  });

  it('POST /admin/admin-tokens – locales that the user does not have, or loses – answers 403', async () => {
    const reading = (locales: readonly string[] | null) => ({
      ...{ action: 'plugin::content-manager.explorer.read', subject: PRODUCT },
      ...{ properties: { fields: ['title'], locales }, conditions: [] },
    });
    const names = [
      ...['roles.create', 'roles.update', 'api-tokens.delete'],
      ...['admin-tokens.access', 'admin-tokens.create'],
    ];
    const address = `/admin/roles/${ownRow.id}/permissions`;
    const permissions = [...granted(names), reading(['es'])];
    expect((await school.all.put(address, { permissions })).status).toBe(200);
    const create = (locales: readonly string[] | null) =>
      manager.post('/admin/admin-tokens', {
        ...{ name: `Reads ${String(locales)}`, description: '', lifespan: null },
        adminPermissions: [reading(locales)],
      });
    for (const locales of [['es', 'en'], null]) {
      expect(refusal(await create(locales))).toEqual([403, 'RIGHTS_EXCEEDED']);
      const changed = await manager.put(address, { permissions: [reading(locales)] });
      expect(refusal(changed)).toEqual([403, 'RIGHTS_EXCEEDED']);
    }
    expect((await manager.put(address, { permissions: [null] })).status).toBe(400);
    expect((await manager.put(address, { permissions })).status).toBe(200);

    const created = await create(['es']);
    expect(created.status).toBe(201);
    const { id, accessKey } = created.body.data as { id: number; accessKey: string };
    const list = (locale: string) =>
      app.request
        .get(`${EXPLORER}/${PRODUCT}?locale=${locale}&sort=id:desc`)
        .set('Authorization', `Bearer ${accessKey}`);
    const title = 'Listed for a token';
    await store(app, PRODUCT, course({ title }));
    expect((await list('es')).text).toContain(title);
    const line = `/rights/lines/${school.medicina.documentId}/roles`;
    expect(refusal(await manager.post(line))).toEqual([403, 'RIGHTS_EXCEEDED']);
    expect(refusal(await manager.delete(`/admin/api-tokens/${id}`))).toEqual([404, 'ADMIN_TOKEN']);
    const moved = [...granted(names), reading(['en'])];
    expect((await school.all.put(address, { permissions: moved })).status).toBe(200);
    expect((await list('es')).status).toBe(403);
    expect((await list('en')).status).toBe(403);
  });

  it('API tokens, transfer tokens and webhooks – user who may manage them – answer 403 and show no secret', async () => {
    const names = [
      ...['create', 'read', 'update', 'regenerate', 'delete'].map((name) => `api-tokens.${name}`),
      ...['create', 'update', 'regenerate'].map((name) => `transfer.tokens.${name}`),
      ...['create', 'read', 'update', 'delete'].map((name) => `webhooks.${name}`),
    ];
    const address = `/admin/roles/${ownRow.id}/permissions`;
    expect((await school.all.put(address, { permissions: granted(names) })).status).toBe(200);
    const exceeded = [403, 'RIGHTS_EXCEEDED'];
    const token = { name: 'Of nobody', description: '', type: 'custom', lifespan: null };
    const reading = { ...token, permissions: ['api::product.product.find'] };
    const full = { ...token, type: 'full-access' };
    const transfer = { name: 'Of nobody', description: '', permissions: ['pull'], lifespan: null };
    const headers = { Authorization: 'Bearer of-the-receiver' };
    const webhook = {
      url: 'https://hooks.example.com/of-the-receiver?key=1',
      headers,
      events: ['entry.update'],
    };
    const hook = { name: 'Of nobody', ...webhook };
    const paths = ['/admin/api-tokens', '/admin/transfer/tokens', '/admin/webhooks'] as const;
    const idIn = ({ body }: { body: { data?: unknown } }) => (body.data as { id: number }).id;
    const bodies = [full, transfer, hook];
    for (const [index, path] of paths.entries()) {
      const values = bodies[index] ?? {};
      const created = await school.all.post(path, values);
      expect(created.status).toBe(201);
      const at = `${path}/${idIn(created)}`;
      expect(refusal(await manager.post(path, { ...values, name: 'Another' }))).toEqual(exceeded);
      expect(refusal(await manager.put(at, { ...values, isEnabled: true }))).toEqual(exceeded);
      if (path === '/admin/webhooks') {
        expect((await school.all.get(at)).body.data).toMatchObject({ headers, url: webhook.url });
        const list = await manager.get(path);
        const listed = (list.body.data as object[]).at(-1);
        const answers = [listed, (await manager.get(at)).body.data];
        answers.push((await manager.delete(at)).body.data);
        for (const hidden of answers) {
          const url = 'https://hooks.example.com';
          expect(hidden).toMatchObject({ name: hook.name, url, headers: { Authorization: '' } });
        }
        expect((await manager.get(at)).status).toBe(404);
        continue;
      }
      expect(refusal(await manager.post(`${at}/regenerate`))).toEqual(exceeded);
      if (path !== '/admin/api-tokens') continue;
      expect((await school.all.get(at)).body.data).toHaveProperty('accessKey');
      const shown = await manager.get(at);
      expect([shown.status, shown.body.data]).toMatchObject([200, { type: 'full-access' }]);
      expect(shown.body.data).not.toHaveProperty('accessKey');
      expect(refusal(await manager.post(path, reading))).toEqual(exceeded);
      const renamed = { name: 'Of the website', description: '', type: 'full-access' };
      expect((await school.all.put(at, renamed)).status).toBe(200);
      expect((await manager.delete(at)).status).toBe(200);
    }
  });

  it('student roles, their default and sign-in providers – user who may manage them – answer 403', async () => {
    const names = [
      ...['roles.create', 'roles.read', 'roles.update', 'advanced-settings.read'],
      ...['advanced-settings.update', 'providers.read', 'providers.update'],
    ];
    const permissions = names.map((name) => ({
      ...{ action: `plugin::users-permissions.${name}`, properties: {}, conditions: [] },
    }));
    const address = `/admin/roles/${ownRow.id}/permissions`;
    expect((await school.all.put(address, { permissions })).status).toBe(200);
    const [roles, advanced, providers] = ['roles', 'advanced', 'providers'].map(
      (name) => `/users-permissions/${name}`,
    ) as [string, string, string];
    const listed = (await manager.get(roles)).body.roles as (Row & { type: string })[];
    const everybody = listed.find(({ type }) => type === 'public');
    const { settings } = (await manager.get(advanced)).body as { settings: object };
    const controllers = { product: { update: { enabled: true } } };
    const role = {
      ...{ name: 'Of nobody', description: 'x', users: [] },
      permissions: { 'api::product': { controllers } },
    };
    const answers = [
      await manager.post(roles, role),
      await manager.put(`${roles}/${everybody?.id ?? 0}`, role),
      await manager.put(advanced, { ...settings, default_role: 'administrator' }),
      await manager.get(providers),
      await manager.put(providers, { providers: {} }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'RIGHTS_EXCEEDED']));
    expect((await manager.get(roles)).body.roles).toEqual(listed);
    expect((await school.all.put(advanced, settings)).status).toBe(200);
    expect((await school.all.get(providers)).status).toBe(200);
  });

  it('DELETE /admin/roles/:id – role that a user gets meanwhile – leaves no user without a role', async () => {
    const created = await school.all.post('/admin/roles', { name: 'Short-lived', description: '' });
    const { id } = created.body.data as Row;
    const user = (await app.strapi.db.query('admin::user').findOne({
      where: { email: manager.email },
    })) as Row;
    const [deletion, change] = await sendBothDuring(
      app,
      (transaction) => transaction.raw('SELECT FROM admin_roles WHERE id = ? FOR KEY SHARE', [id]),
      [
        () => school.all.delete(`/admin/roles/${id}`),
        () => school.all.put(`/admin/users/${user.id}`, { roles: [id] }),
      ],
    );
    expect([deletion.status, refusal(change)]).toEqual([200, [409, 'DELETED_MEANWHILE']]);
    const { roles } = (await app.strapi.db.query('admin::user').findOne({
      where: { id: user.id },
      populate: ['roles'],
    })) as { roles: Row[] };
    expect(roles.map((role) => role.id)).toEqual([ownRow.id]);
  });

  it('PUT /admin/roles/:id/permissions – two requests at the same time – the later permissions count', async () => {
    const created = await school.all.post('/admin/roles', { name: 'Of two', description: '' });
    const { id } = created.body.data as Row;
    const address = `/admin/roles/${id}/permissions`;
    const save = (names: readonly string[]) => () =>
      school.all.put(address, { permissions: granted(names) });
    const answers = await sendBothDuring(
      app,
      (transaction) => transaction.raw('SELECT FROM admin_roles WHERE id = ? FOR UPDATE', [id]),
      [save(['users.read', 'users.update']), save(['users.read', 'users.create'])],
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = (await school.all.get(address)).body.data as { action: string }[];
    expect(stored.map(({ action }) => action).sort()).toEqual([
      'admin::users.create',
      'admin::users.read',
    ]);
  });

  it('PUT and DELETE /admin/users – last super admin who can log in – answer 400, also at the same time', async () => {
    const last = [400, 'LAST_SUPER_ADMIN'];
    const at = async ({ email }: Admin) => {
      const user = (await app.strapi.db
        .query('admin::user')
        .findOne({ where: { email } })) as Row | null;
      return `/admin/users/${user?.id ?? 0}`;
    };
    // Rows of old databases may have no value, and can log in. The invited colleague cannot yet.
    await app.strapi.db
      .query('admin::user')
      .update({ where: { email: school.all.email }, data: { blocked: null } });
    for (const change of [{ isActive: false }, { roles: [ownRow.id] }]) {
      expect(refusal(await school.all.put(await at(school.all), change))).toEqual(last);
    }
    const other = await signInAs(app, 'strapi-super-admin', 'Second');
    const [one, two] = [await at(school.all), await at(other)];
    const answers = await Promise.all([school.all.delete(two), other.delete(one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
