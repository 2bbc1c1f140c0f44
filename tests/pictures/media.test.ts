import { startApp, stopQuietly, type App } from '../support/app';
import { createDatabase } from '../support/database';
import { until } from '../support/until';
import * as make from '../uploads/files';
import { startBucket } from './bucket';
import { library, striped, type Uploaded } from './support';

type Facts = {
  documentId: string;
  url: string;
  isUrlSigned: boolean;
  mime: string;
  width: number | null;
  height: number | null;
  alternativeText: string | null;
  focalPoint: { x: number; y: number } | null;
  dominantColor: string | null;
};

const FILE = 'plugin::upload.file';

const readMedia = async (app: App, ...ids: string[]): Promise<Facts[]> => {
  const { body } = await app.request.get(`/api/media?ids=${ids.join(',')}`).expect(200);
  return (body as { data: Facts[] }).data;
};

const readFile = async (app: App, id: string): Promise<Facts | undefined> =>
  (await readMedia(app, id))[0];

describe('GET /api/media', () => {
  let app: App;
  let files: Awaited<ReturnType<typeof library>>;
  let picture: Uploaded;

  beforeAll(async () => {
    app = await startApp({ env: { PUBLIC_URL: 'https://cms.example.com' } });
    files = await library(app);
    picture = await files.upload('blue.png', await make.png(300, 200));
  });

  afterAll(() => stopQuietly(app));

  it('several ids – returns the existing files', async () => {
    const widePicture = await files.upload(
      'wide.jpg',
      await striped('jpeg', { width: 900, height: 100 }),
    );
    const media = await readMedia(app, widePicture.documentId, picture.documentId, 'a'.repeat(24));
    expect(media).toHaveLength(2);
    expect(media.find(({ documentId }) => documentId === picture.documentId)).toEqual({
      id: picture.id,
      documentId: picture.documentId,
      url: expect.stringMatching(/^https:\/\/cms\.example\.com\/uploads\/blue_\w+\.png$/) as string,
      isUrlSigned: false,
      mime: 'image/png',
      width: 300,
      height: 200,
      alternativeText: null,
      alternativeTexts: null,
      focalPoint: null,
      dominantColor: expect.stringMatching(/^#[0-3]\w[6-7]\w[89]\w$/) as string,
    });
    expect(media.find(({ documentId }) => documentId === widePicture.documentId)).toMatchObject({
      width: 900,
      height: 100,
    });
  });

  it('description, replacement and deletion of a file – are effective at once', async () => {
    const file = await files.upload('changes.png', await make.png(300, 200));
    const before = await readFile(app, file.documentId);
    expect(before?.alternativeText).toBeNull();

    await files.describe(file.id, { alternativeText: 'A wall', focalPoint: { x: 10, y: 20 } });
    const described = await readFile(app, file.documentId);
    expect(described).toMatchObject({ alternativeText: 'A wall', focalPoint: { x: 10, y: 20 } });
    expect(described?.url).not.toBe(before?.url);

    await files.replace(file.id, 'red.png', await striped('png', { width: 3, height: 900 }));
    const replaced = await readFile(app, file.documentId);
    expect(replaced).toMatchObject({ width: 3, height: 900 });
    expect(replaced?.url).not.toBe(described?.url);
    expect(replaced?.dominantColor).not.toBe(before?.dominantColor);

    const anonymousAnswer = await app.request.delete(`/api/upload/files/${file.id}`);
    expect([401, 403]).toContain(anonymousAnswer.status);
    await app.strapi.db.query(FILE).delete({ where: { id: file.id } });
    expect(await readFile(app, file.documentId)).toBeUndefined();
  });

  it('response – has an ETag', async () => {
    const address = `/api/media?ids=${picture.documentId}`;
    const { headers } = await app.request.get(address).expect(200);
    expect(headers.etag).toBeDefined();
    await app.request.get(address).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it.each([
    ['no ids', ''],
    ['an empty list', '?ids='],
    ['numeric ids', '?ids=1,2,3'],
    ['a path', '?ids=../../etc/passwd'],
    [
      '101 ids',
      `?ids=${Array.from({ length: 101 }, (__, index) => String(index).padStart(24, 'a')).join(',')}`,
    ],
    ['a nested list', '?ids[0][0]=aaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('%s – returns 400', async (_title, query) => {
    const { status, body } = await app.request.get(`/api/media${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: { code: 'INVALID_REQUEST' } } });
  });
});

it('GET /api/media – private bucket – returns signed URLs', async () => {
  const bucket = await startBucket();
  const app = await startApp({ env: bucket.env(true) });
  try {
    const files = await library(app);
    const { id, documentId } = await files.upload('private.png', await make.png(300, 200));
    const facts = await readFile(app, documentId);
    expect(facts?.isUrlSigned).toBe(true);
    expect(new URL(facts?.url ?? '').searchParams.get('X-Amz-Signature')).not.toBeNull();

    await files.replace(id, 'private.png', await striped('png'));
    const { searchParams } = new URL((await readFile(app, documentId))?.url ?? '');
    // The parameter is part of the signature, so a later change would invalidate it.
    expect(searchParams.get('v')).toMatch(/^[0-9a-f]{8}$/);
    expect([...searchParams.keys()].at(-1)).not.toBe('v');
  } finally {
    await stopQuietly(app);
    await bucket.close();
  }
});

it('dominant colours – existing files without one – are added at a start', async () => {
  const database = await createDatabase();
  try {
    let app = await startApp({ database });
    const files = await library(app);
    const blue = await files.upload('blue.png', await make.png(300, 200));
    const missing = await files.upload('lost.png', await make.png(30, 20));
    const originalColour = (await readFile(app, blue.documentId))?.dominantColor;
    const { db } = app.strapi;
    await until(
      () => app.strapi.store({ type: 'plugin', name: 'pictures', key: 'coloured' }).get({}),
      (isDone) => isDone === true,
    );
    const row = (await db.query(FILE).findOne({ where: { id: missing.id } })) as { hash: string };
    await db
      .getConnection('files')
      .where({ id: missing.id })
      .update({ hash: `${row.hash}_gone` });
    await db.getConnection('files').update({ dominant_color: null });
    await app.strapi.store({ type: 'plugin', name: 'pictures', key: 'coloured' }).delete({});
    const changedAt = (await db.query(FILE).findOne({ where: { id: blue.id } })) as object;
    await stopQuietly(app);

    app = await startApp({ database });
    try {
      const colour = await until(
        async () => (await readFile(app, blue.documentId))?.dominantColor,
        (header) => header !== null,
      );
      expect(colour).toBe(originalColour);
      expect((await readFile(app, missing.documentId))?.dominantColor).toBeNull();
      const after = (await app.strapi.db.query(FILE).findOne({ where: { id: blue.id } })) as object;
      expect(after).toMatchObject({ updatedAt: Reflect.get(changedAt, 'updatedAt') as unknown });
    } finally {
      await stopQuietly(app);
    }
  } finally {
    await database.drop();
  }
});
