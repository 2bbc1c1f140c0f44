import net from 'node:net';
import { AnswerTooLarge, AnswerTooSlow } from '#platform/http/outgoing/bounded-body';
import { MAIL_TRY_SECONDS, SMTP_TIMEOUTS } from '../settings';

/** Maximum size of all answers of the mail server to one mail. They are a few hundred bytes. */
const MAX_BYTES = 2 ** 20;

const CHECK_MS = 250;

type Server = { host?: string; port?: number };

type ConnectionCallback = (error: Error | null, socket?: { connection: net.Socket }) => void;

/**
 * Opens the connection for one mail (`getSocket` of nodemailer). It is closed when the mail server
 * sends too much, or when the attempt has ended. The library reads lines of any length, and its
 * timeouts notice only silence.
 */
export const openConnection = (
  { host = '', port = 0 }: Server,
  opened: ConnectionCallback,
): void => {
  const connection = net.connect({ host, port });
  const began = performance.now();
  let isOpen = false;
  const watch = setInterval(() => {
    const elapsed = performance.now() - began;
    if (connection.bytesRead > MAX_BYTES) connection.destroy(new AnswerTooLarge(MAX_BYTES));
    else if (elapsed > MAIL_TRY_SECONDS * 1000) connection.destroy(new AnswerTooSlow());
    else if (!isOpen && elapsed > SMTP_TIMEOUTS.connectionTimeout) {
      connection.destroy(new Error('Connection timeout'));
    }
  }, CHECK_MS).unref();
  connection.once('close', () => {
    clearInterval(watch);
  });
  const fail = (error: Error): void => {
    opened(error);
  };
  connection.once('error', fail);
  connection.once('connect', () => {
    isOpen = true;
    connection.off('error', fail);
    connection.setKeepAlive(true);
    opened(null, { connection });
  });
};
