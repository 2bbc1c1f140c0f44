import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

const BYTES = 32;

/** Returns a new secret in the format of receivers' libraries. */
export const newSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** Message to be signed, with the time at which it is sent. */
export type Message = { id: string; sentAt: Date; body: string };

const secondsOf = ({ sentAt }: Message): string => String(Math.floor(sentAt.getTime() / 1000));

const sign = (secret: string, message: Message): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signed = `${message.id}.${secondsOf(message)}.${message.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com). They contain a
 * signature of each valid secret, so that receivers can change to a new secret while the old one is
 * valid.
 */
export const signatureHeaders = (
  secrets: readonly string[],
  message: Message,
): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': secondsOf(message),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});
