import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { apiToken, generous, logIn, registerSomeone } from '../account/support/accounts';
import { createApiToken, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { pictureFile } from '../support/content';
import {
  BOUNDARY,
  END,
  fileHead,
  FORM,
  formOf,
  MEGABYTE,
  openRequest,
  ownTemporaryFolder,
  part,
  send,
  type Sent,
} from './support';

const picture = readFileSync(pictureFile);
/** A PDF, because Strapi processes pictures but not other files. */
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]);
const logo = path.resolve(__dirname, '../../database/sample/images/verticals/medicina.png');

const picturePart = (filename = 'amelie.webp', name = 'files'): Buffer =>
  part({ name, filename, type: 'image/webp', content: picture });

const temporary = ownTemporaryFolder();

type Tokens = {
  superAdmin: string;
  /** A panel user without any permission. */
  powerless: string;
  student: string;
  /** API tokens: with every right, and with a right unrelated to files. */
  fullAccess: string;
  readsProducts: string;
};

let app: App;
let tokens: Tokens;

const bearerOf = (token?: string) =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

const to = (where: string, token?: string) => ({
  url: `${app.url}${where}`,
  headers: bearerOf(token),
});

const codeOf = ({ body }: Sent): string | undefined => body.error?.details?.code;

beforeAll(async () => {
  app = await startApp({
    env: { ...generous, TMPDIR: temporary.folder, UPLOAD_MAX_MB: '2' },
  });
  await app.strapi.db
    .query('admin::role')
    .create({ data: { code: 'no-uploads', name: 'No uploads', description: '' } });
  const { email } = await registerSomeone(app);
  tokens = {
    superAdmin: (await signIn(app)).token,
    powerless: (await signIn(app, 'no-uploads')).token,
    student: await logIn(app, email),
    fullAccess: await createApiToken(app),
    readsProducts: await apiToken(app.strapi, ['api::product.product.find']),
  };
});

afterEach(async () => {
  expect(await temporary.emptied()).toEqual([]);
});

afterAll(async () => {
  await app.stop();
  temporary.remove();
});

