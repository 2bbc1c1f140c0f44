import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import { findConnected, type RelationChanges } from '../../../../platform/strapi/admin/relations';

type Query = { plugins?: { i18n?: { locale?: string } } };

type Values = { vertical?: RelationChanges };

/** Place of a form's links, in the format of the server. */
export type FormPlace = Readonly<Record<'locale' | 'line' | 'model' | 'documentId', string>>;

/** Returns the form's locale, entry and newly chosen business line; blank if there is none. */
export const useFormPlace = (): FormPlace => {
  const { id = '', model } = useContentManagerContext();
  const [{ query }] = useQueryParams<Query>();
  const [line = ''] = useForm('LinkInput', ({ values }) =>
    findConnected((values as Values).vertical),
  ).slice(-1);
  return { locale: query.plugins?.i18n?.locale ?? '', line, model, documentId: id };
};
