import { AsyncLocalStorage } from 'node:async_hooks';
import type { WithStrapi } from '../with-strapi';
import { requireFunctions } from './require-functions';

type Locale = { id: number; code: string };

type Locales = {
  findById: (id: number | string) => Promise<Locale | null>;
  create: (locale: { code: string }, options?: { isDefault?: boolean }) => Promise<unknown>;
  delete: (locale: { id: number | string }) => Promise<unknown>;
  setDefaultLocale: (locale: { code: string }) => Promise<unknown>;
};

type Metrics = { sendDidUpdateI18nLocalesEvent: () => Promise<void> };

type Registry = {
  extend: <Service>(uid: string, extend: (service: Service) => Service) => void;
};

type Guards = {
  /** Called in the transaction that deletes a language, before its entries are deleted. */
  beforeDelete: (code: string) => Promise<void>;
  /** Called before a language becomes the default one. */
  beforeDefault: (code: string) => Promise<void>;
};

/**
 * Calls guards before languages are deleted or the default one changes, whoever asks for it. Strapi deletes all entries
 * of a language together with it, past the Document Service (`@strapi/i18n`, server/services/locales). Call it in
 * `register`.
 */
export const guardLocaleChanges = (
  { strapi }: WithStrapi,
  { beforeDelete, beforeDefault }: Guards,
): void => {
  const services = strapi.get<Registry>('services');
  // Strapi counts languages for its telemetry without waiting for the answer, which would use a transaction that is over.
  const outside = AsyncLocalStorage.snapshot();
  services.extend<Metrics>('plugin::i18n.metrics', (metrics) => ({
    ...metrics,
    sendDidUpdateI18nLocalesEvent: () =>
      outside(() => metrics.sendDidUpdateI18nLocalesEvent()).catch((error: unknown) => {
        strapi.log.debug(`i18n: languages were not counted: ${String(error)}`);
      }),
  }));
  services.extend<Locales>('plugin::i18n.locales', (service) => {
    const {
      findById,
      create,
      delete: remove,
      setDefaultLocale,
    } = requireFunctions<Locales>('locale-changes.ts', service, [
      'findById',
      'create',
      'delete',
      'setDefaultLocale',
    ]);
    return {
      ...service,
      // Strapi stores a language before it makes it the default one.
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
