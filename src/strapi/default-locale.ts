import type { Core } from '@strapi/types';

type Locales = { getDefaultLocale: () => Promise<string> };

/** The language that is meant where nothing names one. */
export const defaultLocale = ({ strapi }: { strapi: Core.Strapi }): Promise<string> =>
  strapi.plugin('i18n').service<Locales>('locales').getDefaultLocale();
