import { type Admin, signIn } from '../support/admin';
import type { App } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { type PartnerProcess, startPartner } from './partner';
import { startService, watching } from './service';

const LIST = '/content-manager/collection-types/plugin::partner-video.grant';
const EXPORT = '/partner-video/grants.csv';

describe('recorded accesses in the admin panel', () => {
  let partner: PartnerProcess;
  let database: TestDatabase;
  let app: App;
  let admin: Admin;

  /** The file as the panel's button gets it. */
  const download = async (query = '') => {
    const answer = await admin.get(`${EXPORT}${query}`);
    expect(answer.status).toBe(200);
    return answer;
  };
  const watch = (change: object) =>
    app.request
      .post('/api/videopartner/watchVideo')
      .send({ ...watching, ...change })
      .expect(200);

  beforeAll(async () => {
    partner = await startPartner();
    database = await createDatabase();
    app = await startService({ partner, database });
    admin = await signIn(app);
    await watch({ name: '=HYPERLINK("https://evil.example")', email: 'one@example.com' });
    await watch({ surname: 'Prats, "Lu"', email: 'two@example.com', price: 12.5 });
  }, 120_000);

  afterAll(async () => {
    await app.stop();
    await partner.stop();
    await database.drop();
  });

  it('should be listed', async () => {
    const { body } = await admin.get(`${LIST}?sort=id:ASC`);
    expect(body.results).toMatchObject([
      { email: 'one@example.com', videoTitle: 'Escuchar primero' },
      { email: 'two@example.com' },
    ]);
  });

  it('should not be written there by anyone', async () => {
    const { body } = await admin.get(LIST);
    const [{ documentId } = { documentId: '' }] = body.results as { documentId: string }[];
    const answers = [
      await admin.post(LIST, watching),
      await admin.put(`${LIST}/${documentId}`, { name: 'Someone' }),
      await admin.delete(`${LIST}/${documentId}`),
      await admin.post(`${LIST}/actions/bulkDelete`, { documentIds: [documentId] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('should be a file that spreadsheets read and do not run', async () => {
    const { text, headers } = await download();
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
    const { text } = await download('?filters[$and][0][email][$eq]=two@example.com');
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
    const { text } = await download('?filters[email][$eq]=many@example.com');
    expect(text.trim().split('\r\n')).toHaveLength(1_202);
    await grants.deleteMany({ where: { id: { $gt: id + 1 } } });
  });

  it('should not be exported by strangers, nor by admins without the permission', async () => {
    await app.request.get(EXPORT).expect(401);
    const author = await signIn(app, 'strapi-author');
    expect((await author.get(EXPORT)).status).toBe(403);
  });
});
