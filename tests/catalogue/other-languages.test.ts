import { getDocumentService } from '#platform/strapi/documents';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { previewLinkOf } from '../support/preview';

/** Channels, lives and episodes have no locales. Their texts can be translated. */

const CHANNEL = 'api::channel.channel';
const LIVE = 'api::live.live';
const EPISODE = 'api::episode.episode';
const EXPLORER = '/content-manager/collection-types';

type Row = { documentId: string; slug: string };

type Listed = { documentId: string; channels: { documentId: string }[] };

type SearchAnswer = {
  data: object[];
  meta: { facets: { channel: object[] } };
};

let app: App;
let admin: Admin;
let channel: Row;
let live: Row;
let episode: Row;
let series: string;

const texts = {
  channel: {
    language: 'en',
    name: 'Channel in English',
    seo: { title: 'Found in English', author: 'Us' },
  },
  live: {
    language: 'en',
    title: 'Live in English',
    program: [{ title: 'Morning', row: [{ hour: '09:30', about: 'Breathing' }] }],
  },
  episode: { language: 'en', summary: 'In short' },
};

const findFirst = async (uid: string, where: object = {}): Promise<Row> => {
  const [row] = (await app.strapi.db.query(uid).findMany({
    where: { publishedAt: { $notNull: true }, slug: { $notNull: true }, ...where },
    orderBy: { id: 'asc' },
    limit: 1,
  })) as Row[];
  if (row === undefined) throw new Error(`The sample has no ${uid}.`);
  return row;
};

const textOf = async (address: string): Promise<string> =>
  (await app.request.get(`/api/${address}`).expect(200)).text;

const dataOf = async (address: string): Promise<Record<string, unknown>> =>
  (JSON.parse(await textOf(address)) as { data: Record<string, unknown> }).data;

const findListed = async (address: string, documentId: string) =>
  ((await dataOf(address)) as unknown as Record<string, unknown>[]).find(
    (item) => item.documentId === documentId,
  );

const publish = (uid: string, { documentId }: Row, data: object) =>
  getDocumentService(app, uid).update({ documentId, status: 'published', data });

const addresses = () => [
  'channels/medicina',
  `channel/${channel.slug}`,
  `live/${live.slug}`,
  'lives/next?from=1970-01-01&limit=50',
  `episodes/bySeries/${series}`,
];

let before: string[];

const readAll = () => Promise.all(addresses().map((address) => textOf(address)));

