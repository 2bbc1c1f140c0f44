import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { once } from 'node:events';

const require = createRequire(import.meta.url);

const HOST = '127.0.0.1';

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);

const freePort = async () => {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
};

/**
 * Starts a mail server whose messages can be read in the browser; no message leaves this machine.
 * It is not started if a real server is configured.
 *
 * @param {{ env: Record<string, string> }} options
 */
export const mailbox = async ({ env }) => {
  if (env.SMTP_HOST) return undefined;
  const smtp = await freePort();
  const web = await freePort();
  /** @type {new (options: Record<string, unknown>) => { listen: (done: (error?: Error) => void) => void, close: (done: () => void) => void }} */
  const MailDev = require('maildev');
  const before = signals.map((signal) => process.listeners(signal));
  const server = new MailDev({ smtp, web, ip: HOST, webIp: HOST, silent: true });
  // MailDev's signal handlers would end the process at a Ctrl-C before the rest of it is stopped.
  for (const [index, signal] of signals.entries()) {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.includes(listener)) process.off(signal, listener);
    }
  }
  await new Promise((resolve, reject) => {
    server.listen((error) => (error ? reject(error) : resolve(undefined)));
  });
  return {
    name: 'E-mails',
    url: `http://${HOST}:${web}`,
    env: { SMTP_HOST: HOST, SMTP_PORT: String(smtp) },
    stop: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
};
