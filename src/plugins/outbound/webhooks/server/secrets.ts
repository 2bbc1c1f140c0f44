import { createHmac, randomBytes } from 'node:crypto';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { getEncryption } from '#platform/strapi/encryption';
import { readDatabaseTime, getTable } from '#platform/strapi/queries';
import { uids } from './definitions';

const PREFIX = 'whsec_';

const BYTES = 32;

/** Returns a new secret in the format of receivers' libraries. */
export const generateSecret = (): string => `${PREFIX}${randomBytes(BYTES).toString('base64')}`;

/** Message to be signed, with the time at which it is sent. */
export type Message = { id: string; sentAt: Date; body: string };

const formatTimestamp = ({ sentAt }: Message): string =>
  String(Math.floor(sentAt.getTime() / 1000));

const sign = (secret: string, message: Message): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signed = `${message.id}.${formatTimestamp(message)}.${message.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com). They contain a
 * signature of each valid secret, so that receivers can change to a new secret while the old one is
 * valid.
 */
export const buildSignatureHeaders = (
  secrets: readonly string[],
  message: Message,
): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': formatTimestamp(message),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});

type SecretRow = { id: number; endpointId: string; encrypted: string; endsMs: string | null };

/** Milliseconds for which an old secret still signs messages beside its successor. */
const OVERLAP_MS = 24 * 3600 * 1000;

/**
 * Returns the store of the endpoints' secrets. They are encrypted and separate from the entries
 * that the panel shows.
 */
export const createSecretStore = ({ strapi }: WithStrapi) => {
  const table = getTable<SecretRow>({ strapi }, uids.secret);

  return {
    /** Creates a new secret for an endpoint; earlier ones stay valid for a day. */
    async renew(endpointId: string): Promise<void> {
      const encrypted = getEncryption({ strapi }).encrypt(generateSecret());
      if (encrypted === null) throw new Error('webhooks: there is no ENCRYPTION_KEY');
      const endsMs = String((await readDatabaseTime({ strapi })) + OVERLAP_MS);
      await strapi.db.transaction(async () => {
        await table.updateMany({
          where: { endpointId, endsMs: { $null: true } },
          data: { endsMs },
        });
        await table.create({ data: { endpointId, encrypted } });
      });
    },

    /**
     * Returns the valid secrets of an endpoint, the newest first, without those that were encrypted
     * with another key.
     */
    async of(endpointId: string): Promise<string[]> {
      const now = String(await readDatabaseTime({ strapi }));
      const rows = await table.findMany({
        where: { endpointId, $or: [{ endsMs: { $null: true } }, { endsMs: { $gt: now } }] },
        orderBy: { id: 'desc' },
      });
      const { decrypt } = getEncryption({ strapi });
      return rows.flatMap(({ encrypted }) => decrypt(encrypted) ?? []);
    },

    async forget(endpointId: string): Promise<void> {
      await table.deleteMany({ where: { endpointId } });
    },

    async forgetEnded(): Promise<void> {
      const now = String(await readDatabaseTime({ strapi }));
      await table.deleteMany({ where: { endsMs: { $lt: now } } });
    },
  };
};
