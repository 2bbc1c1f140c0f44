import { useEffect } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { wrapSaves } from '../../../../platform/strapi/admin/requests';

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Conditional fields by entry that had a value when the form was opened and are empty now. */
const emptied = new Map<string, readonly string[]>();

const keyOf = (model: string, documentId = ''): string => `${model} ${documentId}`;

/**
 * Records the conditional fields that the user has emptied. Strapi sends only visible fields. A
 * field that is visible only because of its value disappears when it is emptied, and would keep its
 * stored value.
 */
export const EmptiedFields = () => {
  const { model, id, contentType } = useContentManagerContext();
  const values = useForm('EmptiedFields', (form) => form.values as Values);
  const initial = useForm('EmptiedFields', (form) => form.initialValues as Values);
  const names = Object.entries(contentType?.attributes ?? {})
    .filter(([, attribute]) => 'conditions' in attribute && attribute.conditions !== undefined)
    .map(([name]) => name)
    .filter((name) => !isEmpty(initial[name]) && isEmpty(values[name]));
  const key = keyOf(model, id);
  const named = names.join(' ');
  useEffect(() => {
    emptied.set(key, named === '' ? [] : named.split(' '));
    return () => {
      emptied.delete(key);
    };
  }, [key, named]);
  return null;
};

/** Makes forms send the fields recorded by {@link EmptiedFields}. Call it once. */
export const sendEmptiedFields = (): void =>
  wrapSaves({
    add: ({ model, documentId }) =>
      Object.fromEntries((emptied.get(keyOf(model, documentId)) ?? []).map((name) => [name, null])),
    saved: () => undefined,
    refused: () => undefined,
  });
