import type { Core } from '@strapi/types';
import { defaultLocale, sampleLocales } from '../catalogue/types';

type LocaleService = {
  findByCode(code: string): Promise<object | null>;
  create(locale: { code: string; name: string }): Promise<object>;
  setDefaultLocale(locale: { code: string }): Promise<void>;
};

type Options = { strapi: Core.Strapi; isFirstLoad: boolean };

/** Adds missing locales of the sample; only the first load sets the default. */
export const ensureLocales = async ({ strapi, isFirstLoad }: Options): Promise<void> => {
  const locales: LocaleService = strapi.plugin('i18n').service('locales');
  for (const { code, name } of sampleLocales) {
    if ((await locales.findByCode(code)) === null) await locales.create({ code, name });
  }
  if (isFirstLoad) await locales.setDefaultLocale({ code: defaultLocale });
};
