import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { getJobs } from '#platform/jobs';
import type * as stripJob from '#plugins/media/uploads/server/strip-job';
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

const endpoints = [
  ['an editor in the panel', () => panel(service, 'catalogue-editor'), '/upload'],
  ['Marketing in the panel', () => panel(service, 'marketing'), '/upload/files'],
  ['a program at the content API', () => contentApi(service), '/api/upload'],
] as const;

describe.each(endpoints)('uploads by %s', (_, openEndpoint, address) => {
  it('refuse files that are no media, under any name, and store nothing', async () => {
    const before = service.stored();
    for (const file of await make.hostileFiles()) {
      const answer = await openEndpoint().send([file], address);
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

  it('recognise files by content, and return the existing one on request', async () => {
    const send = async (file: make.Sent, wish?: string) => {
      const token = address.startsWith('/api') ? service.apiToken : service.people.marketing.token;
      const answer = await service.request
        .post(address)
        .set({ Authorization: `Bearer ${token}`, ...(wish && { 'X-Existing-Files': wish }) })
        .attach('files', file.bytes, { filename: file.name, contentType: file.type });
      return fileIn(answer);
    };
    const findExisting = async (...files: make.Sent[]) => {
      const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
      const { status, body } = await service.request
        .post('/duplicate-uploads/existing')
        .set('Authorization', `Bearer ${service.people.marketing.token}`)
        .send({ digests });
      expect(status).toBe(200);
      return (body as { data: { id: number; name: string; picture: string }[] }).data;
    };
    // Each endpoint uploads different content.
    const bytes = await make.png(60 + endpoints.findIndex(([, , at]) => at === address), 45);
    const file = { name: 'first.png', type: 'image/png', bytes };
    expect(await findExisting(file)).toEqual([]);
    const firstFile = await send(file);
    expect(await findExisting(file)).toEqual([
      expect.objectContaining({ id: firstFile.id, name: 'first.png' }),
    ]);

    const storedBefore = service.stored();
    expect((await send({ ...file, name: 'second.png' }, 'use')).id).toBe(firstFile.id);
    expect(service.stored()).toEqual(storedBefore);
    const copy = await send({ ...file, name: 'second.png' });
    expect(copy.id).not.toBe(firstFile.id);
    expect((await findExisting(file)).map(({ id }) => id)).toEqual([firstFile.id]);

    // The replaced file has different content.
    const otherFile = { ...file, bytes: await make.png(61, 46 + storedBefore.length) };
    await panel(service, 'marketing').send([otherFile], `/upload/files/${firstFile.id}/replace`);
    expect((await findExisting(file, otherFile)).map(({ id }) => id).sort()).toEqual(
      [firstFile.id, copy.id].sort(),
    );
    expect((await send(otherFile, 'use')).id).toBe(firstFile.id);
  });

  it('accept media of every kind, by content', async () => {
    const acceptedFiles: [make.Sent, { mime: string; ext: string }][] = [
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
    for (const [file, { mime, ext }] of acceptedFiles) {
      const storedFile = fileIn(await openEndpoint().send([file], address));
      expect([file.name, storedFile.mime, storedFile.ext]).toEqual([file.name, mime, ext]);
      expect(storedFile.url).toMatch(new RegExp(`^/uploads/.*\\${ext}$`));
    }
  });
});

describe('request with several files', () => {
  it.each([
    ['the panel', () => panel(service, 'catalogue-editor'), '/upload'],
    ['the content API', () => contentApi(service), '/api/upload'],
  ])('%s – refuses all files if one is invalid', async (_, openEndpoint, path) => {
    const validFile = { name: 'good.png', type: 'image/png', bytes: await make.png() };
    const truncated = (await make.jpeg(900, 900)).subarray(0, 3000);
    const invalidFiles: make.Sent[] = [
      { name: 'bad.png', type: 'image/png', bytes: Buffer.from(make.HTML) },
      { name: 'bad.jpg', type: 'image/jpeg', bytes: truncated },
    ];
    const before = service.stored();
    for (const file of invalidFiles) {
      const answer = await openEndpoint().send([validFile, file, validFile], path);
      expect(answer.status).toBe(400);
      expect(refusalIn(answer).message).toContain(`“${file.name}”`);
    }
    const invalidName = await openEndpoint().send(
      [validFile, { ...validFile, name: 'a:b.png' }],
      path,
    );
    expect(invalidName.status).toBe(400);
    expect(service.stored()).toEqual(before);

    const accepted = await openEndpoint().send(
      [validFile, { ...validFile, name: 'also.png' }],
      path,
    );
    const names = filesIn(accepted).map(({ name }) => name);
    expect(names.sort()).toEqual(['also.png', 'good.png']);
  });
});

describe('file', () => {
  const editorEndpoint = () => panel(service, 'catalogue-editor');

  it.each([
    ['the panel', editorEndpoint, (id: number) => `/upload?id=${id}`],
    [
      'the replace route of the panel',
      editorEndpoint,
      (id: number) => `/upload/files/${id}/replace`,
    ],
    ['the content API', () => contentApi(service), (id: number) => `/api/upload?id=${id}`],
  ])('is replaced only by a file of the same kind, in %s', async (_, openEndpoint, path) => {
    const png = { name: 'a.png', type: 'image/png', bytes: await make.png() };
    const { id, url } = fileIn(await editorEndpoint().send([png]));
    const hostile = await make.hostileFiles();
    for (const file of hostile) {
      expect([file.name, (await openEndpoint().send([file], path(id))).status]).toEqual([
        file.name,
        400,
      ]);
    }
    const pdf = { name: 'a.pdf', type: 'application/pdf', bytes: make.pdf() };
    const pdfResponse = await openEndpoint().send([pdf], path(id));
    expect(pdfResponse.status).toBe(400);
    expect(refusalIn(pdfResponse).details.code).toBe('REPLACEMENT_OF_ANOTHER_KIND');

    const larger = { ...png, bytes: await make.png(80, 60) };
    const replaced = fileIn(await openEndpoint().send([larger], path(id)));
    expect(replaced).toMatchObject({ id, width: 80, height: 60, mime: 'image/png' });
    expect(replaced.url).toMatch(new RegExp(`^${url}[?]v=[0-9a-f]{8}$`));
  });

  it('replaced again before the digest of its content is stored – is not found by that digest', async () => {
    const { connection } = service.strapi.db;
    const png = { name: 'a.png', type: 'image/png', bytes: await make.png(31, 47) };
    const { id } = fileIn(await editorEndpoint().send([png]));
    // The second replacement runs as soon as the first one has released the file.
    await connection.raw(`
      CREATE FUNCTION replace_again() RETURNS trigger AS $$
      BEGIN
        UPDATE files SET url = url || '0', content_digest = 'second' WHERE id = NEW.file_id;
        RETURN NULL;
      END $$ LANGUAGE plpgsql;
      CREATE TRIGGER replace_again AFTER UPDATE ON uploads.files FOR EACH ROW
      WHEN (OLD.leased_until IS NOT NULL AND NEW.leased_until IS NULL)
      EXECUTE FUNCTION replace_again()`);
    const first = { ...png, bytes: await make.png(32, 47) };
    const { status } = await editorEndpoint().send([first], `/upload/files/${id}/replace`);
    await connection.raw('DROP FUNCTION replace_again CASCADE');
    expect(status).toBe(200);
    const digest = createHash('sha256').update(first.bytes).digest('hex');
    expect(
      await service.strapi.db
        .query('plugin::upload.file')
        .count({ where: { contentDigest: digest } }),
    ).toBe(0);
  });

  it('refusal – uses the language of the caller', async () => {
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

  it('empty file – is refused', async () => {
    const answer = await editorEndpoint().send([
      { name: 'a.png', type: 'image/png', bytes: Buffer.alloc(0) },
    ]);
    expect(answer.status).toBe(400);
  });
});

describe('POST /upload/actions/upload-from-urls', () => {
  let remoteServer: Server;
  const requestedUrls: string[] = [];

  beforeAll(async () => {
    const picture = await make.png();
    remoteServer = createServer(({ url = '' }, response) => {
      requestedUrls.push(url);
      response.setHeader('Content-Type', 'image/png');
      response.end(url === '/good.png' ? picture : make.HTML);
    });
    remoteServer.listen(0, '127.0.0.1');
    await once(remoteServer, 'listening');
    // An external URL, answered by this machine.
    const { port } = remoteServer.address() as AddressInfo;
    Object.defineProperty(service.strapi, 'fetch', {
      value: (url: string, options?: RequestInit) =>
        fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${port}`), options),
    });
  });

  afterAll(async () => {
    remoteServer.close();
    await once(remoteServer, 'close');
  });

  it('is refused in the language of the caller, without a request', async () => {
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
    const spanishResponse = await service.request
      .post('/upload/actions/upload-from-urls')
      .set({ Authorization: `Bearer ${editor.token}`, 'Accept-Language': 'es' })
      .send({ urls: ['http://192.0.2.1/good.png'] });
    expect(spanishResponse.text).toContain('Descarga el archivo');
    await editor.put('/admin/users/me', { preferedLanguage: 'es' });
    const chosenLanguageResponse = await editor.post('/upload/actions/upload-from-urls', {
      urls: ['http://a/'],
    });
    expect(chosenLanguageResponse.text).toContain('Descarga el archivo');
    expect(requestedUrls).toEqual([]);
    expect(service.stored()).toEqual(before);
  });
});

describe('private metadata', () => {
  type Row = { id: number; url: string; size: string; formats: StoredFile['formats'] };

  const diskPath = (url: string): string =>
    path.join(service.database.publicDir, new URL(url, 'http://here').pathname);

  const findRow = async ({ id }: StoredFile): Promise<Row> =>
    (await service.strapi.db.query('plugin::upload.file').findOne({ where: { id } })) as Row;

  /** Expects a stored file without secrets, with its notices, and with the correct size in its row. */
  const expectStripped = async (
    storedFile: StoredFile,
    { name, kept }: PrivateFile,
  ): Promise<void> => {
    const row = await findRow(storedFile);
    const bytes = readFileSync(diskPath(row.url));
    expect([name, secretsIn(bytes)]).toEqual([name, []]);
    for (const text of kept) expect([name, text, bytes.includes(text)]).toEqual([name, text, true]);
    expect([name, Number(row.size)]).toEqual([name, Math.round(bytes.length / 10) / 100]);
    for (const { url } of Object.values(row.formats ?? {})) {
      expect([url, secretsIn(readFileSync(diskPath(url)))]).toEqual([url, []]);
    }
  };

  const toUpload = ({ name, type, bytes }: PrivateFile): make.Sent => ({ name, type, bytes });

  const runJob = async (): Promise<void> => {
    const jobs = getJobs(service);
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
    'POST /upload – any endpoint, %j – stores notices and colours, and no private metadata',
    async (values) => {
      const settings = { autoOrientation: false, aiMetadata: false, ...values };
      const answer = await service.people['strapi-super-admin'].put('/upload/settings', settings);
      expect(answer.status).toBe(200);
      for (const file of [...(await privatePictures()), ...(await privateMedia())]) {
        const [editor, program] = [panel(service, 'catalogue-editor'), contentApi(service)];
        const storedFile = fileIn(await editor.send([toUpload(file)]));
        await expectStripped(storedFile, file);
        const { icc } = await sharp(file.bytes)
          .metadata()
          .catch(() => ({ icc: undefined }));
        if (icc !== undefined) {
          const header = await sharp(diskPath((await findRow(storedFile)).url)).metadata();
          expect([file.name, header.icc]).toEqual([file.name, icc]);
        }
        await editor.send([toUpload(file)], `/upload/files/${storedFile.id}/replace`);
        await expectStripped(storedFile, file);
        await expectStripped(fileIn(await program.send([toUpload(file)])), file);
      }
    },
  );

  it('POST /upload – metadata that cannot be removed – is refused, and nothing is stored', async () => {
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

  it('uploads.metadata – files of an earlier release – are rewritten once, under a new URL', async () => {
    const countUnchecked = async (): Promise<number> => {
      const { rows } = await service.strapi.db.connection.raw<{ rows: { count: string }[] }>(
        'SELECT count(*) FROM files f LEFT JOIN uploads.files s ON s.file_id = f.id WHERE s.stripped_url IS DISTINCT FROM f.url',
      );
      return Number(rows[0]?.count);
    };
    const files = [...(await privatePictures()), ...(await privateMedia())];
    const uploads: [StoredFile, PrivateFile][] = [];
    for (const file of files) {
      const upload = fileIn(await contentApi(service).send([toUpload(file)]));
      writeFileSync(diskPath(upload.url), file.bytes);
      uploads.push([upload, file]);
    }
    const cleanFile = { name: 'plain.png', type: 'image/png', bytes: await make.png() };
    const cleanUpload = fileIn(await contentApi(service).send([cleanFile]));
    await service.strapi.db.connection.raw('DELETE FROM uploads.files');
    const [leasedEntry] = uploads.splice(0, 1);
    const leasedId = leasedEntry?.[0].id ?? 0;
    await service.strapi.db.connection.raw(
      "INSERT INTO uploads.files (file_id, leased_until) VALUES (?, clock_timestamp() + interval '1 hour')",
      [leasedId],
    );
    await runJob();

    const changedUrls: string[] = [];
    for (const [file, before] of uploads) {
      await expectStripped(file, before);
      const { url } = await findRow(file);
      expect(url).toMatch(/[?]v=/);
      changedUrls.push(url);
    }
    expect((await findRow(cleanUpload)).url).toBe(cleanUpload.url);
    // Another writer has leased the first file, so it must wait.
    expect(await countUnchecked()).toBe(1);
    expect(secretsIn(readFileSync(diskPath(leasedEntry?.[0].url ?? '')))).not.toEqual([]);

    const replacement = panel(service, 'marketing').send(
      leasedEntry === undefined ? [] : [toUpload(leasedEntry[1])],
      `/upload/files/${leasedId}/replace`,
    );
    await service.strapi.db.connection.raw('UPDATE uploads.files SET leased_until = NULL');
    expect((await replacement).status).toBeLessThan(300);
    await runJob();
    expect(await countUnchecked()).toBe(0);
    for (const [index, [file]] of uploads.entries())
      expect((await findRow(file)).url).toBe(changedUrls[index]);
  });

  it('uploads.metadata – file that cannot be read or ends the process – is given up after three attempts', async () => {
    const { stripMetrics } = hostModule<typeof stripJob>(
      path.resolve(__dirname, '../../dist/src/plugins/media/uploads/server/strip-job.js'),
    );
    const readMetric = (name: string) =>
      stripMetrics({ strapi: service.strapi })
        .find((measure) => measure.name === name)
        ?.read();
    const queryRaw = (query: string, values: unknown[] = []) =>
      service.strapi.db.connection.raw<{ rows: Record<string, unknown>[] }>(query, values);
    const [film] = (await privateMedia()).filter(({ name }) => name === 'film.mp4');
    if (film === undefined) throw new Error('There is no film');
    const crowdedFilm = Buffer.concat([
      Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
      Buffer.alloc(80_000 * 8, Buffer.from('\0\0\0\x08free', 'latin1')),
    ]);
    /** Stores a file like an earlier release, after this many attempts. */
    const storeOld = async (bytes: Buffer, attempts: number): Promise<StoredFile> => {
      const file = fileIn(await contentApi(service).send([toUpload(film)]));
      writeFileSync(diskPath(file.url), bytes);
      await queryRaw('DELETE FROM uploads.files WHERE file_id = ?', [file.id]);
      if (attempts > 0) {
        const { url } = await findRow(file);
        await queryRaw('INSERT INTO uploads.strip_attempts VALUES (?, ?, ?)', [
          file.id,
          url,
          attempts,
        ]);
      }
      return file;
    };
    const unreadable = await storeOld(crowdedFilm, 1);
    const survivor = await storeOld(film.bytes, 2);
    const deadly = await storeOld(film.bytes, 3);
    const errors = jest.spyOn(service.strapi.log, 'error');

    await runJob();
    const files = [unreadable, survivor, deadly].map(({ id }) => id);
    const readAttempts = async () =>
      (
        await queryRaw(
          'SELECT file_id, attempts FROM uploads.strip_attempts WHERE file_id = ANY (?) ORDER BY file_id',
          [files],
        )
      ).rows;
    expect(await readAttempts()).toEqual([
      { file_id: unreadable.id, attempts: 2 },
      { file_id: deadly.id, attempts: 3 },
    ]);
    await expectStripped(survivor, film);
    expect(readFileSync(diskPath(deadly.url)).equals(film.bytes)).toBe(true);
    expect(await readMetric('cms_files_with_unchecked_metadata')).toEqual([{ value: 1 }]);
    expect(await readMetric('cms_files_with_kept_metadata')).toEqual([{ value: 1 }]);

    await runJob();
    await runJob();
    expect((await readAttempts()).map((row) => row.attempts)).toEqual([3, 3]);
    expect(await readMetric('cms_files_with_unchecked_metadata')).toEqual([{ value: 0 }]);
    expect(errors.mock.lastCall?.[0]).toContain(`2 files still contain it after 3 attempts each`);
    errors.mockRestore();

    // A replacement counts as a new file.
    const replace = `/upload/files/${deadly.id}/replace`;
    await panel(service, 'marketing').send([toUpload(film)], replace);
    await expectStripped(deadly, film);
    expect(await readMetric('cms_files_with_kept_metadata')).toEqual([{ value: 1 }]);
  });
});
