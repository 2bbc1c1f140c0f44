import { getChannel, listChannels } from '#api/channel/contract';
import { getHomePage } from '#api/home-page/contract';
import { getLive, listNextLives } from '#api/live/contract';
import { getDocumentService } from '#platform/strapi/documents';
import { read } from '../delivery/call';
import { startApp, stopQuietly, type App } from '../support/app';

const LIVE = 'api::live.live';

let app: App;

beforeAll(async () => {
  app = await startApp({ seed: true });
});

afterAll(() => stopQuietly(app));

const publishedLives = async () =>
  (await app.strapi.db.query(LIVE).findMany({
    where: { publishedAt: { $notNull: true } },
    select: ['documentId', 'slug'],
  })) as { documentId: string; slug: string }[];

describe('live', () => {
  it('GET /live/:slug – published live – returns it', async () => {
    const lives = await publishedLives();
    expect(lives.length).toBeGreaterThan(0);
    for (const { documentId, slug } of lives) {
      expect((await read(app, getLive, { slug })).data).toMatchObject({ documentId, slug });
    }
  });

  it('GET /live/:slug – former slug – returns 404 with the new slug; unpublished – returns 404', async () => {
    const [{ documentId, slug } = { documentId: '', slug: '' }] = await publishedLives();
    const lives = getDocumentService(app, LIVE);
    await lives.update({ documentId, status: 'published', data: { slug: 'hoy' } });
    expect((await read(app, getLive, { slug: 'hoy' })).data.documentId).toBe(documentId);
    const formerSlug = await app.request.get(`/api/live/${slug}`).expect(404);
    expect(formerSlug.body).toMatchObject({
      error: { details: { code: 'LIVE_NOT_FOUND', movedTo: 'hoy' } },
    });
    await lives.unpublish({ documentId });
    await app.request.get('/api/live/hoy').expect(404);
  });
});

describe('program', () => {
  it('GET lives, channels and home page – programs – have the time zone Europe/Madrid', async () => {
    type Shown = { program: unknown[]; timeZone: string };
    const home = await read(app, getHomePage, {}, { lang: 'es', vertical: 'medicina' });
    const nextLives: Shown[] = (await read(app, listNextLives, {}, { from: '1970-01-01' })).data;
    const channels = await read(app, listChannels, { vertical: 'medicina' });
    const inChannels: Shown[] = [];
    for (const { slug } of channels.data) {
      if (slug !== null) inChannels.push(...(await read(app, getChannel, { slug })).data.lives);
    }
    const onHome = [...home.data.tendencies, ...home.data.contents].flatMap((part) =>
      'live' in part ? [part.live] : [],
    );
    const readStartDates = [...nextLives, ...inChannels, ...onHome];
    expect([nextLives, inChannels, onHome].map((some) => some.length > 0)).toEqual([
      true,
      true,
      true,
    ]);
    expect(new Set(readStartDates.map(({ timeZone }) => timeZone))).toEqual(
      new Set(['Europe/Madrid']),
    );
  });
});

describe('next lives', () => {
  const startsOf = async (query: { from: string; vertical?: string; limit?: string }) =>
    (await read(app, listNextLives, {}, query)).data.map(({ typeOfLive }) => typeOfLive?.startDate);

  /** Returns the day of a date and time in the time zone of the lives. */
  const inMadrid = (moment: string | undefined): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format(new Date(moment ?? ''));

  const readStartDates = async (): Promise<string[]> =>
    (await startsOf({ from: '1970-01-01', limit: '50' })).map(String);

  it('GET /lives/next – from – returns later lives, the soonest first', async () => {
    const startDates = await readStartDates();
    expect(startDates.length).toBeGreaterThan(1);
    expect(startDates).toEqual(startDates.toSorted());
    const last = startDates.at(-1) ?? '';
    const from = inMadrid(last);
    expect(await startsOf({ from })).toEqual(startDates.filter((start) => inMadrid(start) >= from));
    expect(await startsOf({ from: '1970-01-01', limit: '1' })).toEqual(startDates.slice(0, 1));
    expect(await startsOf({ from: '9999-01-01' })).toEqual([]);
  });

  it('GET /lives/next – vertical – returns only lives of this business line', async () => {
    const { data } = await read(app, listNextLives, {}, { from: '1970-01-01', limit: '50' });
    const [{ vertical } = { vertical: '' }] = data;
    const ofLine = await read(
      app,
      listNextLives,
      {},
      { from: '1970-01-01', limit: '50', vertical },
    );
    expect(ofLine.data).toEqual(data.filter((item) => item.vertical === vertical));
    await app.request.get('/api/lives/next?from=1970-01-01&vertical=nobody').expect(404);
  });

  it('GET /lives/next – postponed live – has the new order at once', async () => {
    const { data } = await read(app, listNextLives, {}, { from: '1970-01-01', limit: '50' });
    const [first] = data;
    const documentId = first?.documentId ?? '';
    await getDocumentService(app, LIVE).update({
      documentId,
      status: 'published',
      data: { typeOfLive: { typeLive: 'Zoom', startDate: '2999-12-31T10:00:00.000Z' } },
    });
    expect((await readStartDates()).at(-1)).toBe('2999-12-31T10:00:00.000Z');
    const later = await read(app, listNextLives, {}, { from: '2999-12-31' });
    expect(later.data.map((item) => item.documentId)).toEqual([documentId]);
  });

  it('GET /lives/next – day – begins at midnight in the time zone of the lives', async () => {
    const { data } = await read(app, listNextLives, {}, { from: '1970-01-01', limit: '1' });
    const startDate = '2998-12-30T23:30:00.000Z';
    await getDocumentService(app, LIVE).update({
      documentId: data[0]?.documentId ?? '',
      status: 'published',
      data: { typeOfLive: { typeLive: 'Zoom', startDate } },
    });
    // 00:30 in Madrid.
    const isFound = async (from: string) => (await startsOf({ from })).includes(startDate);
    expect(await isFound('2998-12-31')).toBe(true);
    expect(await isFound('2998-12-31T00:30:00+01:00')).toBe(true);
    expect(await isFound('2998-12-30T23:30:00Z')).toBe(true);
    expect(await isFound('2998-12-31T00:31:00+01:00')).toBe(false);
    expect(await isFound('2999-01-01')).toBe(false);
    for (const from of ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59-14:00']) {
      await startsOf({ from });
    }
  });

  it('GET /lives/next – unencoded `+` of the offset – is accepted', async () => {
    const answers = await Promise.all(
      ['+', '%2B', '%20'].map((plus) =>
        app.request.get(`/api/lives/next?from=2026-11-28T10:00:00${plus}01:00`).expect(200),
      ),
    );
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
  });

  it('GET /lives/next – from without offset, invalid from or limit – returns 400', async () => {
    for (const from of [
      '',
      'today',
      '2026-02-30',
      '2026-11-23T10:00:00',
      '2026-02-30T10:00Z',
      '2026-11-23 10:00',
      '2026-11-23T10:00 99:99',
    ]) {
      await app.request.get(`/api/lives/next?from=${from}`).expect(400);
    }
    await app.request.get('/api/lives/next').expect(400);
    for (const limit of ['0x1', '1e1', '%201', '%2B1', '1.0']) {
      await app.request.get(`/api/lives/next?from=2026-01-01&limit=${limit}`).expect(400);
    }
  });
});
