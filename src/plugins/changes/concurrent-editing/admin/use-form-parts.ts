import { useForm } from '@strapi/strapi/admin';
import type { FormValues } from '../unsaved-changes';

/** Returns the parts of Strapi's form from which typing is read and into which it is restored. */
export const useFormParts = () => ({
  values: useForm('Typing', (form) => form.values as FormValues),
  initial: useForm('Typing', (form) => form.initialValues as FormValues),
  isSubmitting: useForm('Typing', (form) => form.isSubmitting),
  change: useForm('Typing', (form) => form.onChange),
  reset: useForm('Typing', (form) => form.resetForm),
});
