import { mkdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { pictureFile } from '../support/content';
import { createDatabase } from '../support/database';
import { insertApiToken } from '../support/fill';
import { startProcess } from '../support/process';
import { fileHead, MEGABYTE, openRequest, ownTemporaryFolder } from './support';

describe('a service that is killed in the midst of uploads', () => {
  it('should clear up at its next start, and touch nothing of anybody else', async () => {
    const temporary = ownTemporaryFolder();
    const database = await createDatabase();
    const env = { TMPDIR: temporary.folder };
    const token = await insertApiToken(database);
    const begin = (url: string) =>
      openRequest({ url: `${url}/api/upload`, headers: { Authorization: `Bearer ${token}` } });
    const killed = await startProcess({ database, env });
    const uploads = [begin(killed.url), begin(killed.url)];
    for (const { write } of uploads) {
      await write(fileHead());
      await write(Buffer.alloc(MEGABYTE));
    }
    await temporary.filled(4);
    await killed.kill('SIGKILL');
    expect(temporary.files()).toHaveLength(4);

    const other = await startProcess({ database, env });
    expect(temporary.files()).toEqual([]);

    // A running process keeps its temporary files while a second one starts.
    const running = begin(other.url);
    await running.write(fileHead());
    await running.write(readFileSync(pictureFile));
    await temporary.filled(2);
    const strangers = ['somebody-else', 'strapi-upload-young', 'strapi-upload-old'];
    for (const name of strangers) mkdirSync(path.join(temporary.folder, name));
    const longAgo = Date.now() / 1000 - 2 * 86_400;
    for (const name of ['somebody-else', 'strapi-upload-old']) {
      utimesSync(path.join(temporary.folder, name), longAgo, longAgo);
    }
    const second = await startProcess({ database, env });
    expect(temporary.files()).toHaveLength(4);
    expect(temporary.files()).toEqual(
      expect.arrayContaining(['somebody-else', 'strapi-upload-young']),
    );
    running.abort();
    for (const { abort } of uploads) abort();
    await Promise.all([other.stop(), second.stop()]);
    await database.drop();
    temporary.remove();
  });
});
