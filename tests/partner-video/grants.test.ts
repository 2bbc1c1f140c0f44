import { parse } from 'csv-parse/sync';
import { type Admin, signIn } from '../support/admin';
import type { App } from '../support/app';
import { type PartnerProcess, startPartner } from './partner';
import { startService, watching } from './service';

const LIST = '/content-manager/collection-types/plugin::partner-video.grant';
const EXPORT = '/partner-video/grants.csv';

describe('access grants in the panel', () => {
  let partner: PartnerProcess;
  let app: App;
  let admin: Admin;

  /** Downloads the file of the panel's button. */
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
    app = await startService({ partner });
    admin = await signIn(app);
    await watch({ name: '=HYPERLINK("https://evil.example")', email: 'one@example.com' });
    await watch({ surname: 'Prats, "Lu"', email: 'two@example.com', price: 12.5 });
  });

  afterAll(async () => {
    await app.stop();
    await partner.stop();
  });

  it('list – contains the grants', async () => {
    const { body } = await admin.get(`${LIST}?sort=id:ASC`);
    expect(body.results).toMatchObject([
      { email: 'one@example.com', videoTitle: 'Escuchar primero', state: 'granted' },
      { email: 'two@example.com', state: 'granted' },
    ]);
  });

  it('create, update and delete – return 403', async () => {
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

  it('CSV export – quotes cells and escapes formulas', async () => {
    const { text, headers } = await download();
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain('partner-video-access.csv');
    const [head, first, second, ...rest] = text.replace('\uFEFF', '').split('\r\n');
    expect(head).toMatch(/^granted at,access until,partner user id,name,/);
    expect(first).toContain('"\'=HYPERLINK(""https://evil.example"")"');
    expect(second).toContain('"Prats, ""Lu"""');
    expect(head).toMatch(/,catalogue price,prices differ,state,price$/);
    expect(first).toMatch(/,49\.9,no,granted,49\.9$/);
    expect(second).toMatch(/,49\.9,yes,granted,12\.5$/);
    expect(rest).toEqual(['']);
  });

  it.each(['=1+1', '+34 600', '-1', '@sum', '＝1', '＋1', '－1', '＠1'])(
    'CSV export – name %j – is escaped',
    async (name) => {
      const email = 'formula@example.com';
      await watch({ name, surname: name, email });
      const { text } = await download(`?filters[$and][0][email][$eq]=${email}`);
      const [, row = []] = parse(text, { bom: true });
      expect(row.filter((cell) => cell === `'${name}`)).toHaveLength(2);
      expect(row).not.toContain(name);
      await app.strapi.db.query('plugin::partner-video.grant').deleteMany({ where: { email } });
    },
  );

  it('CSV export – has headings in the caller’s language', async () => {
    const { text } = await app.request
      .get(EXPORT)
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Accept-Language', 'es')
      .expect(200);
    expect(text.replace('\uFEFF', '')).toMatch(
      /^concedido el,acceso hasta,.*,precios distintos,estado,precio\r\n.*\r\n.*,sí,granted,12\.5\r\n/,
    );
  });

  it('CSV export – contains only the filtered grants', async () => {
    const { text } = await download('?filters[$and][0][email][$eq]=two@example.com');
    expect(text).toContain('two@example.com');
    expect(text).not.toContain('one@example.com');
  });

  it('filter by priceDiffers – finds grants with another price than the catalogue', async () => {
    const { body } = await admin.get(`${LIST}?filters[$and][0][priceDiffers][$eq]=true`);
    expect(body.results).toMatchObject([
      { email: 'two@example.com', price: 12.5, cataloguePrice: 49.9, priceDiffers: true },
    ]);
  });

  it('filter by state – finds grants with an unknown result', async () => {
    await partner.fail({ on: 'access', kind: 'reset', times: 1 });
    await app.request
      .post('/api/videopartner/watchVideo')
      .send({ ...watching, email: 'three@example.com' })
      .expect(503);
    const filter = '?filters[$and][0][state][$eq]=unknown';
    const { body } = await admin.get(`${LIST}${filter}`);
    expect(body.results).toMatchObject([
      { email: 'three@example.com', state: 'unknown', accessUntil: null },
    ]);
    const { text } = await download(filter);
    const [, line, end] = text.split('\r\n');
    expect(line).toMatch(/^[^,]+,,[^,]+,.*three@example\.com.*,unknown,49\.9$/);
    expect(end).toBe('');
    await app.strapi.db.query('plugin::partner-video.grant').deleteMany({
      where: { email: 'three@example.com' },
    });
  });

  it('grant of an older release without states – has the state granted', async () => {
    await app.strapi.db.connection.raw(
      `insert into partner_video_grants
         (document_id, email, product_title, video_title, price, name, surname, user_id,
          product_id, video_id, access_until, created_at, updated_at)
       values ('older', 'old@example.com', 'P', 'V', 1, 'N', 'S', 'older', 'p', 'v', now(), now(), now())`,
    );
    const { body } = await admin.get(`${LIST}?filters[$and][0][state][$eq]=granted&_q=old@example`);
    expect(body.results).toMatchObject([{ email: 'old@example.com', state: 'granted' }]);
    await app.strapi.db.query('plugin::partner-video.grant').deleteMany({
      where: { email: 'old@example.com' },
    });
  });

  it('CSV export – contains all of 1,201 grants', async () => {
    const grants = app.strapi.db.query('plugin::partner-video.grant');
    const { id, ...grant } = (await grants.findOne({})) as { id: number };
    const copies = Array.from({ length: 1_201 }, (_, index) => ({
      ...grant,
      ...{ userId: `many-${index}`, documentId: `many${index}`, email: 'many@example.com' },
    }));
    await grants.createMany({ data: copies });
    const { text } = await download('?filters[email][$eq]=many@example.com');
    expect(text.trim().split('\r\n')).toHaveLength(1_202);
    await grants.deleteMany({ where: { id: { $gt: id + 1 } } });
  });

  it('CSV export – anonymous returns 401, without permission returns 403', async () => {
    await app.request.get(EXPORT).expect(401);
    const author = await signIn(app, 'strapi-author');
    expect((await author.get(EXPORT)).status).toBe(403);
  });
});
