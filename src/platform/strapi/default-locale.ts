import type { WithStrapi } from './with-strapi';

/**
 * Key of Strapi's setting (`@strapi/i18n`, server/services/locales; `@strapi/core`,
 * services/core-store).
 */
export const DEFAULT_LOCALE_SETTING = 'plugin_i18n_default_locale';

type Locales = { getDefaultLocale: () => Promise<string> };

export const loadDefaultLocale = ({ strapi }: WithStrapi): Promise<string> =>
  strapi.plugin('i18n').service<Locales>('locales').getDefaultLocale();

/**
 * Returns the default locale with a separate statement, for callers that must not wait for a
 * connection of Strapi's pool.
 *
 * @param run returns the rows of a statement
 */
export const readDefaultLocale = async (
  run: (text: string, values: readonly unknown[]) => Promise<[value: string][]>,
): Promise<string> => {
  const rows = await run('SELECT value FROM strapi_core_store_settings WHERE key = $1', [
    DEFAULT_LOCALE_SETTING,
  ]);
  return JSON.parse(rows[0]?.[0] ?? '""') as string;
};
