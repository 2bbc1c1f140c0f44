import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { jobsOf } from '../../src/platform/jobs';
import { refusalIn } from '../integrity/refusal';
import { hostModule } from '../support/host';
import { until } from '../support/until';
import * as make from './files';
import { pdf, privateMedia, privatePictures, secretsIn, type PrivateFile } from './private-files';
import {
  contentApi,
  fileIn,
  filesIn,
  panel,
  startUploadService,
  type StoredFile,
  type UploadService,
} from './service';

let service: UploadService;

beforeAll(async () => {
  service = await startUploadService();
});

afterAll(() => service.stop());

const doors = [
  ['an editor in the panel', () => panel(service, 'catalogue-editor'), '/upload'],
  ['Marketing in the panel', () => panel(service, 'marketing'), '/upload/files'],
  ['a program at the content API', () => contentApi(service), '/api/upload'],
] as const;

describe.each(doors)('Uploads by %s', (_, door, address) => {
  it('should refuse whatever is no medium, however it is called, and leave nothing behind', async () => {
    const before = service.stored();
    for (const file of await make.hostileFiles()) {
      const answer = await door().send([file], address);
      expect([file.name, answer.status]).toEqual([file.name, 400]);
      expect(refusalIn(answer)).toMatchObject({
        name: 'ValidationError',
        message: expect.stringContaining(`“${file.name}”`) as string,
        details: {
          code: expect.stringMatching(
            /^(?:FILE_TYPE_NOT_ALLOWED|IMAGE_UNREADABLE|SUBTITLES_UNREADABLE)$/,
          ) as string,
          file: file.name,
        },
      });
    }
    expect(service.stored()).toEqual(before);
    expect(service.temporary()).toEqual([]);
  });

  it('should be known again by what they hold, and give the file that is there to who wants it', async () => {
    const send = async (file: make.Sent, wish?: string) => {
      const door = address.startsWith('/api') ? service.apiToken : service.people.marketing.token;
      const answer = await service.request
        .post(address)
        .set({ Authorization: `Bearer ${door}`, ...(wish && { 'X-Existing-Files': wish }) })
        .attach('files', file.bytes, { filename: file.name, contentType: file.type });
      return fileIn(answer);
    };
    const known = async (...files: make.Sent[]) => {
      const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
      const { status, body } = await service.request
        .post('/duplicate-uploads/existing')
        .set('Authorization', `Bearer ${service.people.marketing.token}`)
        .send({ digests });
      expect(status).toBe(200);
      return (body as { data: { id: number; name: string; picture: string }[] }).data;
    };
    // Different content for each endpoint.
    const bytes = await make.png(60 + doors.findIndex(([, , at]) => at === address), 45);
    const file = { name: 'first.png', type: 'image/png', bytes };
    expect(await known(file)).toEqual([]);
    const first = await send(file);
    expect(await known(file)).toEqual([
      expect.objectContaining({ id: first.id, name: 'first.png' }),
    ]);

    const stored = service.stored();
    expect((await send({ ...file, name: 'second.png' }, 'use')).id).toBe(first.id);
    expect(service.stored()).toEqual(stored);
    const another = await send({ ...file, name: 'second.png' });
    expect(another.id).not.toBe(first.id);
    expect((await known(file)).map(({ id }) => id)).toEqual([first.id]);

    // A replaced file has different content.
    const other = { ...file, bytes: await make.png(61, 46 + stored.length) };
    await panel(service, 'marketing').send([other], `/upload/files/${first.id}/replace`);
    expect((await known(file, other)).map(({ id }) => id).sort()).toEqual(
      [first.id, another.id].sort(),
    );
    expect((await send(other, 'use')).id).toBe(first.id);
  });

  it('should take media of every kind, by what they hold', async () => {
    const taken: [make.Sent, { mime: string; ext: string }][] = [
      [
        { name: 'a.jpg', type: 'image/jpeg', bytes: await make.jpeg() },
        { mime: 'image/jpeg', ext: '.jpg' },
      ],
      [
        { name: 'a.JPEG', type: '', bytes: await make.jpeg() },
        { mime: 'image/jpeg', ext: '.jpeg' },
      ],
      [
        { name: 'really-a-jpeg.png', type: 'image/png', bytes: await make.jpeg() },
        { mime: 'image/jpeg', ext: '.jpg' },
      ],
      [
        { name: 'no-extension', type: '', bytes: await make.png() },
        { mime: 'image/png', ext: '.png' },
      ],
      [
        { name: 'version.2', type: 'image/png', bytes: await make.png() },
        { mime: 'image/png', ext: '.png' },
      ],
      [
        { name: 'a.gif', type: 'image/gif', bytes: await make.animation('gif') },
        { mime: 'image/gif', ext: '.gif' },
      ],
      [
        { name: 'a.webp', type: 'image/webp', bytes: await make.animation('webp') },
        { mime: 'image/webp', ext: '.webp' },
      ],
      [
        { name: 'a.mp4', type: 'video/mp4', bytes: make.mp4() },
        { mime: 'video/mp4', ext: '.mp4' },
      ],
      [
        { name: 'sound.m4a', type: 'audio/mp4', bytes: make.mp4() },
        { mime: 'audio/mp4', ext: '.m4a' },
      ],
      [
        { name: 'a.wav', type: 'audio/wav', bytes: make.wav() },
        { mime: 'audio/wav', ext: '.wav' },
      ],
      [
        { name: 'a.pdf', type: 'application/pdf', bytes: make.pdf() },
        { mime: 'application/pdf', ext: '.pdf' },
      ],
      [
        { name: 'a.vtt', type: 'text/vtt', bytes: Buffer.from(make.VTT) },
        { mime: 'text/vtt', ext: '.vtt' },
      ],
      [
        { name: 'a.srt', type: 'application/octet-stream', bytes: Buffer.from(make.SRT) },
        { mime: 'application/x-subrip', ext: '.srt' },
      ],
      [
        { name: 'latin.srt', type: '', bytes: Buffer.from(make.SRT, 'latin1') },
        { mime: 'application/x-subrip', ext: '.srt' },
      ],
    ];
    for (const [file, { mime, ext }] of taken) {
      const stored = fileIn(await door().send([file], address));
      expect([file.name, stored.mime, stored.ext]).toEqual([file.name, mime, ext]);
      expect(stored.url).toMatch(new RegExp(`^/uploads/.*\\${ext}$`));
    }
  });
});

