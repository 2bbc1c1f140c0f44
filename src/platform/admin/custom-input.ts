import { type ReactNode, useState } from 'react';
import { useField } from '@strapi/strapi/admin';

/** Properties that a form passes to a custom field's input. Strapi's types declare none of them. */
export type CustomInputProps = {
  name?: string;
  label?: string;
  hint?: string;
  labelAction?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
};

/**
 * Returns a form's field without an outdated error. Strapi keeps an error until the next save,
 * although the value has changed.
 */
export const useFreshField = <T>(name: string) => {
  const { value, error, onChange } = useField<T>(name);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  return { value, onChange, error: Object.is(refused.value, value) ? error : undefined };
};
