import { startApp, stopQuietly } from '../support/app';
import { createDatabase } from '../support/database';
import { startProcess } from '../support/process';
import { ownTemporaryFolder } from '../uploads/support';
import { startBucket } from './bucket';
import { ask, library, sizeOf, striped } from './support';

describe('process killed while creating pictures', () => {
  it('next start – deletes its temporary files, and keeps those of a running node', async () => {
    const bucket = await startBucket();
    const temporary = ownTemporaryFolder();
    const database = await createDatabase();
    const env = { ...bucket.env(false), TMPDIR: temporary.folder };
    const app = await startApp({ database, env });
    const files = await library(app);
    const { url } = await files.upload('stripes.png', await striped('png'));
    await temporary.emptied();
    const address = sizeOf(url, { w: 160 });

    const killed = await startProcess({ database, env });
    bucket.hold();
    const answer = ask(app, address);
    await temporary.filled(2);
    const filesOfRunningNode = temporary.files();
    const lostAnswer = ask(killed, address).catch(() => 'no answer');
    await temporary.filled(4);
    await killed.kill('SIGKILL');
    expect(await lostAnswer).toBe('no answer');
    expect(temporary.files()).toHaveLength(4);

    const next = await startProcess({ database, env });
    expect(temporary.files()).toEqual(filesOfRunningNode);
    bucket.release();
    expect((await answer).status).toBe(200);
    expect(await temporary.emptied()).toEqual([]);

    await next.stop();
    await stopQuietly(app);
    await bucket.close();
    await database.drop();
    temporary.remove();
  });
});
