import { codeOf } from '../account/support/accounts';
import { type Admin, createApiToken, signIn } from '../support/admin';
import { startApp, stopQuietly, type App } from '../support/app';
import { ensureLanguages } from '../support/content';

const EXPLORER = '/content-manager/collection-types';
const CATEGORY = 'api::category.category';
const PRODUCT = 'api::product.product';

let app: App;
let admin: Admin;
let token: string;

beforeAll(async () => {
  app = await startApp();
  await ensureLanguages(app);
  admin = await signIn(app);
  token = await createApiToken(app);
});

afterAll(() => stopQuietly(app));

const category = (more: object): object => ({ name: 'Name', slug: 'slug', ...more });

const postToApi = (path: string, data: object) =>
  app.request.post(path).set('Authorization', `Bearer ${token}`).send({ data });

describe('new entry with a chosen documentId', () => {
  const ids = ['abcdefghijklmnopqrstuvwx', null, '', 'a/b', '__proto__', 5, ['a'], { a: 1 }];

  it.each(ids)(
    'POST /content-manager – documentId %p – returns 400 and creates nothing',
    async (documentId) => {
      for (const action of ['', '/actions/publish']) {
        const path = `${EXPLORER}/${CATEGORY}${action}?locale=es`;
        const answer = await admin.post(path, category({ documentId }));
        expect([answer.status, codeOf(answer)]).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
      }
      expect(await app.strapi.db.query(CATEGORY).count()).toBe(0);
    },
  );

  it('POST /api/categories – chosen documentId – returns 400', async () => {
    const data = category({ documentId: 'abcdefghijklmnopqrstuvwx' });
    expect((await postToApi('/api/categories', data)).status).toBe(400);
  });

  it('POST /content-manager – documentId of a deleted entry – returns 400', async () => {
    const created = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({}));
    const { documentId } = created.body.data as { documentId: string };
    await admin.delete(`${EXPLORER}/${CATEGORY}/${documentId}?locale=*`);
    const again = await admin.post(`${EXPLORER}/${CATEGORY}?locale=es`, category({ documentId }));
    expect([again.status, codeOf(again)]).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
  });
});

