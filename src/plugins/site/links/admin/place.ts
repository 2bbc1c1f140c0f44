import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import {
  connectedIn,
  type RelationChanges,
} from '../../../../platform/strapi/admin/relation-changes';

type Query = { plugins?: { i18n?: { locale?: string } } };

type Values = { vertical?: RelationChanges };

/** From where the links of a form lead, as the server is told of it. */
export type FormPlace = Readonly<Record<'locale' | 'line' | 'model' | 'documentId', string>>;

/** The language of the form, the entry, and the business line that was just chosen in it; blank where there is none. */
export const useFormPlace = (): FormPlace => {
  const { id = '', model } = useContentManagerContext();
  const [{ query }] = useQueryParams<Query>();
  const [line = ''] = useForm('LinkInput', ({ values }) =>
    connectedIn((values as Values).vertical),
  ).slice(-1);
  return { locale: query.plugins?.i18n?.locale ?? '', line, model, documentId: id };
};
