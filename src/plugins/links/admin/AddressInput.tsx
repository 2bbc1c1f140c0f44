import type { ReactNode } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { useLanguage } from '../../../feature/admin/texts';
import { problemOfAddress } from '../address';
import { addressProblems } from '../problems';
import { useFreshField } from './field';

/** What the form hands over; Strapi's types promise none of it. */
export type InputProps = {
  name?: string;
  label?: string;
  hint?: string;
  labelAction?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
};

/** What is wrong with an address, in the words of whoever types it; undefined where nothing is. */
export const useAddressProblem = (): ((address: string) => string | undefined) => {
  const language = useLanguage();
  return (address) => {
    const problem = address === '' ? null : problemOfAddress(address);
    return problem === null ? undefined : addressProblems[problem][language];
  };
};

/** An address, checked as it is typed. */
export const AddressInput = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
}: InputProps) => {
  const { value, error, onChange } = useFreshField(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const problemOf = useAddressProblem();
  const written = value ?? '';
  return (
    <Field.Root
      name={name}
      id={name}
      error={problemOf(written) ?? error}
      hint={hint}
      required={required ?? false}
    >
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={ref}
        placeholder={placeholder}
        disabled={disabled}
        value={written}
        onChange={(event) => {
          const next = event.target.value.trim();
          onChange(name, next === '' ? null : next);
        }}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};