describe('existing entry with another documentId in the body', () => {
  const VERTICAL = 'api::vertical.vertical';
  const USER = 'plugin::users-permissions.user';
  const chosen = ['abcdefghijklmnopqrstuvwx', null, '', 5, ['a'], { a: 1 }];

  const createEntry = async (uid: string, data: object): Promise<string> => {
    const { body, status } = await admin.post(`${EXPLORER}/${uid}?locale=es`, data);
    expect(status).toBe(201);
    return (body.data as { documentId: string }).documentId;
  };

  const product = (slug: string, more: object = {}): object => ({
    title: slug,
    slug,
    type: 'Libro',
    ...more,
  });

  const rowsOf = (uid: string): Promise<unknown[]> =>
    app.strapi.db.query(uid).findMany({ orderBy: 'id' });

  it.each<[string, string, object]>([
    ['with drafts', CATEGORY, { name: 'Chosen', slug: 'chosen' }],
    ['without drafts', VERTICAL, { name: 'Chosen', slug: 'chosen' }],
  ])(
    'PUT and POST /content-manager – another documentId, type %s – returns 400 and changes nothing',
    async (_, uid, data) => {
      const otherId = await createEntry(uid, { ...data, slug: `other-${uid.slice(5, 9)}` });
      const ownId = await createEntry(uid, data);
      const before = await rowsOf(uid);
      const paths = uid === CATEGORY ? ['', '/actions/publish'] : [''];
      for (const documentId of [otherId, ...chosen]) {
        for (const path of paths) {
          const send = path === '' ? admin.put : admin.post;
          const answer = await send(`${EXPLORER}/${uid}/${ownId}${path}?locale=es`, {
            ...data,
            name: 'Moved',
            documentId,
          });
          expect([answer.status, codeOf(answer)]).toEqual([400, 'DOCUMENT_ID_CHOSEN']);
        }
      }
      expect(await rowsOf(uid)).toEqual(before);
    },
  );

  it('POST /content-manager/…/clone and auto-clone – another documentId – returns 400 and creates no copy', async () => {
    const ownId = await createEntry(PRODUCT, product('cloned'));
    const before = await rowsOf(PRODUCT);
    const body = product('copy', { documentId: 'abcdefghijklmnopqrstuvwx' });
    for (const action of ['clone', 'auto-clone']) {
      const answer = await admin.post(`${EXPLORER}/${PRODUCT}/${action}/${ownId}?locale=es`, body);
      expect(answer.status).toBe(400);
    }
    expect(await rowsOf(PRODUCT)).toEqual(before);
  });

  it('PUT /content-manager – documentId of the entry itself – returns 200', async () => {
    const documentId = await createEntry(PRODUCT, product('same'));
    const path = `${EXPLORER}/${PRODUCT}/${documentId}?locale=es`;
    expect((await admin.put(path, product('same-id', { documentId }))).status).toBe(200);
    const english = await admin.put(
      path.replace('locale=es', 'locale=en'),
      product('same', { documentId }),
    );
    expect(english.status).toBe(200);
  });

  it('PUT /api – another documentId – returns 400 and changes nothing', async () => {
    const documentId = await createEntry(CATEGORY, { name: 'API', slug: 'api' });
    const email = 'chosen@example.com';
    const user = await app.strapi.db.query(USER).create({ data: { email, username: email } });
    const before = [await rowsOf(CATEGORY), await rowsOf(USER)];
    const send = (path: string, body: object) =>
      app.request.put(path).set('Authorization', `Bearer ${token}`).send(body);
    const chosenId = { documentId: 'abcdefghijklmnopqrstuvwx' };
    const answers = [
      await send(`/api/categories/${documentId}?locale=es`, { data: chosenId }),
      await send(`/api/users/${String((user as { id: number }).id)}`, chosenId),
      await admin.put(`${EXPLORER}/${USER}/${(user as typeof chosenId).documentId}`, chosenId),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect([await rowsOf(CATEGORY), await rowsOf(USER)]).toEqual(before);
  });

  it('PUT /content-manager – id, dates, creator and localizations – are ignored', async () => {
    const ownId = await createEntry(PRODUCT, product('columns'));
    const otherId = await createEntry(PRODUCT, product('columns-of-another'));
    const rowOf = async (documentId: string) =>
      (await app.strapi.db.query(PRODUCT).findOne({
        where: { documentId, locale: 'es' },
        populate: ['createdBy', 'localizations'],
      })) as { id: number } & Record<string, unknown>;
    const [before, another] = [await rowOf(ownId), await rowOf(otherId)];
    const answer = await admin.put(
      `${EXPLORER}/${PRODUCT}/${ownId}?locale=es`,
      product('columns', {
        id: another.id,
        publishedAt: '2020-01-01T00:00:00.000Z',
        createdAt: '2020-01-01T00:00:00.000Z',
        createdBy: 99,
        localizations: [{ documentId: otherId, id: another.id }],
      }),
    );
    expect(answer.status).toBe(200);
    const { updatedAt: _updated, ...after } = await rowOf(ownId);
    const { updatedAt: _before, ...expected } = before;
    expect(after).toEqual(expected);
    expect(await rowOf(otherId)).toEqual(another);
  });

  it('PUT /content-manager – component id of another entry – returns 400 and changes nothing', async () => {
    const ownId = await createEntry(PRODUCT, product('parts'));
    await createEntry(PRODUCT, product('parts-of-another', { bookDetails: { numberOfPages: 7 } }));
    const details = (await app.strapi.db
      .query('api::product.product')
      .findOne({ where: { slug: 'parts-of-another' }, populate: ['bookDetails'] })) as {
      bookDetails: { id: number };
    };
    const { id } = details.bookDetails;
    for (const componentId of [id, String(id), [id], { $eq: id }]) {
      const answer = await admin.put(
        `${EXPLORER}/${PRODUCT}/${ownId}?locale=es`,
        product('parts', { bookDetails: { id: componentId, numberOfPages: 8 } }),
      );
      expect(answer.status).toBe(400);
    }
    expect(
      await app.strapi.db
        .query('api::product.product')
        .findOne({ where: { slug: 'parts-of-another' }, populate: ['bookDetails'] }),
    ).toEqual(details);
  });
});

describe('number outside the range of the database', () => {
  const numbers: [string, object][] = [
    ['order', { order: 2_147_483_648 }],
    ['order', { order: '-99999999999999999999' }],
    ['numberOfPages', { bookDetails: { numberOfPages: 1e15 } }],
    ['numberLimitedPlaces', { numberLimitedPlaces: 1e12 }],
  ];

  it.each(numbers)('returns 400 and names the field: %s', async (field, data) => {
    const product = { title: 'x', slug: 'x', type: 'Libro', ...data };
    const answers = [
      await admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product),
      await postToApi('/api/products?status=draft', product),
    ];
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'NUMBER_OUT_OF_RANGE']);
      expect(JSON.stringify(answer.body)).toContain(`"${field}"]`);
    }
  });
});