describe('a multipart body where no files are taken', () => {
  it.each([
    ['POST', '/api/user-endpoints/login'],
    ['POST', '/api/create-checkout-session'],
    ['POST', '/api/products'],
    ['PUT', '/api/user-endpoints/update-profile'],
    ['PATCH', '/api/products'],
    ['DELETE', '/api/upload/files/1'],
    ['GET', '/api/series/getSeries'],
    ['PUT', '/api/upload'],
    ['POST', '/api/upload/files'],
    ['POST', '/upload/folders'],
    ['POST', '/admin/login'],
    ['POST', '/content-manager/collection-types/api::product.product'],
    ['POST', '/'],
    ['POST', '/nowhere/at/all'],
    ['POST', '/api/checkout/webhook/main'],
  ])('should be refused with 415 by %s %s, for every caller', async (method, where) => {
    for (const token of [undefined, tokens.superAdmin, tokens.fullAccess]) {
      const body = Buffer.concat([picturePart(), END]);
      const { url, headers } = to(where, token);
      const answer = await send({
        ...{ url, method, body: [body] },
        // For some methods Node does not send the length of a body by itself.
        headers: { ...headers, 'Content-Length': body.length },
      });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({
        data: null,
        error: { status: 415, details: { code: 'MULTIPART_NOT_TAKEN' } },
      });
    }
  });

  it('should be answered before it is there, and without a byte on the disk', async () => {
    const { answer, write, abort } = openRequest(to('/api/user-endpoints/login'));
    await write(fileHead());
    await write(Buffer.alloc(MEGABYTE));
    expect((await Promise.race([answer, once(process, 'never')])) as Sent).toMatchObject({
      status: 415,
      headers: { connection: 'close' },
    });
    expect(temporary.files()).toEqual([]);
    abort();
  });

  it('should be answered to a caller who sends sixty megabytes without looking', async () => {
    const answer = await send({ ...to('/api/user-endpoints/login'), body: formOf(60 * MEGABYTE) });
    expect(answer.status).toBe(415);
    expect(temporary.files()).toEqual([]);
  });

  it('should not be asked of a caller who asks first', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      'POST /api/user-endpoints/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n' +
        `Content-Type: ${FORM}\r\nContent-Length: 62914560\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(answer).not.toContain('100 Continue');
  });

  it('should be refused however it is named, and never be read as something else', async () => {
    const body = Buffer.concat([picturePart(), END]);
    const names = [
      `Multipart/Form-Data; boundary=${BOUNDARY}`,
      `MULTIPART/FORM-DATA;boundary=${BOUNDARY}`,
      `multipart/mixed; boundary=${BOUNDARY}`,
      `multipart/related; boundary=${BOUNDARY}`,
      `  multipart/form-data; boundary=${BOUNDARY}; boundary=other`,
      'multipart/form-data',
      'multipart/',
    ];
    for (const type of names) {
      const headers = { 'Content-Type': type, 'Content-Length': body.length };
      const answer = await send({ ...to('/api/user-endpoints/login'), headers, body: [body] });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it('should not get past as a second content type, nor compressed', async () => {
    const raw = async (headers: string[]): Promise<string> => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      const body = Buffer.concat([picturePart(), END]);
      const head = ['POST /api/user-endpoints/login HTTP/1.1', 'Host: x', 'Connection: close'];
      const length = `Content-Length: ${body.length}`;
      socket.write(`${[...head, length, ...headers].join('\r\n')}\r\n\r\n`);
      socket.write(body);
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      return answer.split('\r\n')[0] ?? '';
    };
    expect(await raw(['Content-Type: application/json', `Content-Type: ${FORM}`])).toContain('400');
    expect(await raw([`Content-Type: ${FORM}`, 'Content-Type: application/json'])).toContain('415');
    expect(await raw([`Content-Type: ${FORM}`, 'Content-Encoding: gzip'])).toContain('415');
  });

  it('should be refused in Spanish to who reads Spanish', async () => {
    const { url } = to('/api/user-endpoints/login');
    const answer = await send({ url, headers: { 'Accept-Language': 'es' }, body: [END] });
    expect(answer.text).toContain('no admite un cuerpo multipart');
  });

  it('should leave requests without a body alone', async () => {
    const headers = { 'Content-Type': FORM };
    const answer = await send({ ...to('/api/products/allProducts'), method: 'GET', headers });
    expect(answer.status).toBe(200);
  });
});

describe('POST /upload', () => {
  it('POST /upload – filename* beside filename – names the file by filename*', async () => {
    const disposition = `form-data; name="files"; filename="nu.webp"; filename*=UTF-8''%C3%B1u%20%28a%29.webp`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/webp\r\n\r\n`;
    const body = [Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n'), END])];
    const answer = await send({ ...to('/api/upload', tokens.fullAccess), body });
    expect([answer.status, answer.body]).toMatchObject([201, [{ name: 'ñu (a).webp' }]]);
  });
});

