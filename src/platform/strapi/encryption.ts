import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

export type Encryption = {
  /** Null where there is no `ENCRYPTION_KEY`. */
  encrypt: (value: string) => string | null;
  /** Null where it was encrypted with another key. */
  decrypt: (value: string) => string | null;
};

/**
 * What Strapi keeps its own API tokens with: AES-256-GCM and its `ENCRYPTION_KEY`. The service is not
 * documented for others (`@strapi/admin`, server/services/encryption).
 */
export const encryptionOf = ({ strapi }: WithStrapi): Encryption =>
  requireFunctions<Encryption>('encryption.ts', strapi.service('admin::encryption'), [
    'encrypt',
    'decrypt',
  ]);
