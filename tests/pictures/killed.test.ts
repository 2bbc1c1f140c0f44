import { startApp, stopQuietly } from '../support/app';
import { createDatabase } from '../support/database';
import { startProcess } from '../support/process';
import { ownTemporaryFolder } from '../uploads/support';
import { startBucket } from './bucket';
import { ask, library, sizeOf, striped } from './support';

describe('a service that is killed in the midst of making pictures', () => {
  it('should be cleared up after at the next start, which leaves alone what another node works on', async () => {
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
    const ofLiving = temporary.files();
    const lost = ask(killed, address).catch(() => 'no answer');
    await temporary.filled(4);
    await killed.kill('SIGKILL');
    expect(await lost).toBe('no answer');
    expect(temporary.files()).toHaveLength(4);

    const next = await startProcess({ database, env });
    expect(temporary.files()).toEqual(ofLiving);
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
