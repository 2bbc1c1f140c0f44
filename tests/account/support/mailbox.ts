import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { domainToASCII } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../../support/until';
import { onFileEnd } from '../../support/host';
import { portOf } from '../../support/ports';

export type Letter = Email & { recipients: string[] };

/** A mail server that stores the mails it receives. */
export type Mailbox = {
  port: number;
  /** The settings with which the service sends its mails there. */
  env: Record<string, string>;
  /** Failed mails are sent again at once. The service reads this at each use. */
  runtimeEnv: Record<string, string>;
  letters: Letter[];
  /** Returns the letters to an address when there are at least so many. */
  to: (address: string, count?: number) => Promise<Letter[]>;
  /** Rejects these addresses permanently. */
  refused: Set<string>;
  /** Rejects these addresses temporarily. */
  busy: Set<string>;
  close: () => Promise<void>;
};

/** Returns an address as the client sent it: `smtp-server` shows domains beyond ASCII in letters. */
const asSent = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
};

/** @param port a chosen port; by default the port of mail servers */
export const openMailbox = async ({ port }: { port?: number } = {}): Promise<Mailbox> => {
  const letters: Letter[] = [];
  const refused = new Set<string>();
  const busy = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (refused.has(address)) {
        done(Object.assign(new Error('No such user here'), { responseCode: 550 }));
      } else if (busy.has(address)) {
        done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      } else {
        done();
      }
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          letters.push({
            ...email,
            recipients: session.envelope.rcptTo.map(({ address }) => asSent(address)),
          });
          done();
        });
      });
    },
  });
  // A node that is killed while it sends a letter resets the connection, which must not end the suite.
  server.on('error', () => undefined);
  const listening: Server = server.listen(port ?? (await portOf('mail')), '127.0.0.1');
  await once(listening, 'listening');
  const unregister = onFileEnd(() => {
    server.close();
  });
  const { port: actual } = listening.address() as AddressInfo;
  return {
    port: actual,
    env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(actual) },
    runtimeEnv: { MAIL_RETRY_SECONDS: '1' },
    letters,
    refused,
    busy,
    to: (address, count = 1) =>
      until(
        () => letters.filter(({ recipients }) => recipients.includes(address)),
        ({ length }) => length >= count,
        `${count} letters for ${address}`,
      ),
    close: () =>
      new Promise((resolve) => {
        unregister();
        server.close(resolve);
      }),
  };
};

/** Returns the confirmation link in a letter. */
export const confirmLinkIn = (letter: Letter | undefined): URL => {
  const link = /https?:\/\/[^\s\]]*confirm[^\s\]]*/.exec(letter?.text ?? '')?.[0];
  if (link === undefined) throw new Error('There is no link in this letter');
  return new URL(link);
};

/** Returns the reset code in a letter. */
export const codeIn = (letter: Letter | undefined): string => {
  const code = /\b[A-Z2-9]{5}(?:-[A-Z2-9]{5}){3}\b/.exec(letter?.text ?? '')?.[0];
  if (code === undefined) throw new Error('There is no code in this letter');
  return code;
};
