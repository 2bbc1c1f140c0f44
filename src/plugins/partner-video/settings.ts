import { z } from '@strapi/utils';
import {
  defineSettingsSection,
  flag,
  text,
  webAddress,
  wholeNumber,
} from '#platform/settings/section';

export type PartnerSettings = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Maximum duration of one call including its retries, in milliseconds. */
  timeoutMs: number;
};

export type PartnerVideoSettings = {
  /** Null: the service works without a partner. */
  partner: PartnerSettings | null;
  requireLogin: boolean;
  /** Maximum number of accesses per e-mail address and per network address in ten minutes. */
  limits: { perEmail: number; perAddress: number };
};

export const partnerVideoSettings = defineSettingsSection<PartnerVideoSettings>(
  'partnerVideo',
  ({ variables }) => {
    const credential = variables.VIDEOPARTNER_BASE_URL === undefined ? text.optional() : text;
    return z
      .object({
        VIDEOPARTNER_BASE_URL: webAddress.optional(),
        VIDEOPARTNER_CLIENT_ID: credential,
        VIDEOPARTNER_CLIENT_SECRET: credential,
        VIDEOPARTNER_TIMEOUT_MS: wholeNumber(100, 60_000).default(5000),
        VIDEOPARTNER_REQUIRE_LOGIN: flag.default(false),
        VIDEOPARTNER_LIMIT_EMAIL: wholeNumber(1, 1_000_000).default(20),
        VIDEOPARTNER_LIMIT_ADDRESS: wholeNumber(1, 1_000_000).default(100),
      })
      .transform((env) => ({
        partner:
          env.VIDEOPARTNER_BASE_URL === undefined
            ? null
            : {
                baseUrl: env.VIDEOPARTNER_BASE_URL,
                clientId: env.VIDEOPARTNER_CLIENT_ID ?? '',
                clientSecret: env.VIDEOPARTNER_CLIENT_SECRET ?? '',
                timeoutMs: env.VIDEOPARTNER_TIMEOUT_MS,
              },
        requireLogin: env.VIDEOPARTNER_REQUIRE_LOGIN,
        limits: {
          perEmail: env.VIDEOPARTNER_LIMIT_EMAIL,
          perAddress: env.VIDEOPARTNER_LIMIT_ADDRESS,
        },
      }));
  },
  {},
  ({ partner, requireLogin }, { isProduction }) =>
    isProduction && partner !== null && !requireLogin
      ? ['VIDEOPARTNER_REQUIRE_LOGIN is off: anybody may have accesses recorded for settlement']
      : [],
);
