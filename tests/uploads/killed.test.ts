import { mkdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { pictureFile } from '../support/content';
import { createDatabase } from '../support/database';
import { insertApiToken } from '../support/fill';
import { startProcess } from '../support/process';
import { fileHead, MEGABYTE, openRequest, ownTemporaryFolder } from './support';

describe('service killed during uploads', () => {
  it('deletes its temporary files at the next start, and no others', async () => {
    const temporary = ownTemporaryFolder();
    const database = await createDatabase();
    const env = { TMPDIR: temporary.folder };
    const token = await insertApiToken(database);
    const startUpload = (url: string) =>
      openRequest({ url: `${url}/api/upload`, headers: { Authorization: `Bearer ${token}` } });
    const killedService = await startProcess({ database, env });
    const uploads = [startUpload(killedService.url), startUpload(killedService.url)];
    for (const { write } of uploads) {
      await write(fileHead());
      await write(Buffer.alloc(MEGABYTE));
    }
    await temporary.filled(4);
    await killedService.kill('SIGKILL');
    expect(temporary.files()).toHaveLength(4);

    const nextService = await startProcess({ database, env });
    expect(temporary.files()).toEqual([]);

    // A running process keeps its temporary files while a second one starts.
    const runningUpload = startUpload(nextService.url);
    await runningUpload.write(fileHead());
    await runningUpload.write(readFileSync(pictureFile));
    await temporary.filled(2);
    const foreignFolders = ['somebody-else', 'strapi-upload-young', 'strapi-upload-old'];
    for (const name of foreignFolders) mkdirSync(path.join(temporary.folder, name));
    const longAgo = Date.now() / 1000 - 2 * 86_400;
    for (const name of ['somebody-else', 'strapi-upload-old']) {
      utimesSync(path.join(temporary.folder, name), longAgo, longAgo);
    }
    const secondService = await startProcess({ database, env });
    expect(temporary.files()).toHaveLength(4);
    expect(temporary.files()).toEqual(
      expect.arrayContaining(['somebody-else', 'strapi-upload-young']),
    );
    runningUpload.abort();
    for (const { abort } of uploads) abort();
    await Promise.all([nextService.stop(), secondService.stop()]);
    await database.drop();
    temporary.remove();
  });
});
