import type { WithStrapi } from '../../../../platform/strapi/with-strapi';
import { encryptionOf } from '../../../../platform/strapi/encryption';
import { databaseNow, tableOf } from '../../../../platform/strapi/queries';
import { newSecret } from './signing';
import { uids } from './definitions';

type SecretRow = { id: number; endpointId: string; encrypted: string; endsMs: string | null };

/** Milliseconds for which an old secret still signs messages beside its successor. */
const OVERLAP_MS = 24 * 3600 * 1000;

/**
 * Returns the store of the endpoints' secrets. They are encrypted and separate from the entries
 * that the panel shows.
 */
export const secretsOf = ({ strapi }: WithStrapi) => {
  const table = tableOf<SecretRow>({ strapi }, uids.secret);

  return {
    /** Creates a new secret for an endpoint; earlier ones stay valid for a day. */
    async renew(endpointId: string): Promise<void> {
      const encrypted = encryptionOf({ strapi }).encrypt(newSecret());
      if (encrypted === null) throw new Error('webhooks: there is no ENCRYPTION_KEY');
      const endsMs = String((await databaseNow({ strapi })) + OVERLAP_MS);
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
      const now = String(await databaseNow({ strapi }));
      const rows = await table.findMany({
        where: { endpointId, $or: [{ endsMs: { $null: true } }, { endsMs: { $gt: now } }] },
        orderBy: { id: 'desc' },
      });
      const { decrypt } = encryptionOf({ strapi });
      return rows.flatMap(({ encrypted }) => decrypt(encrypted) ?? []);
    },

    async forget(endpointId: string): Promise<void> {
      await table.deleteMany({ where: { endpointId } });
    },

    async forgetEnded(): Promise<void> {
      const now = String(await databaseNow({ strapi }));
      await table.deleteMany({ where: { endsMs: { $lt: now } } });
    },
  };
};
