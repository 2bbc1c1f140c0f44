import type { ReactNode } from 'react';
import { useState } from 'react';
import { useField } from '@strapi/strapi/admin';

/** What the form hands over to the input of a custom field; Strapi's types promise none of it. */
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
 * The field of a form. What was said against its value is said no more once it holds another one; Strapi goes on until
 * the form is saved again.
 */
export const useFreshField = <T>(name: string) => {
  const { value, error, onChange } = useField<T>(name);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  return { value, onChange, error: Object.is(refused.value, value) ? error : undefined };
};
