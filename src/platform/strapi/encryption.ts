import type { WithStrapi } from './with-strapi';
import { requireFunctions } from './require-functions';

export type Encryption = {
  /** Returns null where `ENCRYPTION_KEY` is not set. */
  encrypt: (value: string) => string | null;
  /** Returns null where the value was encrypted with another key. */
  decrypt: (value: string) => string | null;
};

/**
 * Returns Strapi's encryption of API tokens: AES-256-GCM with `ENCRYPTION_KEY`. The service is
 * undocumented (`@strapi/admin`, server/services/encryption).
 */
export const getEncryption = ({ strapi }: WithStrapi): Encryption =>
  requireFunctions<Encryption>('encryption.ts', strapi.service('admin::encryption'), [
    'encrypt',
    'decrypt',
  ]);
