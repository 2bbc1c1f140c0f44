import { z } from '@strapi/utils';
import { settingsSection, list, text } from './section';

export type SecretSettings = {
  appKeys: readonly string[];
  adminJwtSecret: string;
  apiTokenSalt: string;
  transferTokenSalt: string;
  encryptionKey: string;
  jwtSecret: string;
};

const SHORTEST = 16;

const secret = text.min(SHORTEST, `must have at least ${SHORTEST} characters`);

/** None has a default anywhere; the commands that run without a person write random ones to `.env`. */
export const secretSettings = settingsSection<SecretSettings>('secrets', () =>
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
    })
    .transform((env) => ({
      appKeys: env.APP_KEYS,
      adminJwtSecret: env.ADMIN_JWT_SECRET,
      apiTokenSalt: env.API_TOKEN_SALT,
      transferTokenSalt: env.TRANSFER_TOKEN_SALT,
      encryptionKey: env.ENCRYPTION_KEY,
      jwtSecret: env.JWT_SECRET,
    })),
);
