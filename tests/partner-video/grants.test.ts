import type { App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { type PartnerProcess, startPartner } from './partner';
import { type Answer, startService, watching } from './service';

const LIST = '/content-manager/collection-types/plugin::partner-video.grant';
const EXPORT = '/partner-video/grants.csv';

const superAdmin = { email: 'admin@example.com', password: 'Admin-1234' };

type Users = { create: (user: object) => Promise<unknown> };

describe('recorded accesses in the admin panel', () => {
  let partner: PartnerProcess;
  let database: TestDatabase;
  let app: App;
  let bearer: string;

  const call = (method: 'get' | 'post' | 'put' | 'delete', url: string) =>
    app.request[method](url).set('Authorization', bearer);
  const watch = (change: object) =>
    app.request
      .post('/api/videopartner/watchVideo')
      .send({ ...watching, ...change })
      .expect(200);

  beforeAll(async () => {
    partner = await startPartner();
    database = await createDatabase();
    app = await startService({ partner, database });
    await app.request
      .post('/admin/register-admin')
      .send({ firstname: 'Ada', ...superAdmin })
      .expect(200);
    const { body } = (await app.request
      .post('/admin/login')
      .send(superAdmin)
      .expect(200)) as Answer;
    bearer = `Bearer ${(body as { data: { token: string } }).data.token}`;
    await watch({ name: '=HYPERLINK("https://evil.example")', email: 'one@example.com' });
    await watch({ surname: 'Prats, "Lu"', email: 'two@example.com', price: 12.5 });
  }, 120_000);

  afterAll(async () => {
    await app.stop();
    await partner.stop();
    await database.drop();
  });

  it('should be listed', async () => {
    const { body } = (await call('get', `${LIST}?sort=id:ASC`).expect(200)) as Answer;
    expect((body as { results: unknown[] }).results).toMatchObject([
      { email: 'one@example.com', videoTitle: 'Escuchar primero' },
      { email: 'two@example.com' },
    ]);
  });

  it('should not be written there by anyone', async () => {
    const { body } = (await call('get', LIST)) as Answer;
    const [{ documentId } = { documentId: '' }] = (body as { results: { documentId: string }[] })
      .results;
    await call('post', LIST).send(watching).expect(403);
    await call('put', `${LIST}/${documentId}`).send({ name: 'Someone' }).expect(403);
    await call('delete', `${LIST}/${documentId}`).expect(403);
    await call('post', `${LIST}/actions/bulkDelete`)
      .send({ documentIds: [documentId] })
      .expect(403);
  });

  it('should be a file that spreadsheets read and do not run', async () => {
    const { text, headers } = await call('get', EXPORT).expect(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain('partner-video-access.csv');
    const [head, first, second, ...rest] = text.replace('\uFEFF', '').split('\r\n');
    expect(head).toMatch(/^granted at,access until,partner user id,name,/);
    expect(first).toContain('"\'=HYPERLINK(""https://evil.example"")"');
    expect(second).toContain('"Prats, ""Lu"""');
    expect(second).toMatch(/,12\.5$/);
    expect(rest).toEqual(['']);
  });

  it('should be exported as the list is filtered', async () => {
    const filter = 'filters[$and][0][email][$eq]=two@example.com';
    const { text } = await call('get', `${EXPORT}?${filter}`).expect(200);
    expect(text).toContain('two@example.com');
    expect(text).not.toContain('one@example.com');
  });

  it('should all be exported, many as they are', async () => {
    const grants = app.strapi.db.query('plugin::partner-video.grant');
    const { id, ...one } = (await grants.findOne({})) as { id: number };
    const many = Array.from({ length: 1_201 }, (_, index) => ({
      ...one,
      ...{ userId: `many-${index}`, documentId: `many${index}`, email: 'many@example.com' },
    }));
    await grants.createMany({ data: many });
    const filter = 'filters[email][$eq]=many@example.com';
    const { text } = await call('get', `${EXPORT}?${filter}`).expect(200);
    expect(text.trim().split('\r\n')).toHaveLength(1_202);
    await grants.deleteMany({ where: { id: { $gt: id + 1 } } });
  });

  it('should not be exported by strangers, nor by admins without the permission', async () => {
    await app.request.get(EXPORT).expect(401);
    const roles = app.strapi.db.query('admin::role');
    const author = (await roles.findOne({ where: { code: 'strapi-author' } })) as { id: number };
    await (app.strapi.service('admin::user') as Users).create({
      ...{ firstname: 'Bruno', email: 'author@example.com', password: 'Author-1234' },
      ...{ isActive: true, roles: [author.id] },
    });
    const { body } = (await app.request
      .post('/admin/login')
      .send({ email: 'author@example.com', password: 'Author-1234' })
      .expect(200)) as Answer;
    await app.request
      .get(EXPORT)
      .set('Authorization', `Bearer ${(body as { data: { token: string } }).data.token}`)
      .expect(403);
  });
});
