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

const folder = (): string => path.join(app.database.publicDir, 'uploads');

const provider = (): Provider =>
  (app.strapi.plugin('upload') as unknown as { provider: Provider }).provider;

/** Some bytes, and then the error of a full disk. */
const fullDisk = (): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000, 1);
      await Promise.resolve();
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    })(),
  );

describe('a file for which there is no room', () => {
  it('should leave nothing behind, and the one that it was to replace as it was', async () => {
    const admin = await signIn(app);
    await admin.upload(pictureFile);
    const [stored] = (await app.strapi.db.query('plugin::upload.file').findMany({})) as File[];
    if (stored === undefined) throw new Error('Nothing was stored');
    const name = `${stored.hash}${stored.ext}`;
    const content = readFileSync(path.join(folder(), name));
    const before = readdirSync(folder());

    const { name: title, hash, ext } = stored;
    const replacement = { name: title, hash, ext, stream: fullDisk() };
    const newOne = { name: 'new.webp', hash: 'new_1', ext: '.webp', stream: fullDisk() };
    for (const attempt of [
      () => provider().replaceStream(replacement, stored),
      () => provider().uploadStream(newOne),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        status: 507,
        details: { code: 'STORAGE_FULL' },
      });
    }
    expect(readdirSync(folder())).toEqual(before);
    expect(readFileSync(path.join(folder(), name)).equals(content)).toBe(true);
  });

  it('should leave none of its sizes behind either, not those that did fit', async () => {
    const admin = await signIn(app);
    const before = readdirSync(folder()).sort();
    const own = provider().uploadStream;
    const stored: string[] = [];
    provider().extend({
      uploadStream: async (file) => {
        if (file.hash.startsWith('thumbnail_')) {
          // Not before another has arrived.
          await until(
            () => stored,
            ({ length }) => length > 0,
          );
          await own({ ...file, stream: fullDisk() });
        } else {
          await own(file);
          stored.push(file.hash);
        }
      },
    });
    try {
      await expect(admin.upload(pictureFile)).rejects.toThrow(/STORAGE_FULL|507/);
      expect(stored).not.toEqual([]);
      await until(
        () => Promise.resolve(readdirSync(folder()).sort()),
        (names) => names.join() === before.join(),
        'nothing is left',
      );
    } finally {
      provider().extend({ uploadStream: own });
    }
    const { url } = await admin.upload(pictureFile);
    expect(readdirSync(folder())).toContain(path.basename(new URL(url, 'http://here').pathname));
  });

  it('should be stored under its own name once there is', async () => {
    const file = { name: 'new.txt', hash: 'new_2', ext: '.vtt', url: '' };
    await provider().uploadStream({ ...file, stream: Readable.from([Buffer.from('WEBVTT')]) });
    expect(readFileSync(path.join(folder(), 'new_2.vtt'), 'utf8')).toBe('WEBVTT');
    const other = { ...file, hash: 'new_3', stream: Readable.from([Buffer.from('WEBVTT 3')]) };
    await provider().replaceStream(other, file);
    const names = readdirSync(folder());
    expect(names).toContain('new_3.vtt');
    expect(names).not.toContain('new_2.vtt');
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