describe('A request of several files', () => {
  it.each([
    ['the panel', () => panel(service, 'catalogue-editor'), '/upload'],
    ['the content API', () => contentApi(service), '/api/upload'],
  ])('should be refused as a whole for one of them, by %s', async (_, door, path) => {
    const good = { name: 'good.png', type: 'image/png', bytes: await make.png() };
    const truncated = (await make.jpeg(900, 900)).subarray(0, 3000);
    const bad: make.Sent[] = [
      { name: 'bad.png', type: 'image/png', bytes: Buffer.from(make.HTML) },
      { name: 'bad.jpg', type: 'image/jpeg', bytes: truncated },
    ];
    const before = service.stored();
    for (const file of bad) {
      const answer = await door().send([good, file, good], path);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).message).toContain(`“${file.name}”`);
    }
    const named = await door().send([good, { ...good, name: 'a:b.png' }], path);
    expect(named.status).toBe(400);
    expect(service.stored()).toEqual(before);

    const both = await door().send([good, { ...good, name: 'also.png' }], path);
    const names = filesIn(both).map(({ name }) => name);
    expect(names.sort()).toEqual(['also.png', 'good.png']);
  });
});

describe('A file', () => {
  const editor = () => panel(service, 'catalogue-editor');

  it.each([
    ['the panel', editor, (id: number) => `/upload?id=${id}`],
    ['the panel’s own route for it', editor, (id: number) => `/upload/files/${id}/replace`],
    ['the content API', () => contentApi(service), (id: number) => `/api/upload?id=${id}`],
  ])('should only be replaced by one of its kind, by way of %s', async (_, door, path) => {
    const png = { name: 'a.png', type: 'image/png', bytes: await make.png() };
    const { id, url } = fileIn(await editor().send([png]));
    const hostile = await make.hostileFiles();
    for (const file of hostile) {
      expect([file.name, (await door().send([file], path(id))).status]).toEqual([file.name, 400]);
    }
    const pdf = { name: 'a.pdf', type: 'application/pdf', bytes: make.pdf() };
    const other = await door().send([pdf], path(id));
    expect(other.status).toBe(400);
    expect(refusalIn(other).details.code).toBe('REPLACEMENT_OF_ANOTHER_KIND');

    const larger = { ...png, bytes: await make.png(80, 60) };
    const replaced = fileIn(await door().send([larger], path(id)));
    expect(replaced).toMatchObject({ id, width: 80, height: 60, mime: 'image/png' });
    expect(replaced.url).toMatch(new RegExp(`^${url}[?]v=[0-9a-f]{8}$`));
  });

  it('should be refused in the caller’s language', async () => {
    const answer = await service.request
      .post('/upload')
      .set('Authorization', `Bearer ${service.people.marketing.token}`)
      .set('Accept-Language', 'es')
      .attach('files', Buffer.from(make.SVG), {
        filename: 'pic.svg',
        contentType: 'image/svg+xml',
      });
    expect(refusalIn(answer).message).toMatch(
      /^La biblioteca de medios admite imágenes .* \(«pic\.svg»\)$/,
    );
  });

  it('should be refused when it is empty', async () => {
    const answer = await editor().send([
      { name: 'a.png', type: 'image/png', bytes: Buffer.alloc(0) },
    ]);
    expect(answer.status).toBe(400);
  });
});