describe('an upload by somebody who may not upload', () => {
  /** Sends only the beginning: refusals come before the rest is sent. */
  const begin = async (where: string, token?: string): Promise<Sent> => {
    const { answer, write, abort } = openRequest(to(where, token));
    await write(fileHead());
    await write(Buffer.alloc(MEGABYTE));
    const sent = await answer;
    expect(temporary.files()).toEqual([]);
    abort();
    return sent;
  };

  it('should be refused to strangers', async () => {
    expect((await begin('/upload')).status).toBe(401);
    expect((await begin('/upload', 'nonsense')).status).toBe(401);
    expect((await begin('/upload/files')).status).toBe(401);
    expect((await begin('/admin/project-settings')).status).toBe(401);
    expect((await begin('/api/upload')).status).toBe(403);
    expect((await begin('/api/upload', 'nonsense')).status).toBe(401);
  });

  it('should be refused to students', async () => {
    const token = tokens.student;
    expect((await begin('/api/upload', token)).status).toBe(403);
    expect((await begin('/upload', token)).status).toBe(401);
  });

  it('should be refused to programs without the right', async () => {
    expect((await begin('/api/upload', tokens.readsProducts)).status).toBe(403);
    expect((await begin('/upload', tokens.fullAccess)).status).toBe(401);
  });

  it('should be refused to people of the panel without the right', async () => {
    const token = tokens.powerless;
    expect((await begin('/upload', token)).status).toBe(403);
    expect((await begin('/upload?id=1', token)).status).toBe(403);
    expect((await begin('/upload/files', token)).status).toBe(403);
    expect((await begin('/upload/files/1/replace', token)).status).toBe(403);
    expect((await begin('/admin/project-settings', token)).status).toBe(403);
    expect((await begin('/UPLOAD/', token)).status).toBe(403);
  });

  it('should be answered as Strapi answers', async () => {
    expect((await begin('/upload')).body).toEqual({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'Missing or invalid credentials',
        details: {},
        requestId: expect.any(String) as string,
      },
    });
    expect((await begin('/upload', tokens.powerless)).body).toMatchObject({
      error: { status: 403, name: 'ForbiddenError' },
    });
  });
});

