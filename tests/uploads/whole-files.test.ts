import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { signIn } from '../support/admin';
import { startApp, type App } from '../support/app';
import { pictureFile } from '../support/content';
import { until } from '../support/until';

type File = { name: string; hash: string; ext: string };

type Provider = {
  extend: (functions: Partial<Provider>) => void;
  uploadStream: (file: File & { stream: Readable }) => Promise<void>;
  replaceStream: (file: File & { stream: Readable }, before: File) => Promise<void>;
};

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.stop());

const uploadsFolder = (): string => path.join(app.database.publicDir, 'uploads');

const provider = (): Provider =>
  (app.strapi.plugin('upload') as unknown as { provider: Provider }).provider;

/** Returns some bytes, and then the error of a full disk. */
const failingStream = (): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000, 1);
      await Promise.resolve();
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    })(),
  );

describe('full disk', () => {
  it('leaves no partial file, and keeps the file to be replaced', async () => {
    const admin = await signIn(app);
    await admin.upload(pictureFile);
    const [storedFile] = (await app.strapi.db.query('plugin::upload.file').findMany({})) as File[];
    if (storedFile === undefined) throw new Error('Nothing was stored');
    const name = `${storedFile.hash}${storedFile.ext}`;
    const content = readFileSync(path.join(uploadsFolder(), name));
    const before = readdirSync(uploadsFolder());

    const { name: title, hash, ext } = storedFile;
    const replacement = { name: title, hash, ext, stream: failingStream() };
    const newFile = { name: 'new.webp', hash: 'new_1', ext: '.webp', stream: failingStream() };
    for (const attempt of [
      () => provider().replaceStream(replacement, storedFile),
      () => provider().uploadStream(newFile),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        status: 507,
        details: { code: 'STORAGE_FULL' },
      });
    }
    expect(readdirSync(uploadsFolder())).toEqual(before);
    expect(readFileSync(path.join(uploadsFolder(), name)).equals(content)).toBe(true);
  });

  it('full disk for one size – deletes the other sizes of the picture', async () => {
    const admin = await signIn(app);
    const before = readdirSync(uploadsFolder()).sort();
    const uploadStream = provider().uploadStream;
    const storedHashes: string[] = [];
    provider().extend({
      uploadStream: async (file) => {
        if (file.hash.startsWith('thumbnail_')) {
          // Waits until another size is stored.
          await until(
            () => storedHashes,
            ({ length }) => length > 0,
          );
          await uploadStream({ ...file, stream: failingStream() });
        } else {
          await uploadStream(file);
          storedHashes.push(file.hash);
        }
      },
    });
    try {
      await expect(admin.upload(pictureFile)).rejects.toThrow(/STORAGE_FULL|507/);
      expect(storedHashes).not.toEqual([]);
      await until(
        () => Promise.resolve(readdirSync(uploadsFolder()).sort()),
        (names) => names.join() === before.join(),
        'nothing is left',
      );
    } finally {
      provider().extend({ uploadStream: uploadStream });
    }
    const { url } = await admin.upload(pictureFile);
    expect(readdirSync(uploadsFolder())).toContain(
      path.basename(new URL(url, 'http://here').pathname),
    );
  });

  it('free space – stores the file under its final name', async () => {
    const file = { name: 'new.txt', hash: 'new_2', ext: '.vtt', url: '' };
    await provider().uploadStream({ ...file, stream: Readable.from([Buffer.from('WEBVTT')]) });
    expect(readFileSync(path.join(uploadsFolder(), 'new_2.vtt'), 'utf8')).toBe('WEBVTT');
    const replacement = {
      ...file,
      hash: 'new_3',
      stream: Readable.from([Buffer.from('WEBVTT 3')]),
    };
    await provider().replaceStream(replacement, file);
    const names = readdirSync(uploadsFolder());
    expect(names).toContain('new_3.vtt');
    expect(names).not.toContain('new_2.vtt');
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