describe('Uploads by way of an address', () => {
  let elsewhere: Server;
  const asked: string[] = [];

  beforeAll(async () => {
    const picture = await make.png();
    elsewhere = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('Content-Type', 'image/png');
      response.end(url === '/good.png' ? picture : make.HTML);
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    // An external address, answered by this machine.
    const { port } = elsewhere.address() as AddressInfo;
    Object.defineProperty(service.strapi, 'fetch', {
      value: (url: string, options?: RequestInit) =>
        fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), options),
    });
  });

  afterAll(async () => {
    elsewhere.close();
    await once(elsewhere, 'close');
  });

  it('should be refused in the caller’s language, and nothing be fetched', async () => {
    const editor = service.people['catalogue-editor'];
    const before = service.stored();
    const { status, body } = await editor.post('/upload/actions/upload-from-urls', {
      urls: ['http://192.0.2.1/good.png', 'http://0.0.0.0/', 'http://192.0.2.1/..%2f'],
    });
    expect([status, body.error]).toEqual([
      403,
      {
        status: 403,
        name: 'ForbiddenError',
        message: expect.stringContaining('Download the file and upload it') as string,
        details: { code: 'UPLOAD_FROM_ADDRESS_NOT_OFFERED' },
        requestId: expect.any(String) as string,
      },
    ]);
    const inSpanish = await service.request
      .post('/upload/actions/upload-from-urls')
      .set({ Authorization: `Bearer ${editor.token}`, 'Accept-Language': 'es' })
      .send({ urls: ['http://192.0.2.1/good.png'] });
    expect(inSpanish.text).toContain('Descarga el archivo');
    await editor.put('/admin/users/me', { preferedLanguage: 'es' });
    const chosen = await editor.post('/upload/actions/upload-from-urls', { urls: ['http://a/'] });
    expect(chosen.text).toContain('Descarga el archivo');
    expect(asked).toEqual([]);
    expect(service.stored()).toEqual(before);
  });
});