/** Replaces ids and times, which change with each publication. */
const withoutRowValues = (answers: readonly string[]): string[] =>
  answers.map((text) =>
    text.replace(/"(id|createdAt|updatedAt|publishedAt)":("[^"]*"|\d+|null)/g, '"$1":0'),
  );

beforeAll(async () => {
  app = await startApp({ seed: true });
  admin = await signIn(app);
  channel = await findFirst(CHANNEL, { verticals: { slug: 'medicina' } });
  live = await findFirst(LIVE);
  const [sampleSeries] = (await app.strapi.db.query('api::series.series').findMany({
    where: { publishedAt: { $notNull: true }, locale: 'es', episodes: { id: { $notNull: true } } },
    populate: { episodes: { where: { publishedAt: { $notNull: true } } } },
    limit: 1,
  })) as (Row & { episodes: Row[] })[];
  const [firstEpisode] = sampleSeries?.episodes ?? [];
  if (sampleSeries === undefined || firstEpisode === undefined)
    throw new Error('The sample has no episodes.');
  series = sampleSeries.slug;
  episode = firstEpisode;
  before = await readAll();
  await publish(CHANNEL, channel, { texts: [texts.channel] });
  await publish(LIVE, live, { texts: [texts.live] });
  await publish(EPISODE, episode, { texts: [texts.episode] });
});

afterAll(() => stopQuietly(app));

describe('without lang', () => {
  it('translated entries – responses – are unchanged except for ids and times', async () => {
    expect(withoutRowValues(await readAll())).toEqual(withoutRowValues(before));
  });

  it('lang of the default locale – returns the response without lang', async () => {
    const [plain, spanish] = [
      await textOf(`live/${live.slug}`),
      await textOf(`live/${live.slug}?lang=es`),
    ];
    expect(spanish).toBe(plain);
    expect(await textOf('channels/medicina?lang=es')).toBe(await textOf('channels/medicina'));
  });
});

describe('with lang', () => {
  it('GET channel – translated fields are in the language, others in the default', async () => {
    const original = await dataOf(`channel/${channel.slug}`);
    const answer = await dataOf(`channel/${channel.slug}?lang=en`);
    expect(answer.name).toBe('Channel in English');
    expect(answer.seo).toMatchObject({ title: 'Found in English', author: 'Us' });
    expect(original.name).not.toBe(answer.name);
    expect([answer.description, answer.headVideo, answer.mediaCard]).toEqual([
      original.description,
      original.headVideo,
      original.mediaCard,
    ]);
    const inList = await findListed('channels/medicina?lang=en', channel.documentId);
    expect(inList).toMatchObject({ name: 'Channel in English', description: original.description });
  });

  it('GET live – is translated in all endpoints', async () => {
    const translatedLive = { title: 'Live in English', program: [{ title: 'Morning' }] };
    const answer = await dataOf(`live/${live.slug}?lang=en`);
    expect(answer).toMatchObject(translatedLive);
    expect(answer.program).toMatchObject([{ row: [{ about: 'Breathing', protagonists: [] }] }]);
    const next = 'lives/next?from=1970-01-01&limit=50';
    const coming = await findListed(`${next}&lang=en`, live.documentId);
    if (coming !== undefined) expect(coming).toMatchObject(translatedLive);
    const { documentId } = live;
    await getDocumentService(app, LIVE).update({
      documentId,
      status: 'published',
      data: { channels: [channel.documentId] },
    });
    const { lives } = await dataOf(`channel/${channel.slug}?lang=en`);
    expect(
      (lives as Record<string, unknown>[]).find((item) => item.documentId === documentId),
    ).toMatchObject(translatedLive);
  });

  it('GET episodes of a series – episode – is translated', async () => {
    const english = `episodes/bySeries/${series}?lang=en`;
    const answer = await app.request.get(`/api/${english}`);
    const address = answer.status === 200 ? english : null;
    // A series with another English slug is requested by that slug.
    const slug = (
      await findFirst('api::series.series', {
        locale: 'en',
        episodes: { documentId: episode.documentId },
      })
    ).slug;
    const translatedEpisode = await findListed(
      address ?? `episodes/bySeries/${slug}?lang=en`,
      episode.documentId,
    );
    const original = await findListed(`episodes/bySeries/${series}`, episode.documentId);
    expect(translatedEpisode).toMatchObject({ summary: 'In short', name: original?.name });
    expect(original?.summary).not.toBe('In short');
  });

  it('GET products and page – channel – has its translated name', async () => {
    const values = { documentId: channel.documentId, name: 'Channel in English' };
    const products = (await dataOf('products/allProducts?lang=en')) as unknown as Listed[];
    const [first] = products.filter(({ channels }) =>
      channels.some(({ documentId }) => documentId === channel.documentId),
    );
    expect(first?.channels).toContainEqual(expect.objectContaining(values));
    const byId = await dataOf(`products/productById/${first?.documentId ?? ''}?lang=en`);
    expect(byId.channels).toContainEqual(expect.objectContaining(values));
    const page = await dataOf('channels-page/channels?lang=en&vertical=medicina');
    expect(page.channels).toContainEqual(
      expect.objectContaining({
        ...values,
        seo: expect.objectContaining({ title: 'Found in English' }) as object,
      }),
    );
  });

  it('GET search – translated entries – have their translated titles', async () => {
    const find = async (query: string) =>
      JSON.parse(await textOf(`search?lang=en&${query}`)) as SearchAnswer;
    const { data } = await find('q=channel+in+english&type=channel');
    const title = 'Channel in English';
    expect(data[0]).toMatchObject({
      documentId: channel.documentId,
      title,
      highlight: { title },
    });
    const { meta } = await find('type=product');
    expect(meta.facets.channel).toContainEqual(
      expect.objectContaining({ documentId: channel.documentId, name: title }),
    );
    const lives = (await find('q=live+in+english&type=live')).data;
    expect(lives[0]).toMatchObject({ title: 'Live in English' });
  });

  it('GET JSON-LD – translated entries – are described in the language', async () => {
    const describe = async (path: string) => JSON.parse(await textOf(`json-ld/${path}`)) as object;
    expect(await describe(`${live.documentId}?lang=en`)).toMatchObject({
      name: 'Live in English',
      description: 'Breathing',
    });
    expect(await describe(`${episode.documentId}?lang=en`)).toMatchObject({
      description: 'In short',
    });
    expect(await describe(`${live.documentId}?lang=es`)).not.toMatchObject({
      name: 'Live in English',
    });
  });

  it('GET preview – translated entry – is in the language', async () => {
    const { documentId } = live;
    const link = await previewLinkOf(admin, LIVE, { documentId, locale: 'en' });
    expect((await app.request.get(link).expect(200)).text).toContain('Live in English');
  });

  it('changed translation – changes only responses in its language, at once', async () => {
    const spanish = await textOf(`live/${live.slug}`);
    await publish(LIVE, live, { texts: [{ ...texts.live, title: 'Said anew' }] });
    expect((await dataOf(`live/${live.slug}?lang=en`)).title).toBe('Said anew');
    expect(withoutRowValues([await textOf(`live/${live.slug}`)])).toEqual(
      withoutRowValues([spanish]),
    );
    await publish(LIVE, live, { texts: [texts.live] });
    expect((await dataOf(`live/${live.slug}?lang=en`)).title).toBe('Live in English');
  });

  it.each([
    ['channels/medicina', ''],
    ['lives/next', '&from=2026-01-01'],
  ])('GET %s – unknown language – returns 404', async (path, query) => {
    const { body } = await app.request.get(`/api/${path}?lang=xx${query}`).expect(404);
    expect(body).toMatchObject({ error: { details: { code: 'LANGUAGE_NOT_FOUND' } } });
    await app.request.get(`/api/live/${live.slug}?lang=xx`).expect(404);
  });
});

describe('translations of an entry', () => {
  const two = [texts.live, { language: 'en', title: 'Again' }];

  it.each([
    ['unknown language', [{ language: 'xx', title: 'X' }], 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['empty language', [{ language: '', title: 'X' }], 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['default language', [{ language: 'es', title: 'X' }], 'TRANSLATION_LANGUAGE_DEFAULT'],
    ['repeated language', two, 'TRANSLATION_LANGUAGE_TWICE'],
  ])('%s – returns 400 from every endpoint and changes nothing', async (_, rows, code) => {
    const { documentId } = live;
    const token = await createApiToken(app);
    const stored = await textOf(`live/${live.slug}?lang=en`);
    const address = `${EXPLORER}/${LIVE}/${documentId}`;
    const draft = await getDocumentService(app, LIVE).findOne({ documentId, status: 'draft' });
    const copy = { title: 'Copy', slug: 'copy', texts: rows };
    const answers = [
      await admin.put(address, { texts: rows, baseVersion: draft?.updatedAt }),
      await admin.post(`${EXPLORER}/${LIVE}/actions/publish`, {
        title: 'New',
        slug: 'new',
        texts: rows,
      }),
      await admin.post(`${EXPLORER}/${LIVE}/clone/${documentId}`, copy),
      await app.request
        .put(`/api/lives/${documentId}`)
        .set('Authorization', `Bearer ${token}`)
        .send({ data: { texts: rows } }),
      await app.request
        .post('/api/lives')
        .set('Authorization', `Bearer ${token}`)
        .send({ data: { title: 'New', slug: 'new', texts: rows } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: { code } } });
    }
    expect(await textOf(`live/${live.slug}?lang=en`)).toBe(stored);
  });

  it('publish – repeated language in stored rows – returns 400', async () => {
    const { documentId } = await getDocumentService(app, LIVE).create({
      data: { title: 'Rows', slug: 'rows', texts: [texts.live] },
    });
    const table = app.strapi.db.connection('components_language_live_texts');
    const [{ id } = { id: 0 }] = await table.clone().insert({ language: 'en' }).returning('id');
    const [{ id: row } = { id: 0 }] = await app.strapi.db
      .connection('lives')
      .where({ document_id: documentId })
      .select('id');
    await app.strapi.db.connection('lives_cmps').insert({
      entity_id: row,
      cmp_id: id,
      component_type: 'language.live-texts',
      field: 'texts',
      order: 2,
    });
    const answer = await admin.post(`${EXPLORER}/${LIVE}/${documentId}/actions/publish`, {});
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { details: { code: 'TRANSLATION_LANGUAGE_TWICE' } },
    });
  });
});
