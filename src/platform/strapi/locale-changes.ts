import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from './with-strapi';
import { extendService } from './require-functions';

const ADAPTER = 'locale-changes.ts';

type Locale = { id: number; code: string };

type Locales = {
  findById: (id: number | string) => Promise<Locale | null>;
  create: (locale: { code: string }, options?: { isDefault?: boolean }) => Promise<unknown>;
  delete: (locale: { id: number | string }) => Promise<unknown>;
  setDefaultLocale: (locale: { code: string }) => Promise<unknown>;
};

type Metrics = { sendDidUpdateI18nLocalesEvent: () => Promise<void> };

type Guards = {
  /** Called in the transaction that deletes a locale, before its entries are deleted. */
  beforeDelete: (code: string) => Promise<void>;
  /** Called before a locale becomes the default one. */
  beforeDefault: (code: string) => Promise<void>;
};

/**
 * Calls guards before a locale is deleted or the default locale changes, for every caller. Strapi
 * deletes all entries of a locale with it, without the Document Service (`@strapi/i18n`,
 * server/services/locales). Call it in `register`.
 */
export const guardLocaleChanges = (
  { strapi }: WithStrapi,
  { beforeDelete, beforeDefault }: Guards,
): void => {
  // Strapi counts locales for its telemetry without waiting for the result. The count would run in
  // a transaction that has ended.
  const runOutsideRequest = AsyncLocalStorage.snapshot();
  const metricsService = {
    adapter: ADAPTER,
    uid: 'plugin::i18n.metrics',
    names: [],
  };
  extendService<Metrics>({ strapi }, metricsService, (metrics) => ({
    ...metrics,
    sendDidUpdateI18nLocalesEvent: () =>
      runOutsideRequest(() => metrics.sendDidUpdateI18nLocalesEvent()).catch((error: unknown) => {
        strapi.log.debug(`i18n: the usage event of Strapi was not sent: ${String(error)}`);
      }),
  }));
  const localesService = {
    adapter: ADAPTER,
    uid: 'plugin::i18n.locales',
    names: ['findById', 'create', 'delete', 'setDefaultLocale'] as const,
  };
  extendService<Locales>({ strapi }, localesService, (service) => {
    const { findById, create, delete: remove, setDefaultLocale } = service;
    return {
      ...service,
      // Strapi stores a locale before it makes it the default one.
      async create(locale, options) {
        if (options?.isDefault === true) await beforeDefault(locale.code);
        return create(locale, options);
      },
      delete: async ({ id }) =>
        strapi.db.transaction(async () => {
          const locale = await findById(id);
          if (locale !== null) await beforeDelete(locale.code);
          return remove({ id });
        }),
      async setDefaultLocale(locale) {
        await beforeDefault(locale.code);
        return setDefaultLocale(locale);
      },
    };
  });
};
