import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm, useQueryParams } from '@strapi/strapi/admin';
import {
  findConnected,
  findDisconnected,
  type RelationChanges,
} from '../../../../platform/strapi/admin/relations';
import { findCurrencies, storedLines, useCurrencies, type Sold } from './lines';

type Values = { vertical?: RelationChanges; verticals?: RelationChanges };

type Query = { plugins?: { i18n?: { locale?: string } } };

const useChanges = (): RelationChanges =>
  useForm('PriceInput', (form) => {
    // The relation's name depends on the type.
    const { verticals, vertical } = form.values as Values;
    return verticals ?? vertical;
  });

/**
 * Returns the business lines selected in the form, saved or not, and their currencies; undefined
 * while they load.
 */
export const useFormLines = (): { lines: readonly string[]; sold: readonly Sold[] } | undefined => {
  const { id } = useContentManagerContext();
  const [{ query }] = useQueryParams<Query>();
  const changes = useChanges();
  const saved: unknown = useForm('PriceInput', (form) => form.initialValues);
  const known = useCurrencies(id, saved);
  if (known === undefined) return undefined;
  const gone = findDisconnected(changes);
  const stored = storedLines(known, id, query.plugins?.i18n?.locale);
  const lines = [...stored.filter((line) => !gone.includes(line)), ...findConnected(changes)];
  return { lines, sold: findCurrencies(known, lines) };
};

/**
 * Returns the currencies of the form's entry. Returns none in a form nested in another one, where
 * the edited entry is unknown.
 *
 * @param name of the field
 */
export const useSoldIn = (name: string): readonly Sold[] => {
  const { contentType } = useContentManagerContext();
  const found = useFormLines();
  const [outermost = ''] = name.split('.');
  return contentType?.attributes[outermost] === undefined ? [] : (found?.sold ?? []);
};
