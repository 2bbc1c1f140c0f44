import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createDatabase } from '../support/database';
import { letTimePass } from '../support/dead-jobs';
import { startProcess } from '../support/process';
import { until } from '../support/until';
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

/** Opens a mail server that accepts connections and never responds, which is the slowest failure. */
const openSilentServer = async (port: number) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    calls: () => sockets.length,
    /** Returns the number of closed connections, without the first ones. */
    givenUp: (after: number) => sockets.slice(after).filter(({ closed }) => closed).length,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

describe('e-mails during an outage of the mail server', () => {
  it('do not fail or delay requests, and are delivered afterwards, also after a restart or SIGKILL', async () => {
    const first = await openMailbox();
    const { port } = first;
    const database = await createDatabase();
    const env = { ...generous, ...first.env, ...first.runtimeEnv, LOG_LEVEL: 'debug' };
    const outputs: string[] = [];

    const before = await startProcess({ database, env });
    const register = async (): Promise<string> => {
      const body = newAccount();
      await before.request.post('/api/user-endpoints/register').send(body).expect(200);
      return body.email;
    };
    const { email: resetEmail } = await registerSomeone(before);
    const jwt = await logIn(before, resetEmail);
    await first.to(resetEmail);
    await first.close();

    const silentServer = await openSilentServer(port);
    const queuedEmails: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const calls = silentServer.calls();
      queuedEmails.push(await register());
      // The response arrived before the connection to the mail server could time out.
      expect(silentServer.givenUp(calls)).toBe(0);
    }
    await before.request
      .post('/api/user-endpoints/forgot-password')
      .send({ email: resetEmail })
      .expect(200);
    await until(() => silentServer.calls() > 0);
    await before.stop();
    outputs.push(before.output());

    // This process is killed during an attempt.
    const during = await startProcess({ database, env });
    const { email: lateEmail } = await registerSomeone(during);
    const calls = silentServer.calls();
    await until(() => silentServer.calls() > calls);
    await during.kill('SIGKILL');
    outputs.push(during.output());
    silentServer.close();

    // The lease of the interrupted attempt must expire first.
    await letTimePass(database);
    const mailbox = await openMailbox({ port });
    const after = await startProcess({ database, env });
    for (const email of [...queuedEmails, lateEmail, resetEmail]) {
      expect(await mailbox.to(email)).toHaveLength(1);
    }
    const [letter] = await mailbox.to(resetEmail);
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
    await mailbox.to(resetEmail, 2);
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