describe('an upload that goes wrong', () => {
  const upload = (body: Iterable<Buffer>, headers: Record<string, string> = {}) => {
    const { url } = to('/upload');
    return send({ url, headers: { ...bearerOf(tokens.superAdmin), ...headers }, body });
  };

  it('should be 413 when a file is too large, with and without its length said before', async () => {
    const whole = Buffer.concat([...formOf(2 * MEGABYTE + 1)]);
    const answers = [
      await upload(formOf(2 * MEGABYTE + 1)),
      await upload([whole], { 'Content-Length': String(whole.length) }),
      await upload(formOf(60 * MEGABYTE)),
      await upload([], { 'Content-Length': String(60 * MEGABYTE) }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(413);
      expect(codeOf(answer)).toBe('UPLOAD_TOO_LARGE');
      expect(answer.body).toMatchObject({
        error: { details: { limit: { bytes: 2 * MEGABYTE, files: 200 } } },
      });
    }
  });

  it('should be 413 when its files are too large together, or too many', async () => {
    const large = part({
      ...{ name: 'files', filename: 'a.mp4', type: 'video/mp4' },
      content: Buffer.alloc(MEGABYTE),
    });
    const empty = part({ name: 'files', filename: 'a.txt', type: 'text/plain', content: 'a' });
    const field = part({ name: 'note', content: 'a' });
    const long = part({ name: 'note', content: Buffer.alloc(MEGABYTE + 1, 'a') });
    const half = part({ name: 'note', content: Buffer.alloc(MEGABYTE / 2, 'a') });
    const bodies = [
      [large, large, large, END],
      [...Array<Buffer>(201).fill(empty), END],
      [...Array<Buffer>(1_001).fill(field), END],
      [long, END],
      [half, half, half, END],
    ];
    for (const body of bodies) expect((await upload(body)).status).toBe(413);
  });

  it.each<[string, readonly Buffer[], Record<string, string>]>([
    ['has no boundary', [picturePart(), END], { 'Content-Type': 'multipart/form-data' }],
    [
      'has another boundary than it says',
      [picturePart(), END],
      { 'Content-Type': 'multipart/form-data; boundary=other' },
    ],
    ['ends within a file', [picturePart().subarray(0, 5_000)], {}],
    ['ends before its end', [picturePart()], {}],
    ['ends within a heading', [Buffer.from(`--${BOUNDARY}\r\nContent-Dispo`)], {}],
    [
      'has parts without a name',
      [part({ filename: 'a.txt', type: 'text/plain', content: 'x' }), END],
      {},
    ],
    [
      'has a form within',
      [
        picturePart(),
        part({ name: 'files', type: 'multipart/mixed; boundary=inner', content: '--inner--' }),
        END,
      ],
      {},
    ],
    [
      'is encoded in a way that nobody knows',
      [
        part({
          ...{ name: 'files', filename: 'a.txt', type: 'text/plain', content: 'x' },
          headers: ['Content-Transfer-Encoding: rot13'],
        }),
        END,
      ],
      {},
    ],
    ['is empty', [Buffer.from('\r\n')], {}],
  ])('should be 400 when the form %s', async (_name, body, headers) => {
    const answer = await upload(body, headers);
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('MULTIPART_MALFORMED');
  });

  it('should be 400 when a part of the form has a heading that is none', async () => {
    const heading = `--${BOUNDARY}\r\nContent Disposition @ nowhere\r\n\r\nx\r\n`;
    expect((await upload([Buffer.from(heading), END])).status).toBe(400);
  });

  it('should leave nothing of a caller who went away', async () => {
    for (const pieces of [[], [Buffer.alloc(MEGABYTE)]]) {
      const { write, abort } = openRequest(to('/upload', tokens.superAdmin));
      await write(picturePart());
      await write(fileHead());
      for (const piece of pieces) await write(piece);
      // The folder of the request, the whole picture and, if it was processed, the second file.
      await temporary.filled(2 + pieces.length);
      abort();
      expect(await temporary.emptied()).toEqual([]);
    }
  });

  it('should leave nothing of ten files under names that nobody knows', async () => {
    const parts = Array.from({ length: 10 }, (_, index) => picturePart('a.webp', `x${index}`));
    expect((await upload([...parts, END])).status).toBe(400);
  });
});

describe('an upload by somebody who may upload', () => {
  type File = { id: number; name: string; url: string; size: number; alternativeText: string };

  const kept = ({ url }: File): Buffer => readFileSync(path.join(app.database.publicDir, url));
  const described = async (id: number): Promise<File> => {
    const answer = await app.request.get(`/upload/files/${id}`).set(bearerOf(tokens.superAdmin));
    return answer.body as File;
  };
  const upload = async (): Promise<File> => {
    const answer = await app.request
      .post('/upload')
      .set(bearerOf(tokens.superAdmin))
      .attach('files', pictureFile)
      .expect(201);
    const [file] = answer.body as [File];
    return file;
  };
  const stored = () => readdirSync(path.join(app.database.publicDir, 'uploads'));

  it('should be stored with what is said of each, several at a time, in the panel and over the API', async () => {
    for (const [where, token] of [
      ['/upload', tokens.superAdmin],
      ['/api/upload', tokens.fullAccess],
    ] as const) {
      const answer = await app.request
        .post(where)
        .set(bearerOf(token))
        .attach('files', pictureFile, 'uno.webp')
        .attach('files', logo, 'dos.png')
        .field('fileInfo', JSON.stringify({ name: 'uno.webp', alternativeText: 'Uno' }))
        .field('fileInfo', JSON.stringify({ name: 'dos.png', caption: 'Dos' }))
        .expect(201);
      expect(answer.body).toMatchObject([
        { mime: 'image/webp', alternativeText: 'Uno' },
        { mime: 'image/png', caption: 'Dos' },
      ]);
    }
  });

  it.each([
    ['with a NUL', JSON.stringify({ name: 'a\0b.png' })],
    ['with half a character', '{"caption":"\\ud800"}'],
    ['that is no JSON', 'not json'],
    ['with too long a name', JSON.stringify({ name: 'a'.repeat(300) })],
    ['with a folder that is none', JSON.stringify({ folder: 'abc' })],
  ])('should not be stored, nor replace another, under a description %s', async (_what, info) => {
    const { id, url } = (await upload()) as File & { url: string };
    const before = stored();
    const content = readFileSync(path.join(app.database.publicDir, url));
    for (const where of ['/upload', `/upload?id=${id}`, `/upload/files/${id}/replace`]) {
      const answer = await app.request
        .post(where)
        .set(bearerOf(tokens.superAdmin))
        .attach('files', pictureFile, 'uno.webp')
        .field('fileInfo', info);
      const { error } = answer.body as { error: { details: { code: string } } };
      expect([where, answer.status, error.details.code]).toEqual([where, 400, 'INVALID_REQUEST']);
    }
    expect(stored()).toEqual(before);
    expect(readFileSync(path.join(app.database.publicDir, url)).equals(content)).toBe(true);
  });

  it.each([
    ['punctuation', "uno ñandú; dos=1 100% 'tres'.pdf"],
    ['255 letters, which are 1,004 when transliterated', `${'щ'.repeat(251)}.pdf`],
  ])('should keep the bytes and the name as they were sent – %s', async (_what, name) => {
    const file = part({ name: 'files', filename: name, type: 'application/pdf', content: pdf });
    const body = [file, END];
    const answer = await send({ ...to('/api/upload', tokens.fullAccess), body });
    expect(answer.status).toBe(201);
    const [taken] = JSON.parse(answer.text) as [File];
    expect(taken.name).toBe(name);
    expect(kept(taken).equals(pdf)).toBe(true);
  });

  it('should take one encoded in base64, and one without a type', async () => {
    const base64 = pdf.toString('base64');
    const bodies = [
      part({
        ...{ name: 'files', filename: 'a.pdf', type: 'application/pdf' },
        headers: ['Content-Transfer-Encoding: base64'],
        content: base64.replace(/.{76}/g, '$&\r\n'),
      }),
      part({ name: 'files', filename: 'a.pdf', content: pdf }),
    ];
    for (const body of bodies) {
      const answer = await send({ ...to('/api/upload', tokens.fullAccess), body: [body, END] });
      expect(answer.status).toBe(201);
      const [file] = JSON.parse(answer.text) as [File];
      expect(kept(file).equals(pdf)).toBe(true);
    }
  });

  it('should take a caller who asks first', async () => {
    const body = Buffer.concat([picturePart(), END]);
    const answer = await send({
      url: `${app.url}/upload`,
      headers: {
        ...bearerOf(tokens.superAdmin),
        Expect: '100-continue',
        'Content-Length': body.length,
      },
      body: [body],
    });
    expect(answer.status).toBe(201);
  });

  it('should be replaced, and described anew without a file', async () => {
    const { id } = await upload();
    const before = stored().length;
    for (const where of [`/upload?id=${id}`, `/upload/files/${id}/replace`]) {
      await app.request
        .post(where)
        .set(bearerOf(tokens.superAdmin))
        .attach('files', picture, 'other.webp')
        .expect(200);
    }
    expect(stored().length).toBe(before);
    const describe = async (method: 'post' | 'put', where: string, alternativeText: string) => {
      await app.request[method](where)
        .set(bearerOf(tokens.superAdmin))
        .field('fileInfo', JSON.stringify({ alternativeText }))
        .expect(200);
      expect(await described(id)).toMatchObject({ alternativeText });
    };
    await describe('post', `/upload?id=${id}`, 'Una cara');
    await describe('put', `/upload/files/${id}`, 'Otra cara');
    await app.request
      .post(`/api/upload?id=${id}`)
      .set(bearerOf(tokens.fullAccess))
      .attach('files', pictureFile)
      .expect(200);
  });

  it('should leave nothing of a logo for the panel', async () => {
    await app.request
      .post('/admin/project-settings')
      .set(bearerOf(tokens.superAdmin))
      .attach('menuLogo', logo)
      .expect(200);
  });

  it('should leave nothing when Strapi refuses it', async () => {
    await app.request
      .post('/upload?id=999999')
      .set(bearerOf(tokens.superAdmin))
      .attach('files', logo)
      .expect(404);
    await app.request
      .post('/admin/project-settings')
      .set(bearerOf(tokens.superAdmin))
      .attach('otherLogo', logo)
      .expect(400);
  });
});

describe('bodies of other kinds', () => {
  it('should keep their limits', async () => {
    const text = `"${'x'.repeat(MEGABYTE)}"`;
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await send({
        url: `${app.url}/api/user-endpoints/login`,
        headers: { 'Content-Type': type, 'Content-Length': text.length },
        body: [Buffer.from(text)],
      });
      expect([type, answer.status]).toEqual([type, 413]);
    }
  });
});
