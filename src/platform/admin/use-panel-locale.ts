import { useQueryParams } from '@strapi/strapi/admin';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Returns the locale of the open list or form; undefined if its address names none. */
export const usePanelLocale = (): string | undefined => {
  const [{ query }] = useQueryParams<Query>();
  return query.plugins?.i18n?.locale;
};
