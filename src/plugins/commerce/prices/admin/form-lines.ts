import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import {
  connectedIn,
  disconnectedIn,
  type RelationChanges,
} from '../../../../platform/strapi/admin/relation-changes';
import { soldIn, storedLines, useCurrencies, type Sold } from './lines';

type Values = { vertical?: RelationChanges; verticals?: RelationChanges };

type Query = { plugins?: { i18n?: { locale?: string } } };

const useChanges = (): RelationChanges =>
  useForm('PriceInput', (form) => {
    // Which of the two names the lines depends on the type.
    const { verticals, vertical } = form.values as Values;
    return verticals ?? vertical;
  });

/**
 * In which currencies the entry of the form is sold, by the business lines that are chosen in it, saved or
 * not. Nothing where the form is one within another one's, of which it is not said what it edits.
 *
 * @param name the field's
 */
export const useSoldIn = (name: string): readonly Sold[] => {
  const { id, contentType } = useContentManagerContext();
  const [{ query }] = useQueryParams<Query>();
  const changes = useChanges();
  const saved: unknown = useForm('PriceInput', (form) => form.initialValues);
  const known = useCurrencies(id, saved);
  const [outermost = ''] = name.split('.');
  if (known === undefined || contentType?.attributes[outermost] === undefined) return [];
  const gone = disconnectedIn(changes);
  const stored = storedLines(known, id, query.plugins?.i18n?.locale);
  return soldIn(known, [...stored.filter((line) => !gone.includes(line)), ...connectedIn(changes)]);
};
