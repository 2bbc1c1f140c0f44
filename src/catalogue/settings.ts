import { z } from '@strapi/utils';
import { IANAZone } from 'luxon';
import { flag, defineSettingsSection, text } from '#platform/settings/section';
import { isCurrency } from './money/currencies';

export type CatalogueSettings = {
  /** The business line of requests without one, if no vertical is flagged as the default. */
  defaultVertical: string | null;
  defaultLang: string;
  /** Currency of business lines without one, and of entries without a line. */
  defaultCurrency: string;
  /** IANA name of the time zone for the hours in programmes of lives. */
  livesTimeZone: string;
  /** Whether only logged-in students receive the links of series that require a login. */
  seriesLoginProtectsLinks: boolean;
};

export const catalogueSettings = defineSettingsSection<CatalogueSettings>(
  'catalogue',
  () =>
    z
      .object({
        DEFAULT_VERTICAL: text
          .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the slug of a business line')
          .optional(),
        DEFAULT_LANG: text
          .regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'must be a language code like es or pt-BR')
          .default('es'),
        DEFAULT_CURRENCY: text
          .refine(isCurrency, 'must be the code of a currency, like EUR or MXN')
          .default('EUR'),
        LIVES_TIME_ZONE: text
          .refine(
            (name) => IANAZone.isValidZone(name),
            'must be the name of a time zone like Europe/Madrid',
          )
          .default('Europe/Madrid'),
        SERIES_LOGIN_PROTECTS_LINKS: flag.default(false),
      })
      .transform((env) => ({
        defaultVertical: env.DEFAULT_VERTICAL ?? null,
        defaultLang: env.DEFAULT_LANG,
        defaultCurrency: env.DEFAULT_CURRENCY,
        livesTimeZone: env.LIVES_TIME_ZONE,
        seriesLoginProtectsLinks: env.SERIES_LOGIN_PROTECTS_LINKS,
      })),
  { SERIES_LOGIN_PROTECTS_LINKS: 'SERIES_LOGIN_KEEPS_LINKS' },
);