describe('Private metadata', () => {
  type Row = { id: number; url: string; size: string; formats: StoredFile['formats'] };

  const onDisk = (url: string): string =>
    path.join(service.database.publicDir, new URL(url, 'http://here').pathname);

  const rowOf = async ({ id }: StoredFile): Promise<Row> =>
    (await service.strapi.db.query('plugin::upload.file').findOne({ where: { id } })) as Row;

  /** Expects a stored file without secrets, with its notices, and with the size in its row. */
  const expectStripped = async (stored: StoredFile, { name, kept }: PrivateFile): Promise<void> => {
    const row = await rowOf(stored);
    const bytes = readFileSync(onDisk(row.url));
    expect([name, secretsIn(bytes)]).toEqual([name, []]);
    for (const text of kept) expect([name, text, bytes.includes(text)]).toEqual([name, text, true]);
    expect([name, Number(row.size)]).toEqual([name, Math.round(bytes.length / 10) / 100]);
    for (const { url } of Object.values(row.formats ?? {})) {
      expect([url, secretsIn(readFileSync(onDisk(url)))]).toEqual([url, []]);
    }
  };

  const sent = ({ name, type, bytes }: PrivateFile): make.Sent => ({ name, type, bytes });

  const runJob = async (): Promise<void> => {
    const jobs = jobsOf(service);
    const id = (await jobs.enqueue('uploads.metadata', {})) ?? '';
    await until(
      () => jobs.stateOf('uploads.metadata', id),
      (state) => state === 'completed',
    );
  };

  it.each([
    [{ sizeOptimization: false, responsiveDimensions: false }],
    [{ sizeOptimization: true, responsiveDimensions: true }],
    [{ sizeOptimization: false, responsiveDimensions: true, autoOrientation: true }],
  ])(
    'POST /upload – any door, %j – stores notices and colours, and nothing private',
    async (values) => {
      const settings = { autoOrientation: false, aiMetadata: false, ...values };
      const answer = await service.people['strapi-super-admin'].put('/upload/settings', settings);
      expect(answer.status).toBe(200);
      for (const file of [...(await privatePictures()), ...(await privateMedia())]) {
        const [editor, program] = [panel(service, 'catalogue-editor'), contentApi(service)];
        const stored = fileIn(await editor.send([sent(file)]));
        await expectStripped(stored, file);
        const { icc } = await sharp(file.bytes)
          .metadata()
          .catch(() => ({ icc: undefined }));
        if (icc !== undefined) {
          const header = await sharp(onDisk((await rowOf(stored)).url)).metadata();
          expect([file.name, header.icc]).toEqual([file.name, icc]);
        }
        await editor.send([sent(file)], `/upload/files/${stored.id}/replace`);
        await expectStripped(stored, file);
        await expectStripped(fileIn(await program.send([sent(file)])), file);
      }
    },
  );

  it('POST /upload – metadata that cannot be taken out – is refused, and nothing is stored', async () => {
    const before = service.stored();
    const bytes = await pdf('2 0 obj<</Type/Sig/ByteRange[0 10 20 30]>>endobj\n');
    const name = 'contract.pdf';
    const answer = await contentApi(service).send([{ name, type: 'application/pdf', bytes }]);
    expect([answer.status, refusalIn(answer).details.code]).toEqual([
      400,
      'METADATA_NOT_REMOVABLE',
    ]);
    expect(service.stored()).toEqual(before);
  });

  it('the job – files of an earlier release – are rewritten once, under a new address', async () => {
    const metric = async (): Promise<number> => {
      const { rows } = await service.strapi.db.connection.raw<{ rows: { count: string }[] }>(
        'SELECT count(*) FROM files f LEFT JOIN uploads.files s ON s.file_id = f.id WHERE s.stripped_url IS DISTINCT FROM f.url',
      );
      return Number(rows[0]?.count);
    };
    const files = [...(await privatePictures()), ...(await privateMedia())];
    const stored: [StoredFile, PrivateFile][] = [];
    for (const file of files) {
      const upload = fileIn(await contentApi(service).send([sent(file)]));
      writeFileSync(onDisk(upload.url), file.bytes);
      stored.push([upload, file]);
    }
    const clean = { name: 'plain.png', type: 'image/png', bytes: await make.png() };
    const plain = fileIn(await contentApi(service).send([clean]));
    await service.strapi.db.connection.raw('DELETE FROM uploads.files');
    const [busy] = stored.splice(0, 1);
    const busyId = busy?.[0].id ?? 0;
    await service.strapi.db.connection.raw(
      "INSERT INTO uploads.files (file_id, leased_until) VALUES (?, clock_timestamp() + interval '1 hour')",
      [busyId],
    );
    await runJob();

    const changed: string[] = [];
    for (const [file, before] of stored) {
      await expectStripped(file, before);
      const { url } = await rowOf(file);
      expect(url).toMatch(/[?]v=/);
      changed.push(url);
    }
    expect((await rowOf(plain)).url).toBe(plain.url);
    // Another writer has locked the first one, which must wait.
    expect(await metric()).toBe(1);
    expect(secretsIn(readFileSync(onDisk(busy?.[0].url ?? '')))).not.toEqual([]);

    const replaced = panel(service, 'marketing').send(
      busy === undefined ? [] : [sent(busy[1])],
      `/upload/files/${busyId}/replace`,
    );
    await service.strapi.db.connection.raw('UPDATE uploads.files SET leased_until = NULL');
    expect((await replaced).status).toBeLessThan(300);
    await runJob();
    expect(await metric()).toBe(0);
    for (const [at, [file]] of stored.entries()) expect((await rowOf(file)).url).toBe(changed[at]);
  });

  it('the job – a file that cannot be read or ends the process – is given up after three attempts', async () => {
    const { stripMetrics } = hostModule<{
      stripMetrics: (of: { strapi: unknown }) => { name: string; read: () => Promise<object[]> }[];
    }>(path.resolve(__dirname, '../../dist/src/plugins/media/uploads/server/strip-job.js'));
    const figure = (name: string) =>
      stripMetrics({ strapi: service.strapi })
        .find((measure) => measure.name === name)
        ?.read();
    const raw = (query: string, values: unknown[] = []) =>
      service.strapi.db.connection.raw<{ rows: Record<string, unknown>[] }>(query, values);
    const [film] = (await privateMedia()).filter(({ name }) => name === 'film.mp4');
    if (film === undefined) throw new Error('There is no film');
    const countless = Buffer.concat([
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      Buffer.alloc(80_000 * 8, Buffer.from('\0\0\0\x08free', 'latin1')),
    ]);
    /** Stores a file like an earlier release, after so many attempts. */
    const storeOld = async (bytes: Buffer, attempts: number): Promise<StoredFile> => {
      const file = fileIn(await contentApi(service).send([sent(film)]));
      writeFileSync(onDisk(file.url), bytes);
      await raw('DELETE FROM uploads.files WHERE file_id = ?', [file.id]);
      if (attempts > 0) {
        const { url } = await rowOf(file);
        await raw('INSERT INTO uploads.strip_attempts VALUES (?, ?, ?)', [file.id, url, attempts]);
      }
      return file;
    };
    const unreadable = await storeOld(countless, 1);
    const survivor = await storeOld(film.bytes, 2);
    const deadly = await storeOld(film.bytes, 3);
    const errors = jest.spyOn(service.strapi.log, 'error');

    await runJob();
    const files = [unreadable, survivor, deadly].map(({ id }) => id);
    const attempts = async () =>
      (
        await raw(
          'SELECT file_id, attempts FROM uploads.strip_attempts WHERE file_id = ANY (?) ORDER BY file_id',
          [files],
        )
      ).rows;
    expect(await attempts()).toEqual([
      { file_id: unreadable.id, attempts: 2 },
      { file_id: deadly.id, attempts: 3 },
    ]);
    await expectStripped(survivor, film);
    expect(readFileSync(onDisk(deadly.url)).equals(film.bytes)).toBe(true);
    expect(await figure('cms_files_with_unchecked_metadata')).toEqual([{ value: 1 }]);
    expect(await figure('cms_files_with_kept_metadata')).toEqual([{ value: 1 }]);

    await runJob();
    await runJob();
    expect((await attempts()).map((row) => row.attempts)).toEqual([3, 3]);
    expect(await figure('cms_files_with_unchecked_metadata')).toEqual([{ value: 0 }]);
    expect(errors.mock.lastCall?.[0]).toContain(`2 files keep it after 3 attempts each`);
    errors.mockRestore();

    // A replacement counts as a new file.
    const replace = `/upload/files/${deadly.id}/replace`;
    await panel(service, 'marketing').send([sent(film)], replace);
    await expectStripped(deadly, film);
    expect(await figure('cms_files_with_kept_metadata')).toEqual([{ value: 1 }]);
  });
});
