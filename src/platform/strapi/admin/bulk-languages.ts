import { adminApi } from '@strapi/strapi/admin';

type Argument = { params?: { locale?: unknown } };

type Definition = { query: (argument: Argument) => { data?: object } };

/** The content manager's endpoint names (`@strapi/content-manager`, admin/services/documents). */
const selections = [
  'deleteManyDocuments',
  'publishManyDocuments',
  'unpublishManyDocuments',
] as const;

const wrap = (definition: Definition | undefined): void => {
  if (typeof definition?.query !== 'function') {
    throw new Error(
      'src/platform/strapi/admin/bulk-languages.ts: Strapi’s selections have changed',
    );
  }
  const { query } = definition;
  definition.query = (argument) => {
    const request = query(argument);
    const locale = argument.params?.locale;
    return locale === undefined ? request : { ...request, data: { ...request.data, locale } };
  };
};

/**
 * Applies bulk actions to the selected locales, or to the locale of the list. The panel sends the
 * locales in the URL, but the server reads them in the body. It would use the default locale and
 * delete entries that nobody selected.
 */
export const sendBulkLanguages = (): void => {
  const endpoints = Object.fromEntries(selections.map((name) => [name, wrap]));
  adminApi.enhanceEndpoints({ endpoints });
};
