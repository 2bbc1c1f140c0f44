import type { ReactNode } from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { HintAndError } from '../../../../platform/admin/HintAndError';
import { useFreshField, type CustomInputProps } from '../../../../platform/admin/custom-input';

type CheckedTextProps = CustomInputProps & {
  /** Returns the error of a text in the user's language; undefined if it is valid. */
  problemOf: (written: string) => string | undefined;
  /** Content shown below the text. */
  below?: (written: string) => ReactNode;
};

/** Edits a line of text and validates it during input. */
export const CheckedText = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
  problemOf,
  below,
}: CheckedTextProps) => {
  const { value, error, onChange } = useFreshField<string | null>(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
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
      {below?.(written)}
      <HintAndError name={name} hint={hint} error={problemOf(written) ?? error} />
    </Field.Root>
  );
};
