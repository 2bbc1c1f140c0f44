import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { startProcess } from '../support/process';
import {
  bearer,
  generous,
  logIn,
  newAccount,
  openMailbox,
  PASSWORD,
  registerSomeone,
} from './support/accounts';
import { codeIn } from './support/mailbox';
import { median, timed } from './support/timing';

/** A mail server that takes every call and never says a word: the slowest way to be out of order. */
const openSilence = async (port: number): Promise<{ calls: () => number; close: () => void }> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    calls: () => sockets.length,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

describe('e-mails while the mail server is out of order', () => {
  it('should neither fail nor slow a request, and arrive once it is back, also after a restart and kill -9', async () => {
    const first = await openMailbox();
    const { port, env: smtp } = first;
    const database = await createDatabase();
    const env = { ...generous, ...smtp, LOG_LEVEL: 'debug' };
    const outputs: string[] = [];

    const before = await startProcess({ database, env });
    const register = async (times: number[]): Promise<string> => {
      const body = newAccount();
      times.push(
        await timed(() =>
          before.request.post('/api/user-endpoints/register').send(body).expect(200),
        ),
      );
      return body.email;
    };
    const usual: number[] = [];
    for (let count = 0; count < 12; count += 1) await register(usual);
    const { email: forgetful } = await registerSomeone(before);
    const jwt = await logIn(before, forgetful);
    await first.to(forgetful);
    await first.close();

    const silence = await openSilence(port);
    const silent: number[] = [];
    const waiting: string[] = [];
    for (let count = 0; count < 12; count += 1) waiting.push(await register(silent));
    await before.request
      .post('/api/user-endpoints/forgot-password')
      .send({ email: forgetful })
      .expect(200);
    expect(median(silent)).toBeLessThan(2 * median(usual) + 100);
    while (silence.calls() === 0) await sleep(50);
    await before.stop();
    outputs.push(before.output());

    // Killed in the midst of trying.
    const during = await startProcess({ database, env });
    const { email: late } = await registerSomeone(during);
    const calls = silence.calls();
    while (silence.calls() <= calls) await sleep(50);
    await during.kill('SIGKILL');
    outputs.push(during.output());
    silence.close();

    // A try that was under way when the process was killed has to run out first.
    await letTimePass(database);
    const mailbox = await openMailbox({ port });
    const after = await startProcess({ database, env });
    for (const email of [...waiting, late, forgetful]) {
      expect(await mailbox.to(email, 1, 120)).toHaveLength(1);
    }
    const [letter] = await mailbox.to(forgetful);
    const code = codeIn(letter);
    await after.request
      .post('/api/user-endpoints/password-reset')
      .send({ code, password: 'Rainy-Kettle-43' })
      .expect(200);
    await after.request
      .put('/api/user-endpoints/update-profile')
      .set(...bearer(jwt))
      .send({})
      .expect(401);
    await mailbox.to(forgetful, 2);
    await after.stop();
    outputs.push(after.output());

    const printed = outputs.join('\n');
    expect(printed.length).toBeGreaterThan(100);
    for (const secret of [PASSWORD, 'Rainy-Kettle-43', code, code.replaceAll('-', ''), jwt]) {
      expect(printed).not.toContain(secret);
    }
    await mailbox.close();
    await database.drop();
  });
});
