import { hkdfSync } from 'node:crypto';
import { z } from '@strapi/utils';
import { defineSettingsSection, list, text } from './section';

export type SecretSettings = {
  appKeys: readonly string[];
  adminJwtSecret: string;
  apiTokenSalt: string;
  transferTokenSalt: string;
  encryptionKey: string;
  jwtSecret: string;
  /** Signs the links of previews. */
  previewSecret: string;
};

const SHORTEST = 16;

const secret = text.min(SHORTEST, `must have at least ${SHORTEST} characters`);

/**
 * Derives a key for previews that reveals nothing of the panel's secret, for services without a
 * separate one.
 */
const derivePreviewSecret = (adminJwtSecret: string): string =>
  Buffer.from(hkdfSync('sha256', adminJwtSecret, '', 'preview links', 32)).toString('base64url');

/**
 * No secret has a default, except the one that is derived from another. Non-interactive commands
 * write random values to `.env`.
 */
export const secretSettings = defineSettingsSection<SecretSettings>('secrets', () =>
  z
    .object({
      APP_KEYS: list.refine(
        (keys) => keys.length > 0 && keys.every((key) => key.length >= SHORTEST),
        `must be keys of at least ${SHORTEST} characters, separated by commas`,
      ),
      ADMIN_JWT_SECRET: secret,
      API_TOKEN_SALT: secret,
      TRANSFER_TOKEN_SALT: secret,
      ENCRYPTION_KEY: secret,
      JWT_SECRET: secret,
      PREVIEW_SECRET: secret.optional(),
    })
    .transform((env) => ({
      appKeys: env.APP_KEYS,
      adminJwtSecret: env.ADMIN_JWT_SECRET,
      apiTokenSalt: env.API_TOKEN_SALT,
      transferTokenSalt: env.TRANSFER_TOKEN_SALT,
      encryptionKey: env.ENCRYPTION_KEY,
      jwtSecret: env.JWT_SECRET,
      previewSecret: env.PREVIEW_SECRET ?? derivePreviewSecret(env.ADMIN_JWT_SECRET),
    })),
);
