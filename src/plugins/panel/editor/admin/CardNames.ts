import { useEffect } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { renamedCards } from './card-names';

type Values = Readonly<Record<string, unknown>>;

/** Names the cards of a form after the entries that the user selects, before the form is saved. */
export const CardNames = () => {
  const values = useForm('CardNames', (form) => form.values as Values);
  const initial = useForm('CardNames', (form) => form.initialValues as Values);
  const change = useForm('CardNames', (form) => form.onChange);
  useEffect(() => {
    for (const [path, name] of renamedCards(values, initial)) change(path, name);
  }, [values, initial, change]);
  return null;
};