describe('number as text', () => {
  const refused: [string, string, object][] = [
    ...['0x1F', '1e3', '1.000', '1,000', ' 31', '31.0', '٣١'].map(
      (text): [string, string, object] => [
        text,
        'numberLimitedPlaces',
        { numberLimitedPlaces: text },
      ],
    ),
    ['0x1F', 'numberOfPages', { bookDetails: { numberOfPages: '0x1F' } }],
  ];

  it.each(refused)('%s in %s – returns 400', async (_, field, data) => {
    const product = { title: 'x', slug: 'x', type: 'Libro', ...data };
    const answers = [
      await admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product),
      await postToApi('/api/products?status=draft', product),
    ];
    for (const answer of answers) {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'NUMBER_UNREADABLE']);
      expect(JSON.stringify(answer.body)).toContain(`"${field}"]`);
    }
  });

  it('digits – are stored as a number', async () => {
    const product = { title: 'x', slug: 'digits', type: 'Libro', numberLimitedPlaces: '31' };
    const { body } = await admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product);
    expect(body.data).toMatchObject({ numberLimitedPlaces: 31 });
  });
});

describe('date and time as text', () => {
  const LIVE = 'api::live.live';

  const live = (startDate: unknown): object => ({
    title: 'x',
    typeOfLive: { typeLive: 'Zoom', startDate },
  });

  const postToBoth = async (startDate: unknown) => [
    await admin.post(`${EXPLORER}/${LIVE}?locale=es`, live(startDate)),
    await postToApi('/api/lives?status=draft&populate=typeOfLive', live(startDate)),
  ];

  it.each([
    ['2026-11-27 19:00', '2026-11-27T18:00:00.000Z'],
    ['2026-07-27T19:00', '2026-07-27T17:00:00.000Z'],
    ['27/11/2026 19:00', '2026-11-27T18:00:00.000Z'],
    ['2026-11-27T19:00:00Z', '2026-11-27T19:00:00.000Z'],
    ['2026-11-27T19:00:00.123456+05:30', '2026-11-27T13:30:00.123Z'],
    [Date.UTC(2026, 10, 27, 19), '2026-11-27T19:00:00.000Z'],
  ])('%p – is stored as %s', async (startDate, stored) => {
    for (const answer of await postToBoth(startDate)) {
      expect(answer.body).toMatchObject({ data: { typeOfLive: { startDate: stored } } });
    }
  });

  it.each([
    '2026',
    2026,
    '20261127',
    '2026-W10',
    '2026-11-27',
    '2026-02-31T10:00:00Z',
    '31/02/2026 10:00',
    '04/03/2026 19:00',
    '2026-03-29 02:30',
    '1764270000',
    '',
    true,
  ])('%p – returns 400', async (startDate) => {
    for (const answer of await postToBoth(startDate)) {
      expect([answer.status, codeOf(answer)]).toEqual([400, 'DATE_TIME_UNREADABLE']);
    }
  });
});

it('POST /content-manager – ISBN with special hyphens and a lower-case check digit – is stored normalized', async () => {
  const bookDetails = { ISBN: ' 0\u2011804\u201342957\u00ADx' };
  const product = { title: 'x', slug: 'spelling', type: 'Libro', bookDetails };
  const { body } = await admin.post(`${EXPLORER}/${PRODUCT}?locale=es`, product);
  expect(body.data).toMatchObject({ bookDetails: { ISBN: '0-804-42957X' } });
});

it('POST and PUT – locale that the site does not have, or only in the body – are refused and store nothing', async () => {
  const values = category({ slug: 'known-locale' });
  const { body } = await postToApi('/api/categories?locale=es', values);
  const { documentId } = (body as { data: { documentId: string } }).data;
  const bearer = { Authorization: `Bearer ${token}` };
  const answers = [
    await postToApi('/api/categories?locale=fr', category({ slug: 'unknown-locale' })),
    await app.request
      .put(`/api/categories/${documentId}?locale=fr`)
      .set(bearer)
      .send({ data: { name: 'Nom' } }),
  ];
  for (const answer of answers) {
    expect([answer.status, codeOf(answer)]).toEqual([404, 'LANGUAGE_NOT_FOUND']);
  }
  const path = `${EXPLORER}/${CATEGORY}/${documentId}?locale=fr`;
  expect((await admin.put(path, { name: 'Nom' })).status).toBe(400);
  const inBody = await postToApi('/api/categories', category({ slug: 'in-body', locale: 'en' }));
  expect([inBody.status, codeOf(inBody)]).toEqual([400, 'INVALID_REQUEST']);
  const where = { $or: [{ locale: 'fr' }, { slug: 'in-body' }] };
  expect(await app.strapi.db.query(CATEGORY).count({ where })).toBe(0);
});
