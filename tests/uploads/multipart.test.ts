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
  /** A user of the panel without any permission. */
  powerless: string;
  student: string;
  /** API tokens: with every permission, and with one unrelated to files. */
  fullAccess: string;
  readsProducts: string;
};

let app: App;
let tokens: Tokens;

const bearerOf = (token?: string) =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

const target = (where: string, token?: string) => ({
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

describe('multipart body for an endpoint without files', () => {
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
  ])('is refused with 415 by %s %s, for every caller', async (method, where) => {
    for (const token of [undefined, tokens.superAdmin, tokens.fullAccess]) {
      const body = Buffer.concat([picturePart(), END]);
      const { url, headers } = target(where, token);
      const answer = await send({
        ...{ url, method, body: [body] },
        // For some methods, Node does not send the length of a body by itself.
        headers: { ...headers, 'Content-Length': body.length },
      });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({
        data: null,
        error: { status: 415, details: { code: 'MULTIPART_NOT_TAKEN' } },
      });
    }
  });

  it('is refused before it is complete, without writing to the disk', async () => {
    const { answer, write, abort } = openRequest(target('/api/user-endpoints/login'));
    await write(fileHead());
    await write(Buffer.alloc(MEGABYTE));
    expect((await Promise.race([answer, once(process, 'never')])) as Sent).toMatchObject({
      status: 415,
      headers: { connection: 'close' },
    });
    expect(temporary.files()).toEqual([]);
    abort();
  });

  it('is refused also when the caller sends sixty megabytes without reading', async () => {
    const answer = await send({
      ...target('/api/user-endpoints/login'),
      body: formOf(60 * MEGABYTE),
    });
    expect(answer.status).toBe(415);
    expect(temporary.files()).toEqual([]);
  });

  it('is refused after Expect: 100-continue', async () => {
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

  it('is refused with every spelling of the content type', async () => {
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
      const answer = await send({ ...target('/api/user-endpoints/login'), headers, body: [body] });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it('is refused as second content type, and compressed', async () => {
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

  it('is refused in Spanish for Accept-Language es', async () => {
    const { url } = target('/api/user-endpoints/login');
    const answer = await send({ url, headers: { 'Accept-Language': 'es' }, body: [END] });
    expect(answer.text).toContain('no admite cuerpos multipart');
  });

  it('content type without a body – is accepted', async () => {
    const headers = { 'Content-Type': FORM };
    const answer = await send({ ...target('/api/products/allProducts'), method: 'GET', headers });
    expect(answer.status).toBe(200);
  });
});

describe('POST /upload', () => {
  it('POST /upload – filename* with filename – stores the name of filename*', async () => {
    const disposition = `form-data; name="files"; filename="nu.webp"; filename*=UTF-8''%C3%B1u%20%28a%29.webp`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/webp\r\n\r\n`;
    const body = [Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n'), END])];
    const answer = await send({ ...target('/api/upload', tokens.fullAccess), body });
    expect([answer.status, answer.body]).toMatchObject([201, [{ name: 'ñu (a).webp' }]]);
  });
});

describe('upload without permission', () => {
  /** Sends only the beginning, because refusals come before the rest is sent. */
  const sendBeginning = async (where: string, token?: string): Promise<Sent> => {
    const { answer, write, abort } = openRequest(target(where, token));
    await write(fileHead());
    await write(Buffer.alloc(MEGABYTE));
    const response = await answer;
    expect(temporary.files()).toEqual([]);
    abort();
    return response;
  };

  it('is refused without a session', async () => {
    expect((await sendBeginning('/upload')).status).toBe(401);
    expect((await sendBeginning('/upload', 'nonsense')).status).toBe(401);
    expect((await sendBeginning('/upload/files')).status).toBe(401);
    expect((await sendBeginning('/admin/project-settings')).status).toBe(401);
    expect((await sendBeginning('/api/upload')).status).toBe(403);
    expect((await sendBeginning('/api/upload', 'nonsense')).status).toBe(401);
  });

  it('is refused for students', async () => {
    const token = tokens.student;
    expect((await sendBeginning('/api/upload', token)).status).toBe(403);
    expect((await sendBeginning('/upload', token)).status).toBe(401);
  });

  it('is refused for API tokens without the permission', async () => {
    expect((await sendBeginning('/api/upload', tokens.readsProducts)).status).toBe(403);
    expect((await sendBeginning('/upload', tokens.fullAccess)).status).toBe(401);
  });

  it('is refused for panel users without the permission', async () => {
    const token = tokens.powerless;
    expect((await sendBeginning('/upload', token)).status).toBe(403);
    expect((await sendBeginning('/upload?id=1', token)).status).toBe(403);
    expect((await sendBeginning('/upload/files', token)).status).toBe(403);
    expect((await sendBeginning('/upload/files/1/replace', token)).status).toBe(403);
    expect((await sendBeginning('/admin/project-settings', token)).status).toBe(403);
    expect((await sendBeginning('/UPLOAD/', token)).status).toBe(403);
  });

  it('has the error format of Strapi', async () => {
    expect((await sendBeginning('/upload')).body).toEqual({
      data: null,
      error: {
        status: 401,
        name: 'UnauthorizedError',
        message: 'Missing or invalid credentials',
        details: {},
        requestId: expect.any(String) as string,
      },
    });
    expect((await sendBeginning('/upload', tokens.powerless)).body).toMatchObject({
      error: { status: 403, name: 'ForbiddenError' },
    });
  });
});

describe('upload that fails', () => {
  const upload = (body: Iterable<Buffer>, headers: Record<string, string> = {}) => {
    const { url } = target('/upload');
    return send({ url, headers: { ...bearerOf(tokens.superAdmin), ...headers }, body });
  };

  it('file above the limit – responds 413, with and without Content-Length', async () => {
    const wholeForm = Buffer.concat([...formOf(2 * MEGABYTE + 1)]);
    const answers = [
      await upload(formOf(2 * MEGABYTE + 1)),
      await upload([wholeForm], { 'Content-Length': String(wholeForm.length) }),
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

  it('too many or too large files and fields in total – respond 413', async () => {
    const large = part({
      ...{ name: 'files', filename: 'a.mp4', type: 'video/mp4' },
      content: Buffer.alloc(MEGABYTE),
    });
    const empty = part({ name: 'files', filename: 'a.txt', type: 'text/plain', content: 'a' });
    const field = part({ name: 'note', content: 'a' });
    const longField = part({ name: 'note', content: Buffer.alloc(MEGABYTE + 1, 'a') });
    const halfField = part({ name: 'note', content: Buffer.alloc(MEGABYTE / 2, 'a') });
    const bodies = [
      [large, large, large, END],
      [...Array<Buffer>(201).fill(empty), END],
      [...Array<Buffer>(1_001).fill(field), END],
      [longField, END],
      [halfField, halfField, halfField, END],
    ];
    for (const body of bodies) expect((await upload(body)).status).toBe(413);
  });

  it.each<[string, readonly Buffer[], Record<string, string>]>([
    ['has no boundary', [picturePart(), END], { 'Content-Type': 'multipart/form-data' }],
    [
      'has another boundary than the header',
      [picturePart(), END],
      { 'Content-Type': 'multipart/form-data; boundary=other' },
    ],
    ['ends inside a file', [picturePart().subarray(0, 5_000)], {}],
    ['ends before its final boundary', [picturePart()], {}],
    ['ends inside a part header', [Buffer.from(`--${BOUNDARY}\r\nContent-Dispo`)], {}],
    [
      'has parts without a name',
      [part({ filename: 'a.txt', type: 'text/plain', content: 'x' }), END],
      {},
    ],
    [
      'has a nested form',
      [
        picturePart(),
        part({ name: 'files', type: 'multipart/mixed; boundary=inner', content: '--inner--' }),
        END,
      ],
      {},
    ],
    [
      'has an unknown encoding',
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
  ])('form that %s – responds 400', async (_name, body, headers) => {
    const answer = await upload(body, headers);
    expect(answer.status).toBe(400);
    expect(codeOf(answer)).toBe('MULTIPART_MALFORMED');
  });

  it('malformed part header – responds 400', async () => {
    const heading = `--${BOUNDARY}\r\nContent Disposition @ nowhere\r\n\r\nx\r\n`;
    expect((await upload([Buffer.from(heading), END])).status).toBe(400);
  });

  it('aborted request – leaves no files', async () => {
    for (const pieces of [[], [Buffer.alloc(MEGABYTE)]]) {
      const { write, abort } = openRequest(target('/upload', tokens.superAdmin));
      await write(picturePart());
      await write(fileHead());
      for (const piece of pieces) await write(piece);
      // The folder of the request, the whole picture and, if it was processed, the second file.
      await temporary.filled(2 + pieces.length);
      abort();
      expect(await temporary.emptied()).toEqual([]);
    }
  });

  it('ten files under unknown field names – leave no files', async () => {
    const parts = Array.from({ length: 10 }, (_, index) => picturePart('a.webp', `x${index}`));
    expect((await upload([...parts, END])).status).toBe(400);
  });
});

describe('upload with permission', () => {
  type File = { id: number; name: string; url: string; size: number; alternativeText: string };

  const readStored = ({ url }: File): Buffer =>
    readFileSync(path.join(app.database.publicDir, url));
  const readFile = async (id: number): Promise<File> => {
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
  const listStored = () => readdirSync(path.join(app.database.publicDir, 'uploads'));

  it('several files – are stored with their descriptions, in the panel and over the API', async () => {
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
    ['with a NUL character', JSON.stringify({ name: 'a\0b.png' })],
    ['with half a surrogate pair', '{"caption":"\\ud800"}'],
    ['that is not JSON', 'not json'],
    ['with an overlong name', JSON.stringify({ name: 'a'.repeat(300) })],
    ['with an invalid folder', JSON.stringify({ folder: 'abc' })],
  ])('description %s – is rejected, without storing or replacing a file', async (_what, info) => {
    const { id, url } = (await upload()) as File & { url: string };
    const before = listStored();
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
    expect(listStored()).toEqual(before);
    expect(readFileSync(path.join(app.database.publicDir, url)).equals(content)).toBe(true);
  });

  it.each([
    ['punctuation', "uno ñandú; dos=1 100% 'tres'.pdf"],
    ['255 letters, which are 1,004 when transliterated', `${'щ'.repeat(251)}.pdf`],
  ])('keeps the bytes and the name as they were sent – %s', async (_what, name) => {
    const file = part({ name: 'files', filename: name, type: 'application/pdf', content: pdf });
    const body = [file, END];
    const answer = await send({ ...target('/api/upload', tokens.fullAccess), body });
    expect(answer.status).toBe(201);
    const [storedFile] = JSON.parse(answer.text) as [File];
    expect(storedFile.name).toBe(name);
    expect(readStored(storedFile).equals(pdf)).toBe(true);
  });

  it('base64, and part without a content type – are accepted', async () => {
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
      const answer = await send({ ...target('/api/upload', tokens.fullAccess), body: [body, END] });
      expect(answer.status).toBe(201);
      const [file] = JSON.parse(answer.text) as [File];
      expect(readStored(file).equals(pdf)).toBe(true);
    }
  });

  it('Expect: 100-continue – is accepted', async () => {
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

  it('replaces the file, and changes its description without a file', async () => {
    const { id } = await upload();
    const before = listStored().length;
    for (const where of [`/upload?id=${id}`, `/upload/files/${id}/replace`]) {
      await app.request
        .post(where)
        .set(bearerOf(tokens.superAdmin))
        .attach('files', picture, 'other.webp')
        .expect(200);
    }
    expect(listStored().length).toBe(before);
    const setDescription = async (
      method: 'post' | 'put',
      where: string,
      alternativeText: string,
    ) => {
      await app.request[method](where)
        .set(bearerOf(tokens.superAdmin))
        .field('fileInfo', JSON.stringify({ alternativeText }))
        .expect(200);
      expect(await readFile(id)).toMatchObject({ alternativeText });
    };
    await setDescription('post', `/upload?id=${id}`, 'Una cara');
    await setDescription('put', `/upload/files/${id}`, 'Otra cara');
    await app.request
      .post(`/api/upload?id=${id}`)
      .set(bearerOf(tokens.fullAccess))
      .attach('files', pictureFile)
      .expect(200);
  });

  it('logo of the panel – leaves no files', async () => {
    await app.request
      .post('/admin/project-settings')
      .set(bearerOf(tokens.superAdmin))
      .attach('menuLogo', logo)
      .expect(200);
  });

  it('upload refused by Strapi – leaves no files', async () => {
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

describe('bodies of other content types', () => {
  it('keep their limits', async () => {
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
