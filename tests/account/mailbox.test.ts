import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startApp } from '../support/app';
import { until } from '../support/until';
import { generous, registerSomeone } from './support/accounts';
import { killOnFileEnd } from '../support/host';

type Opened = { url: string; env: Record<string, string>; hasOneBesideAServer: boolean };
type Received = { subject: string; to: { address: string }[] };

const mailbox = pathToFileURL(path.resolve(__dirname, '../../sandbox/mailbox/index.mjs')).href;

/** Runs in its own process, as in the demo. */
const program = `
  const { mailbox } = await import('${mailbox}');
  const beside = await mailbox({ env: { SMTP_HOST: 'smtp.example.com' } });
  const { url, env } = await mailbox({ env: {} });
  console.log(JSON.stringify({ url, env, hasOneBesideAServer: beside !== undefined }));
`;

describe('the mailbox of the demo', () => {
  it('listens on the loopback address, shows sent mails, and does not start beside a configured mail server', async () => {
    const child = killOnFileEnd(spawn(process.execPath, ['--input-type=module', '-e', program]));
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, env, hasOneBesideAServer } = JSON.parse(line.toString()) as Opened;
    expect(hasOneBesideAServer).toBe(false);
    expect([new URL(url).hostname, env.SMTP_HOST]).toEqual(['127.0.0.1', '127.0.0.1']);

    const app = await startApp({ env: { ...generous, ...env } });
    const { email } = await registerSomeone(app, { language: 'en' });
    const received = await until(
      async () => (await (await fetch(`${url}/email`)).json()) as Received[],
      ({ length }) => length > 0,
    );
    expect(received.map(({ subject, to }) => [subject, to[0]?.address])).toEqual([
      [expect.stringMatching(/^Welcome to /), email],
    ]);
    await app.stop();
    child.kill();
    await once(child, 'exit');
  });
});
