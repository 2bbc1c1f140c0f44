import { useForm } from '@strapi/strapi/admin';
import type { FormValues } from '../typing';

/** The part of Strapi's form that typing is taken from and put back into. */
export const useFormParts = () => ({
  values: useForm('Typing', (form) => form.values as FormValues),
  initial: useForm('Typing', (form) => form.initialValues as FormValues),
  isSubmitting: useForm('Typing', (form) => form.isSubmitting),
  change: useForm('Typing', (form) => form.onChange),
  reset: useForm('Typing', (form) => form.resetForm),
});
