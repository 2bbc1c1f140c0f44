import { parse } from 'csv-parse/sync';
import { featuresOf } from '../../src/feature/application';
import { jobsOf } from '../../src/platform/jobs';
import { isAuditAction } from '../../src/plugins/changes/audit/actions';
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

/** A route as the router stores it. */
type Route = { methods: readonly string[]; path: string };

type Saved = { id: number; documentId: string };

describe('the audit log', () => {
  let app: App;
  let admin: Admin;
  /** Texts that must never appear in the log. */
  const secrets: string[] = [];

  const last = async (action: string): Promise<StoredEntry> => {
    const found = (await entriesOf(app, action)).at(-1);
    if (found === undefined) throw new Error(`No ${action} was recorded`);
    return found;
  };

  const count = async (action: string): Promise<number> => (await entriesOf(app, action)).length;

  const done = async (asked: Promise<AdminAnswer>): Promise<AdminAnswer> => {
    const answer = await asked;
    expect([answer.status, answer.body.error]).toEqual([expect.any(Number), undefined]);
    expect(answer.status).toBeLessThan(300);
    return answer;
  };

  const savedIn = ({ body }: AdminAnswer): Saved => body.data as Saved;

  const run = (statement: string) => app.strapi.db.connection.raw(statement);

  const makeStudents = async (name: string, many: number): Promise<void> => {
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
    await makeStudents('many', 60);
  });

  afterAll(() => stopQuietly(app));

  const audited = () => featuresOf(app).flatMap(({ auditedActions = [] }) => auditedActions);

  it('should watch routes that the service has', () => {
    const known = new Set(
      (app.strapi.server.listRoutes() as Route[]).flatMap(({ methods, path }) =>
        methods.map((method) => `${method} ${path.replace(/(?<=.)\/+$/, '')}`),
      ),
    );
    const watched = audited().flatMap(({ routes = {}, personalReads = {} }) => [
      ...Object.keys(routes),
      ...Object.keys(personalReads),
    ]);
    expect(watched.length).toBeGreaterThan(50);
    expect(watched.filter((route) => !known.has(route))).toEqual([]);
  });

  it('auditedActions – codes of features – have a description', () => {
    const codes = audited().flatMap(({ routes = {}, documents = {} }) => [
      ...Object.values(routes).flatMap(({ action, failure = action }) => [action, failure]),
      ...Object.values(documents).flatMap(({ actions }) => Object.values(actions)),
    ]);
    expect(codes.filter((code) => code === undefined || !isAuditAction(code))).toEqual([]);
  });

  describe('of sign-ins', () => {
    it('should tell who came in, from where', async () => {
      const person = { email: admin.email, password: admin.password };
      const answer = await app.request
        .post('/admin/login')
        .set('X-Request-Id', 'proxy-4711')
        .send(person)
        .expect(200);
      expect(answer.headers['x-request-id']).toBe('proxy-4711');
      expect(await last('auth.signed-in')).toMatchObject({
        actor_kind: 'user',
        // The address appears once.
        actor_name: expect.stringMatching(/^[^<>]+ <[^<>]+>$/) as string,
        target_name: admin.email,
        ip: expect.stringContaining('127.0.0.1') as string,
        request_id: 'proxy-4711',
        details: {},
      });
    });

    it('should tell of those that failed, with the e-mail asked for', async () => {
      const password = 'Wrong-and-secret-1';
      secrets.push(password);
      for (const email of [admin.email, 'nobody@example.com']) {
        await app.request.post('/admin/login').send({ email, password }).expect(400);
        expect(await last('auth.sign-in-failed')).toMatchObject({
          actor_kind: 'public',
          actor_id: null,
          target_type: 'admin::user',
          target_name: email,
          request_id: expect.stringMatching(/^[\w-]{36}$/) as string,
        });
      }
    });

    it('should not keep what cannot be an e-mail, such as a password in the wrong field', async () => {
      const password = 'Typed-in-the-wrong-field-1';
      secrets.push(password);
      const before = await count('auth.sign-in-failed');
      await app.request.post('/admin/login').send({ email: password, password }).expect(400);
      expect(await count('auth.sign-in-failed')).toBe(before + 1);
      expect(await last('auth.sign-in-failed')).toMatchObject({ target_name: null });
    });

    it('should tell who went', async () => {
      const leaving = await signInAs(app, 'strapi-editor', 'Leaving');
      await done(leaving.post('/admin/logout'));
      expect(await last('auth.signed-out')).toMatchObject({
        actor_name: expect.stringContaining('leaving@example.com') as string,
      });
    });

    it('should leave students alone', async () => {
      const before = await entriesOf(app);
      await app.request.post('/api/user-endpoints/login').send({ email: 'a@b.es', password: 'x' });
      expect(await entriesOf(app)).toHaveLength(before.length);
    });
  });

  describe('of people and roles', () => {
    it('should tell of users of the panel: invited, changed, removed', async () => {
      const roles = (await admin.get('/admin/roles')).body.data as (Saved & { code: string })[];
      const editor = roles.find(({ code }) => code === 'strapi-editor')?.id ?? 0;
      const email = 'invited@example.com';
      const invited = await done(
        admin.post('/admin/users', { firstname: 'In', lastname: 'Vited', email, roles: [editor] }),
      );
      const { id } = savedIn(invited);
      secrets.push((invited.body.data as { registrationToken: string }).registrationToken);
      expect(await last('admin-user.created')).toMatchObject({
        actor_kind: 'user',
        target_type: 'admin::user',
        target_id: String(id),
        target_name: email,
        details: { roles: [String(editor)] },
      });
      const password = 'Given-by-somebody-1';
      secrets.push(password);
      await done(admin.put(`/admin/users/${id}`, { isActive: true, password }));
      expect((await last('admin-user.changed')).details).toEqual({
        isActive: true,
        changed: ['password', 'isActive'],
      });
      await done(admin.delete(`/admin/users/${id}`));
      expect(await last('admin-user.deleted')).toMatchObject({ target_name: email });
      await done(admin.put('/admin/users/me', { firstname: 'Test' }));
      expect((await last('admin-user.self-changed')).details).toEqual({ changed: ['firstname'] });
    });

    it('should tell of roles, and what they may do more and less', async () => {
      const made = await done(admin.post('/admin/roles', { name: 'Readers', description: 'r' }));
      const { id } = savedIn(made);
      expect(await last('role.created')).toMatchObject({ target_name: 'Readers' });
      const permit = (...actions: string[]) =>
        done(
          admin.put(`/admin/roles/${id}/permissions`, {
            permissions: actions.map((action) => ({ action, subject: null, conditions: [] })),
          }),
        );
      await permit('plugin::upload.read', 'plugin::upload.settings.read');
      await permit('plugin::upload.read', 'admin::roles.read');
      expect(await last('role.permissions-changed')).toMatchObject({
        target_id: String(id),
        details: {
          permissions: 2,
          added: ['admin::roles.read'],
          removed: ['plugin::upload.settings.read'],
        },
      });
      await done(admin.put(`/admin/roles/${id}`, { name: 'Lectors', description: 'r' }));
      expect(await last('role.changed')).toMatchObject({ target_name: 'Lectors' });
      await done(admin.delete(`/admin/roles/${id}`));
      expect(await last('role.deleted')).toMatchObject({ target_id: String(id) });
    });

    it('should say nothing of what was refused, nor of what was taken back', async () => {
      const author = await signIn(app, 'strapi-author');
      const before = await entriesOf(app);
      expect((await author.post('/admin/roles', { name: 'Mine' })).status).toBe(403);
      expect((await admin.post('/admin/roles', { name: 'Author' })).status).toBe(400);
      expect(await entriesOf(app)).toHaveLength(before.length);
    });

    it('should be written with its cause, or neither', async () => {
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

  describe('of tokens', () => {
    it.each([
      ['api-token', '/admin/api-tokens', { type: 'read-only' }],
      ['admin-token', '/admin/admin-tokens', { adminPermissions: [] }],
      ['transfer-token', '/admin/transfer/tokens', { permissions: ['pull'] }],
    ])('should tell of %ss made, changed, made anew and removed', async (kind, address, more) => {
      const name = `Made ${kind}`;
      const body = { name, description: '', ...more };
      const made = await done(admin.post(address, { ...body, lifespan: null }));
      const { id, accessKey } = made.body.data as { id: number; accessKey: string };
      secrets.push(accessKey);
      const about = { target_type: `admin::${kind}`, target_id: String(id) };
      expect(await last(`${kind}.created`)).toMatchObject({ ...about, target_name: name });
      await done(admin.put(`${address}/${id}`, { ...body, description: 'Changed' }));
      expect((await last(`${kind}.changed`)).details).toMatchObject({
        changed: expect.arrayContaining(['name', 'description']) as string[],
      });
      const renewed = await done(admin.post(`${address}/${id}/regenerate`));
      secrets.push((renewed.body.data as { accessKey: string }).accessKey);
      expect(await last(`${kind}.regenerated`)).toMatchObject(about);
      const shown = await done(admin.get(`${address}/${id}`));
      const isShown = typeof (shown.body.data as { accessKey?: unknown }).accessKey === 'string';
      if (kind !== 'transfer-token') expect(await count(`${kind}.shown`)).toBe(isShown ? 1 : 0);
      await done(admin.delete(`${address}/${id}`));
      expect(await last(`${kind}.deleted`)).toMatchObject(about);
    });
  });

  describe('of settings', () => {
    it('should tell of media, languages, the panel’s views and student roles', async () => {
      const sizes = { sizeOptimization: true, responsiveDimensions: true, autoOrientation: true };
      await done(admin.put('/upload/settings', sizes));
      expect((await last('settings.upload')).details).toEqual(sizes);

      const french = { name: 'French', code: 'fr', isDefault: false };
      const { body } = await done(admin.post('/i18n/locales', french));
      const { id } = body as unknown as Saved;
      expect(await last('language.created')).toMatchObject({ details: { code: 'fr' } });
      await done(admin.put(`/i18n/locales/${id}`, { name: 'Français', isDefault: false }));
      expect(await last('language.changed')).toMatchObject({ target_id: String(id) });
      await done(admin.delete(`/i18n/locales/${id}`));
      expect(await last('language.deleted')).toMatchObject({ target_id: String(id) });

      const view = (await admin.get(VIEW)).body.data as { contentType: View };
      const { settings, metadatas, layouts } = view.contentType;
      const sent = Object.entries(metadatas).map(([field, { edit, list }]) => {
        const { mainField, ...shown } = list;
        return [field, { edit, list: mainField === undefined ? list : shown }];
      });
      await done(admin.put(VIEW, { settings, metadatas: Object.fromEntries(sent), layouts }));
      expect(await last('settings.view')).toMatchObject({
        target_id: 'api::category.category',
        details: { changed: ['settings', 'metadatas', 'layouts'] },
      });

      const role = { name: 'Alumni', description: 'a', permissions: {}, users: [] };
      await done(admin.post('/users-permissions/roles', role));
      expect(await last('student-role.created')).toMatchObject({ actor_kind: 'user' });
    });

    it('should tell of webhooks and their secrets', async () => {
      const made = await done(
        admin.post(ENDPOINTS, { name: 'CRM', url: 'https://crm.example/hook', isOn: true }),
      );
      const { documentId } = savedIn(made);
      const about = { target_id: documentId, target_name: 'CRM' };
      expect(await last('webhook.created')).toMatchObject(about);
      await done(admin.put(`${ENDPOINTS}/${documentId}`, { url: 'https://crm.example/new' }));
      expect(await last('webhook.changed')).toMatchObject({
        ...about,
        details: { changed: expect.arrayContaining(['url']) as string[] },
      });
      const secret = `/webhooks/endpoints/${documentId}/secret`;
      for (const [ask, action] of [
        [admin.get(secret), 'webhook.secret-shown'],
        [admin.post(secret), 'webhook.secret-renewed'],
      ] as const) {
        secrets.push(((await done(ask)).body.data as { secret: string }).secret);
        expect(await last(action)).toMatchObject({ target_id: documentId });
      }
      await done(admin.delete(`${ENDPOINTS}/${documentId}`));
      expect(await last('webhook.deleted')).toMatchObject(about);
    });

    it('should tell who changed the account of a student, and which fields', async () => {
      const { results } = (await admin.get(`${STUDENTS}?pageSize=1`)).body as unknown as {
        results: (Saved & { email: string })[];
      };
      const [{ documentId, email } = { documentId: '', email: '' }] = results;
      const password = 'Only-for-students-1';
      secrets.push(password);
      await done(admin.put(`${STUDENTS}/${documentId}`, { blocked: true, password }));
      const entry = await last('student.changed');
      expect(entry).toMatchObject({ target_id: documentId, target_name: email });
      expect(entry.details.changed).toEqual(expect.arrayContaining(['blocked', 'password']));
    });
  });

  describe('of personal data', () => {
    it('should tell who reads much of it at once', async () => {
      await done(admin.get(`${STUDENTS}?pageSize=100`));
      expect(await last('personal-data.listed')).toMatchObject({
        actor_kind: 'user',
        target_type: STUDENT,
        details: { rows: 60 },
      });
    });

    it('should leave alone who looks a few of them up', async () => {
      const before = await entriesOf(app);
      const helper = await signInAs(app, 'strapi-super-admin', 'Helper');
      for (let at = 0; at < 5; at += 1) await done(helper.get(`${STUDENTS}?pageSize=10`));
      const since = (await entriesOf(app)).slice(before.length).map(({ action }) => action);
      expect(since).toEqual(['auth.signed-in']);
    });

    it('should tell who reads it again and again', async () => {
      const reader = await signInAs(app, 'strapi-super-admin', 'Reader');
      const before = await count('personal-data.read-repeatedly');
      for (let at = 0; at < 5; at += 1) await done(reader.get(`${STUDENTS}?pageSize=40`));
      expect(await count('personal-data.read-repeatedly')).toBe(before + 1);
      expect(await last('personal-data.read-repeatedly')).toMatchObject({
        actor_name: expect.stringContaining('reader@example.com') as string,
        details: { rows: 200 },
      });
    });

    it('should tell which token does', async () => {
      const token = await createApiToken(app);
      secrets.push(token);
      await app.request.get('/api/users').set('Authorization', `Bearer ${token}`).expect(200);
      expect(await last('personal-data.listed')).toMatchObject({
        actor_kind: 'token',
        actor_name: 'tests',
        details: { rows: 60 },
      });
    });
  });

  describe('of exports', () => {
    it('should tell who took the accesses to partner videos', async () => {
      await done(admin.get('/partner-video/grants.csv'));
      expect(await last('export.partner-video')).toMatchObject({ actor_kind: 'user' });
    });

    it('should tell who took the log itself, and how narrowed', async () => {
      await done(admin.get('/audit/entries.csv?action=role.created'));
      expect((await last('export.audit')).details).toEqual({ action: 'role.created' });
    });
  });

  describe('to its readers', () => {
    type Listed = {
      entries: { id: string; at: string; action: string; target: { name: string | null } }[];
      next: string | null;
    };

    const list = async (query: string): Promise<Listed> =>
      (await done(admin.get(`/audit/entries?${query}`))).body.data as Listed;

    it('should be open to super admins only, unless a role gives it', async () => {
      for (const path of ['/audit/entries', '/audit/entries.csv']) {
        await app.request.get(path).expect(401);
        const editor = await signIn(app, 'strapi-editor');
        expect((await editor.get(path)).status).toBe(403);
        expect((await admin.get(path)).status).toBe(200);
      }
    });

    it('should be narrowed by person, action, subject and time', async () => {
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
      const until = await list(`to=${at}`);
      expect(until.entries.map(({ id }) => id)).not.toContain(first?.id);
      const from = await list(`from=${at}`);
      expect(from.entries.map(({ id }) => id)).toContain(first?.id);
      expect(from.entries.every((one) => one.at >= (first?.at ?? ''))).toBe(true);
    });

    it('should refuse what is no filter', async () => {
      for (const query of ['action=nothing', 'from=yesterday', 'before=x']) {
        expect([query, (await admin.get(`/audit/entries?${query}`)).status]).toEqual([query, 400]);
      }
    });

    it('should come in pages that neither repeat nor leave anything out', async () => {
      await run(`INSERT INTO audit.entries (actor_kind, action, target_name)
        SELECT 'service', 'order.refunded', 'page ' || i FROM generate_series(1, 120) i`);
      const found: string[] = [];
      let next: string | null = '';
      while (next !== null) {
        const page: Listed = await list(
          `action=order.refunded${next === '' ? '' : `&before=${next}`}`,
        );
        found.push(...page.entries.map(({ target }) => target.name ?? ''));
        next = page.next;
      }
      expect(found).toEqual(Array.from({ length: 120 }, (_, at) => `page ${120 - at}`));
    });

    it('should be a file that spreadsheets read and do not run, in the reader’s language', async () => {
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
      'should be a file that spreadsheets do not run, with the name %j',
      async (name) => {
        await app.strapi.db.connection.raw(
          `INSERT INTO audit.entries (actor_kind, actor_name, action, target_name)
           VALUES ('user', ?, 'mail.sent-again', ?)`,
          [name, name],
        );
        const { text } = await done(admin.get('/audit/entries.csv?action=mail.sent-again'));
        const [, latest = []] = parse(text, { bom: true, relaxColumnCount: true });
        expect(latest.filter((cell) => cell === `'${name}`)).toHaveLength(2);
        expect(latest).not.toContain(name);
      },
    );

    it('should all be exported, many as it is', async () => {
      await run(`INSERT INTO audit.entries (actor_kind, action)
        SELECT 'service', 'webhook.tested' FROM generate_series(1, 1201)`);
      const { text } = await done(admin.get('/audit/entries.csv?action=webhook.tested'));
      expect(text.trim().split('\r\n')).toHaveLength(1_202);
    });
  });

  describe('in the database', () => {
    it.each([
      "UPDATE audit.entries SET action = 'nothing'",
      'DELETE FROM audit.entries',
      'TRUNCATE audit.entries',
    ])('should refuse %s', async (statement) => {
      const before = await entriesOf(app);
      await expect(run(statement)).rejects.toThrow('append-only');
      expect(await entriesOf(app)).toHaveLength(before.length);
    });

    it('should refuse even retention what is young', async () => {
      const attempt = app.strapi.db.connection.transaction(async (trx) => {
        await trx.raw(`SELECT set_config('audit.retention', 'on', true)`);
        await trx.raw('DELETE FROM audit.entries');
      });
      await expect(attempt).rejects.toThrow('append-only');
    });

    it('should let go what is older than the setting says', async () => {
      await run(`INSERT INTO audit.entries (at, actor_kind, action)
        SELECT now() - days * interval '1 day', 'service', 'settings.panel'
        FROM unnest(ARRAY[${KEEP_DAYS + 1}, ${KEEP_DAYS - 1}, 500]) days`);
      const jobs = jobsOf(app);
      const id = (await jobs.enqueue('audit.prune', {})) ?? '';
      await until(
        () => jobs.stateOf('audit.prune', id),
        (state) => state === 'completed',
      );
      expect(await count('settings.panel')).toBe(1);
      expect(await count('auth.signed-in')).toBeGreaterThan(0);
    });

    it('should hold nothing secret', async () => {
      const all = JSON.stringify(await entriesOf(app));
      expect(secrets.length).toBeGreaterThan(12);
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(8);
        expect([secret, all.includes(secret)]).toEqual([secret, false]);
      }
    });
  });
});
