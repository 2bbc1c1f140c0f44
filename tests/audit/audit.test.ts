import { parse } from 'csv-parse/sync';
import { getFeatures } from '#feature/application';
import { getJobs } from '#platform/jobs';
import { isAuditAction } from '#plugins/changes/audit/actions';
import { type Admin, type AdminAnswer, createApiToken, signIn, signInAs } from '../support/admin';
import { type App, startApp, stopQuietly } from '../support/app';
import { until } from '../support/until';
import { entriesOf, type StoredEntry } from './support';

const KEEP_DAYS = 40;

const STUDENT = 'plugin::users-permissions.user';
const STUDENTS = `/content-manager/collection-types/${STUDENT}`;
const ENDPOINTS = '/content-manager/collection-types/plugin::webhooks.endpoint';
const VIEW = '/content-manager/content-types/api::category.category/configuration';

type View = {
  settings: object;
  metadatas: Record<string, { edit: object; list: Record<string, unknown> }>;
  layouts: object;
};

/** A route in the format of the router. */
type Route = { methods: readonly string[]; path: string };

type Saved = { id: number; documentId: string };

describe('audit log', () => {
  let app: App;
  let admin: Admin;
  /** Texts that must not appear in the log. */
  const secrets: string[] = [];

  const findLast = async (action: string): Promise<StoredEntry> => {
    const entry = (await entriesOf(app, action)).at(-1);
    if (entry === undefined) throw new Error(`No ${action} was recorded`);
    return entry;
  };

  const count = async (action: string): Promise<number> => (await entriesOf(app, action)).length;

  const expectSuccess = async (request: Promise<AdminAnswer>): Promise<AdminAnswer> => {
    const answer = await request;
    expect([answer.status, answer.body.error]).toEqual([expect.any(Number), undefined]);
    expect(answer.status).toBeLessThan(300);
    return answer;
  };

  const savedIn = ({ body }: AdminAnswer): Saved => body.data as Saved;

  const run = (statement: string) => app.strapi.db.connection.raw(statement);

  const createStudents = async (name: string, many: number): Promise<void> => {
    const students = app.strapi.db.query(STUDENT);
    for (let at = 0; at < many; at += 1) {
      await students.create({
        data: { username: `${name}-${at}`, email: `${name}-${at}@example.com`, confirmed: true },
      });
    }
  };

  beforeAll(async () => {
    app = await startApp({ runtimeEnv: { AUDIT_KEEP_DAYS: String(KEEP_DAYS) } });
    admin = await signIn(app);
    secrets.push(admin.password, admin.token);
    await createStudents('many', 60);
  });

  afterAll(() => stopQuietly(app));

  const findAuditedActions = () =>
    getFeatures(app).flatMap(({ auditedActions = [] }) => auditedActions);

  it('audited routes – exist in the service', () => {
    const existingRoutes = new Set(
      (app.strapi.server.listRoutes() as Route[]).flatMap(({ methods, path }) =>
        methods.map((method) => `${method} ${path.replace(/(?<=.)\/+$/, '')}`),
      ),
    );
    const auditedRoutes = findAuditedActions().flatMap(({ routes = {}, personalReads = {} }) => [
      ...Object.keys(routes),
      ...Object.keys(personalReads),
    ]);
    expect(auditedRoutes.length).toBeGreaterThan(50);
    expect(auditedRoutes.filter((route) => !existingRoutes.has(route))).toEqual([]);
  });

  it('auditedActions – every code – has a description', () => {
    const codes = findAuditedActions().flatMap(({ routes = {}, documents = {} }) => [
      ...Object.values(routes).flatMap(({ action, failure = action }) => [action, failure]),
      ...Object.values(documents).flatMap(({ actions }) => Object.values(actions)),
    ]);
    expect(codes.filter((code) => code === undefined || !isAuditAction(code))).toEqual([]);
  });

  describe('logins', () => {
    it('login – records user, e-mail, IP address and request id', async () => {
      const person = { email: admin.email, password: admin.password };
      const answer = await app.request
        .post('/admin/login')
        .set('X-Request-Id', 'proxy-4711')
        .send(person)
        .expect(200);
      expect(answer.headers['x-request-id']).toBe('proxy-4711');
      expect(await findLast('auth.signed-in')).toMatchObject({
        actor_kind: 'user',
        // The e-mail appears once.
        actor_name: expect.stringMatching(/^[^<>]+ <[^<>]+>$/) as string,
        target_name: admin.email,
        ip: expect.stringContaining('127.0.0.1') as string,
        request_id: 'proxy-4711',
        details: {},
      });
    });

    it('failed login – records the e-mail', async () => {
      const password = 'Wrong-and-secret-1';
      secrets.push(password);
      for (const email of [admin.email, 'nobody@example.com']) {
        await app.request.post('/admin/login').send({ email, password }).expect(400);
        expect(await findLast('auth.sign-in-failed')).toMatchObject({
          actor_kind: 'public',
          actor_id: null,
          target_type: 'admin::user',
          target_name: email,
          request_id: expect.stringMatching(/^[\w-]{36}$/) as string,
        });
      }
    });

    it('failed login with a password as e-mail – records no e-mail', async () => {
      const password = 'Typed-in-the-wrong-field-1';
      secrets.push(password);
      const before = await count('auth.sign-in-failed');
      await app.request.post('/admin/login').send({ email: password, password }).expect(400);
      expect(await count('auth.sign-in-failed')).toBe(before + 1);
      expect(await findLast('auth.sign-in-failed')).toMatchObject({ target_name: null });
    });

    it('logout – records the user', async () => {
      const leavingUser = await signInAs(app, 'strapi-editor', 'Leaving');
      await expectSuccess(leavingUser.post('/admin/logout'));
      expect(await findLast('auth.signed-out')).toMatchObject({
        actor_name: expect.stringContaining('leaving@example.com') as string,
      });
    });

    it('logins of students – are not recorded', async () => {
      const before = await entriesOf(app);
      await app.request.post('/api/user-endpoints/login').send({ email: 'a@b.es', password: 'x' });
      expect(await entriesOf(app)).toHaveLength(before.length);
    });
  });

  describe('users and roles', () => {
    it('panel user created, changed and deleted – records each', async () => {
      const roles = (await admin.get('/admin/roles')).body.data as (Saved & { code: string })[];
      const editor = roles.find(({ code }) => code === 'strapi-editor')?.id ?? 0;
      const email = 'invited@example.com';
      const invited = await expectSuccess(
        admin.post('/admin/users', { firstname: 'In', lastname: 'Vited', email, roles: [editor] }),
      );
      const { id } = savedIn(invited);
      secrets.push((invited.body.data as { registrationToken: string }).registrationToken);
      expect(await findLast('admin-user.created')).toMatchObject({
        actor_kind: 'user',
        target_type: 'admin::user',
        target_id: String(id),
        target_name: email,
        details: { roles: [String(editor)] },
      });
      const password = 'Given-by-somebody-1';
      secrets.push(password);
      await expectSuccess(admin.put(`/admin/users/${id}`, { isActive: true, password }));
      expect((await findLast('admin-user.changed')).details).toEqual({
        isActive: true,
        changed: ['password', 'isActive'],
      });
      await expectSuccess(admin.delete(`/admin/users/${id}`));
      expect(await findLast('admin-user.deleted')).toMatchObject({ target_name: email });
      await expectSuccess(admin.put('/admin/users/me', { firstname: 'Test' }));
      expect((await findLast('admin-user.self-changed')).details).toEqual({
        changed: ['firstname'],
      });
    });

    it('role created, changed and deleted – records each with changed permissions', async () => {
      const created = await expectSuccess(
        admin.post('/admin/roles', { name: 'Readers', description: 'r' }),
      );
      const { id } = savedIn(created);
      expect(await findLast('role.created')).toMatchObject({ target_name: 'Readers' });
      const permit = (...actions: string[]) =>
        expectSuccess(
          admin.put(`/admin/roles/${id}/permissions`, {
            permissions: actions.map((action) => ({ action, subject: null, conditions: [] })),
          }),
        );
      await permit('plugin::upload.read', 'plugin::upload.settings.read');
      await permit('plugin::upload.read', 'admin::roles.read');
      expect(await findLast('role.permissions-changed')).toMatchObject({
        target_id: String(id),
        details: {
          permissions: 2,
          added: ['admin::roles.read'],
          removed: ['plugin::upload.settings.read'],
        },
      });
      await expectSuccess(admin.put(`/admin/roles/${id}`, { name: 'Lectors', description: 'r' }));
      expect(await findLast('role.changed')).toMatchObject({ target_name: 'Lectors' });
      await expectSuccess(admin.delete(`/admin/roles/${id}`));
      expect(await findLast('role.deleted')).toMatchObject({ target_id: String(id) });
    });

    it('refused or rolled back request – records nothing', async () => {
      const author = await signIn(app, 'strapi-author');
      const before = await entriesOf(app);
      expect((await author.post('/admin/roles', { name: 'Mine' })).status).toBe(403);
      expect((await admin.post('/admin/roles', { name: 'Author' })).status).toBe(400);
      expect(await entriesOf(app)).toHaveLength(before.length);
    });

    it('record cannot be written – the change fails too', async () => {
      await run(`ALTER TABLE audit.entries ADD CONSTRAINT refusing CHECK (action <> 'role.created')
        NOT VALID`);
      try {
        expect((await admin.post('/admin/roles', { name: 'Unseen' })).status).toBe(500);
      } finally {
        await run('ALTER TABLE audit.entries DROP CONSTRAINT refusing');
      }
      const roles = (await admin.get('/admin/roles')).body.data as { name: string }[];
      expect(roles.map(({ name }) => name)).not.toContain('Unseen');
    });
  });

  describe('tokens', () => {
    it.each([
      ['api-token', '/admin/api-tokens', { type: 'read-only' }],
      ['admin-token', '/admin/admin-tokens', { adminPermissions: [] }],
      ['transfer-token', '/admin/transfer/tokens', { permissions: ['pull'] }],
    ])(
      '%s created, changed, regenerated and deleted – records each',
      async (kind, address, more) => {
        const name = `Made ${kind}`;
        const body = { name, description: '', ...more };
        const created = await expectSuccess(admin.post(address, { ...body, lifespan: null }));
        const { id, accessKey } = created.body.data as { id: number; accessKey: string };
        secrets.push(accessKey);
        const about = { target_type: `admin::${kind}`, target_id: String(id) };
        expect(await findLast(`${kind}.created`)).toMatchObject({ ...about, target_name: name });
        await expectSuccess(admin.put(`${address}/${id}`, { ...body, description: 'Changed' }));
        expect((await findLast(`${kind}.changed`)).details).toMatchObject({
          changed: expect.arrayContaining(['name', 'description']) as string[],
        });
        const renewed = await expectSuccess(admin.post(`${address}/${id}/regenerate`));
        secrets.push((renewed.body.data as { accessKey: string }).accessKey);
        expect(await findLast(`${kind}.regenerated`)).toMatchObject(about);
        const tokenAnswer = await expectSuccess(admin.get(`${address}/${id}`));
        const isShown =
          typeof (tokenAnswer.body.data as { accessKey?: unknown }).accessKey === 'string';
        if (kind !== 'transfer-token') expect(await count(`${kind}.shown`)).toBe(isShown ? 1 : 0);
        await expectSuccess(admin.delete(`${address}/${id}`));
        expect(await findLast(`${kind}.deleted`)).toMatchObject(about);
      },
    );
  });

  describe('settings', () => {
    it('media, languages, panel views and student roles – record each change', async () => {
      const sizes = { sizeOptimization: true, responsiveDimensions: true, autoOrientation: true };
      await expectSuccess(admin.put('/upload/settings', sizes));
      expect((await findLast('settings.upload')).details).toEqual(sizes);

      const french = { name: 'French', code: 'fr', isDefault: false };
      const { body } = await expectSuccess(admin.post('/i18n/locales', french));
      const { id } = body as unknown as Saved;
      expect(await findLast('language.created')).toMatchObject({ details: { code: 'fr' } });
      await expectSuccess(admin.put(`/i18n/locales/${id}`, { name: 'Français', isDefault: false }));
      expect(await findLast('language.changed')).toMatchObject({ target_id: String(id) });
      await expectSuccess(admin.delete(`/i18n/locales/${id}`));
      expect(await findLast('language.deleted')).toMatchObject({ target_id: String(id) });

      const view = (await admin.get(VIEW)).body.data as { contentType: View };
      const { settings, metadatas, layouts } = view.contentType;
      const sentMetadatas = Object.entries(metadatas).map(([field, { edit, list }]) => {
        const { mainField, ...shown } = list;
        return [field, { edit, list: mainField === undefined ? list : shown }];
      });
      await expectSuccess(
        admin.put(VIEW, { settings, metadatas: Object.fromEntries(sentMetadatas), layouts }),
      );
      expect(await findLast('settings.view')).toMatchObject({
        target_id: 'api::category.category',
        details: { changed: ['settings', 'metadatas', 'layouts'] },
      });

      const role = { name: 'Alumni', description: 'a', permissions: {}, users: [] };
      await expectSuccess(admin.post('/users-permissions/roles', role));
      expect(await findLast('student-role.created')).toMatchObject({ actor_kind: 'user' });
    });

    it('webhook and its secret – record each change and reading', async () => {
      const created = await expectSuccess(
        admin.post(ENDPOINTS, { name: 'CRM', url: 'https://crm.example/hook', isOn: true }),
      );
      const { documentId } = savedIn(created);
      const about = { target_id: documentId, target_name: 'CRM' };
      expect(await findLast('webhook.created')).toMatchObject(about);
      await expectSuccess(
        admin.put(`${ENDPOINTS}/${documentId}`, { url: 'https://crm.example/new' }),
      );
      expect(await findLast('webhook.changed')).toMatchObject({
        ...about,
        details: { changed: expect.arrayContaining(['url']) as string[] },
      });
      const secret = `/webhooks/endpoints/${documentId}/secret`;
      for (const [request, action] of [
        [admin.get(secret), 'webhook.secret-shown'],
        [admin.post(secret), 'webhook.secret-renewed'],
      ] as const) {
        secrets.push(((await expectSuccess(request)).body.data as { secret: string }).secret);
        expect(await findLast(action)).toMatchObject({ target_id: documentId });
      }
      await expectSuccess(admin.delete(`${ENDPOINTS}/${documentId}`));
      expect(await findLast('webhook.deleted')).toMatchObject(about);
    });

    it('student account – records the user who changed it and the fields', async () => {
      const { results } = (await admin.get(`${STUDENTS}?pageSize=1`)).body as unknown as {
        results: (Saved & { email: string })[];
      };
      const [{ documentId, email } = { documentId: '', email: '' }] = results;
      const password = 'Only-for-students-1';
      secrets.push(password);
      await expectSuccess(admin.put(`${STUDENTS}/${documentId}`, { blocked: true, password }));
      const entry = await findLast('student.changed');
      expect(entry).toMatchObject({ target_id: documentId, target_name: email });
      expect(entry.details.changed).toEqual(expect.arrayContaining(['blocked', 'password']));
    });
  });

  describe('personal data', () => {
    it('list with many rows – records the read', async () => {
      await expectSuccess(admin.get(`${STUDENTS}?pageSize=100`));
      expect(await findLast('personal-data.listed')).toMatchObject({
        actor_kind: 'user',
        target_type: STUDENT,
        details: { rows: 60 },
      });
    });

    it('five lists with few rows – record nothing', async () => {
      const before = await entriesOf(app);
      const helper = await signInAs(app, 'strapi-super-admin', 'Helper');
      for (let at = 0; at < 5; at += 1) await expectSuccess(helper.get(`${STUDENTS}?pageSize=10`));
      const since = (await entriesOf(app)).slice(before.length).map(({ action }) => action);
      expect(since).toEqual(['auth.signed-in']);
    });

    it('repeated reads – record it once', async () => {
      const reader = await signInAs(app, 'strapi-super-admin', 'Reader');
      const before = await count('personal-data.read-repeatedly');
      for (let at = 0; at < 5; at += 1) await expectSuccess(reader.get(`${STUDENTS}?pageSize=40`));
      expect(await count('personal-data.read-repeatedly')).toBe(before + 1);
      expect(await findLast('personal-data.read-repeatedly')).toMatchObject({
        actor_name: expect.stringContaining('reader@example.com') as string,
        details: { rows: 200 },
      });
    });

    it('read by an API token – records the token', async () => {
      const token = await createApiToken(app);
      secrets.push(token);
      await app.request.get('/api/users').set('Authorization', `Bearer ${token}`).expect(200);
      expect(await findLast('personal-data.listed')).toMatchObject({
        actor_kind: 'token',
        actor_name: 'tests',
        details: { rows: 60 },
      });
    });
  });

  describe('exports', () => {
    it('CSV of partner video access – records the export', async () => {
      await expectSuccess(admin.get('/partner-video/grants.csv'));
      expect(await findLast('export.partner-video')).toMatchObject({ actor_kind: 'user' });
    });

    it('CSV of the audit log – records the export with its filter', async () => {
      await expectSuccess(admin.get('/audit/entries.csv?action=role.created'));
      expect((await findLast('export.audit')).details).toEqual({ action: 'role.created' });
    });
  });

  describe('reading the log', () => {
    type Listed = {
      entries: { id: string; at: string; action: string; target: { name: string | null } }[];
      next: string | null;
    };

    const list = async (query: string): Promise<Listed> =>
      (await expectSuccess(admin.get(`/audit/entries?${query}`))).body.data as Listed;

    it('super admin – returns 200; other roles – return 403', async () => {
      for (const path of ['/audit/entries', '/audit/entries.csv']) {
        await app.request.get(path).expect(401);
        const editor = await signIn(app, 'strapi-editor');
        expect((await editor.get(path)).status).toBe(403);
        expect((await admin.get(path)).status).toBe(200);
      }
    });

    it('filters – by person, action, target and time – return matching entries', async () => {
      const names = (await list('person=nobody@EXAMPLE')).entries.map(({ target }) => target.name);
      expect(names).toEqual(['nobody@example.com']);
      const failed = await list('action=auth.sign-in-failed');
      expect(failed.entries.map(({ action }) => action)).toEqual(
        Array<string>(await count('auth.sign-in-failed')).fill('auth.sign-in-failed'),
      );
      const about = await list('target=CRM');
      expect(new Set(about.entries.map(({ target }) => target.name))).toEqual(new Set(['CRM']));
      expect((await list('target=%25')).entries).toEqual([]);

      const [first] = (await list('target=CRM')).entries;
      const at = encodeURIComponent(first?.at ?? '');
      const entriesUntil = await list(`to=${at}`);
      expect(entriesUntil.entries.map(({ id }) => id)).not.toContain(first?.id);
      const entriesFrom = await list(`from=${at}`);
      expect(entriesFrom.entries.map(({ id }) => id)).toContain(first?.id);
      expect(entriesFrom.entries.every((entry) => entry.at >= (first?.at ?? ''))).toBe(true);
    });

    it('invalid filter – returns 400', async () => {
      for (const query of ['action=nothing', 'from=yesterday', 'before=x']) {
        expect([query, (await admin.get(`/audit/entries?${query}`)).status]).toEqual([query, 400]);
      }
    });

    it('pages – contain each entry once', async () => {
      await run(`INSERT INTO audit.entries (actor_kind, action, target_name)
        SELECT 'service', 'order.refunded', 'page ' || i FROM generate_series(1, 120) i`);
      const names: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const page: Listed = await list(
          `action=order.refunded${next === '' ? '' : `&before=${next}`}`,
        );
        names.push(...page.entries.map(({ target }) => target.name ?? ''));
        next = page.next;
      }
      expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `page ${120 - index}`));
    });

    it('CSV – escapes formulas, and is in the caller’s language', async () => {
      await run(`INSERT INTO audit.entries (actor_kind, action, target_name)
        VALUES ('service', 'mail.sent-again', '=HYPERLINK("https://evil.example")')`);
      const { text, headers } = await app.request
        .get('/audit/entries.csv?action=mail.sent-again')
        .set('Authorization', `Bearer ${admin.token}`)
        .set('Accept-Language', 'es')
        .expect(200);
      expect(headers['content-disposition']).toContain('audit-log.csv');
      const [titles, line] = text.split('\r\n');
      expect(titles).toContain('quién');
      expect(line).toContain('"\'=HYPERLINK(""https://evil.example"")"');
      expect(line).toContain('Reenvió un correo');
    });

    it.each(['=1', '+1', '-1', '@1', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1'])(
      'CSV – name %j – is escaped',
      async (name) => {
        await app.strapi.db.connection.raw(
          `INSERT INTO audit.entries (actor_kind, actor_name, action, target_name)
           VALUES ('user', ?, 'mail.sent-again', ?)`,
          [name, name],
        );
        const { text } = await expectSuccess(
          admin.get('/audit/entries.csv?action=mail.sent-again'),
        );
        const [, latest = []] = parse(text, { bom: true, relaxColumnCount: true });
        expect(latest.filter((cell) => cell === `'${name}`)).toHaveLength(2);
        expect(latest).not.toContain(name);
      },
    );

    it('CSV – contains all of 1,201 entries', async () => {
      await run(`INSERT INTO audit.entries (actor_kind, action)
        SELECT 'service', 'webhook.tested' FROM generate_series(1, 1201)`);
      const { text } = await expectSuccess(admin.get('/audit/entries.csv?action=webhook.tested'));
      expect(text.trim().split('\r\n')).toHaveLength(1_202);
    });
  });

  describe('database', () => {
    it.each([
      "UPDATE audit.entries SET action = 'nothing'",
      'DELETE FROM audit.entries',
      'TRUNCATE audit.entries',
    ])('%s – is refused', async (statement) => {
      const before = await entriesOf(app);
      await expect(run(statement)).rejects.toThrow('append-only');
      expect(await entriesOf(app)).toHaveLength(before.length);
    });

    it('deletion of recent entries – is refused, also with audit.retention', async () => {
      const attempt = app.strapi.db.connection.transaction(async (trx) => {
        await trx.raw(`SELECT set_config('audit.retention', 'on', true)`);
        await trx.raw('DELETE FROM audit.entries');
      });
      await expect(attempt).rejects.toThrow('append-only');
    });

    it('audit.prune – deletes entries older than AUDIT_KEEP_DAYS', async () => {
      await run(`INSERT INTO audit.entries (at, actor_kind, action)
        SELECT now() - days * interval '1 day', 'service', 'settings.panel'
        FROM unnest(ARRAY[${KEEP_DAYS + 1}, ${KEEP_DAYS - 1}, 500]) days`);
      const jobs = getJobs(app);
      const id = (await jobs.enqueue('audit.prune', {})) ?? '';
      await until(
        () => jobs.stateOf('audit.prune', id),
        (state) => state === 'completed',
      );
      expect(await count('settings.panel')).toBe(1);
      expect(await count('auth.signed-in')).toBeGreaterThan(0);
    });

    it('log – contains no passwords, tokens or secrets', async () => {
      const all = JSON.stringify(await entriesOf(app));
      expect(secrets.length).toBeGreaterThan(12);
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(8);
        expect([secret, all.includes(secret)]).toEqual([secret, false]);
      }
    });
  });
});
