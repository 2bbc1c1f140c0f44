import { useEffect } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { aroundSaves } from '../../../../platform/strapi/admin/document-requests';

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** By entry, the fields with a condition that held something when the form was opened and hold nothing now. */
const emptied = new Map<string, readonly string[]>();

const keyOf = (model: string, documentId = ''): string => `${model} ${documentId}`;

/**
 * Notes which of the fields with a condition somebody has emptied. Strapi sends no field that the form does not show,
 * and one that only showed because it held something is hidden as soon as it does not: it would keep its value.
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

/** Has forms send what {@link EmptiedFields} noted; call it once. */
export const sendEmptiedFields = (): void =>
  aroundSaves({
    add: ({ model, documentId }) =>
      Object.fromEntries((emptied.get(keyOf(model, documentId)) ?? []).map((name) => [name, null])),
    saved: () => undefined,
    refused: () => undefined,
  });
