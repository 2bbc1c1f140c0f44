import { useState } from 'react';
import { useField } from '@strapi/strapi/admin';

/**
 * The field of a form. What was said against its value is said no more once it holds another one; Strapi goes on until
 * the form is saved again.
 */
export const useFreshField = (name: string) => {
  const { value, error, onChange } = useField<string | null>(name);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  return { value, onChange, error: Object.is(refused.value, value) ? error : undefined };
};
