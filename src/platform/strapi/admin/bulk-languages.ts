import { adminApi } from '@strapi/strapi/admin';

type Argument = { params?: { locale?: unknown } };

type Definition = { query: (argument: Argument) => { data?: object } };

/** The content manager's own names for them (`@strapi/content-manager`, admin/services/documents). */
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
 * Has what is done to a selection be done in the language of the list, or in all of the languages chosen: the panel
 * sends them beside the address, while the server reads them in the body and would take the default language,
 * deleting what nobody had selected.
 */
export const sendBulkLanguages = (): void => {
  const endpoints = Object.fromEntries(selections.map((name) => [name, wrap]));
  adminApi.enhanceEndpoints({ endpoints });
};
