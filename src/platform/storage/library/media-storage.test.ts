import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createFolderStorage } from './media-storage';

describe('createFolderStorage – write', () => {
  it('aborted while the content arrives slowly – keeps the former content only', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'folder-storage-'));
    try {
      writeFileSync(path.join(folder, 'film.mp4'), 'former');
      const stream = new PassThrough();
      stream.write('new');
      const controller = new AbortController();
      const write = createFolderStorage(folder).write({
        ...{ hash: 'film', ext: '.mp4', mime: 'video/mp4', stream },
        signal: controller.signal,
      });
      controller.abort(new Error('lost'));
      await expect(write).rejects.toMatchObject({ name: 'AbortError' });
      expect(readdirSync(folder)).toEqual(['film.mp4']);
      expect(readFileSync(path.join(folder, 'film.mp4'), 'utf8')).toBe('former');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
