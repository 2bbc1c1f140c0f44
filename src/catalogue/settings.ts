import { z } from '@strapi/utils';
import { settingsSection, text } from '../settings/section';

export type CatalogueSettings = {
  /** The business line that is meant where a request names none and no vertical is flagged default. */
  defaultVertical: string | null;
  defaultLang: string;
};

export const catalogueSettings = settingsSection<CatalogueSettings>('catalogue', () =>
  z
    .object({
      DEFAULT_VERTICAL: text
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the slug of a vertical')
        .optional(),
      DEFAULT_LANG: text
        .regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'must be a language code like es or pt-BR')
        .default('es'),
    })
    .transform((env) => ({
      defaultVertical: env.DEFAULT_VERTICAL ?? null,
      defaultLang: env.DEFAULT_LANG,
    })),
);
