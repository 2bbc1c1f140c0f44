import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

const BYTES = 32;

/** A new secret, in the form that receivers' libraries expect. */
export const newSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** What is signed: a message, and when it is sent. */
export type Message = { id: string; sentAt: Date; body: string };

const secondsOf = ({ sentAt }: Message): string => String(Math.floor(sentAt.getTime() / 1000));

const sign = (secret: string, message: Message): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signed = `${message.id}.${secondsOf(message)}.${message.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): signed with each of the secrets, so
 * that a receiver may take a new one before or after it is told of it.
 */
export const signatureHeaders = (
  secrets: readonly string[],
  message: Message,
): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': secondsOf(message),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});
