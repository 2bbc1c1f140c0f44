import { Field, TextInput } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { useLanguage } from '../../../feature/admin/texts';
import { isSite } from '../address';
import { siteProblem } from '../problems';
import type { InputProps } from './AddressInput';
import { useFreshField } from './field';

/** The address of a web site, without a path. */
export const SiteInput = ({
  name = '',
  label,
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
}: InputProps) => {
  const language = useLanguage();
  const { value, error, onChange } = useFreshField(name);
  const ref = useFocusInputField<HTMLInputElement>(name);
  const written = value ?? '';
  const isWrong = written !== '' && !isSite(written);
  return (
    <Field.Root
      name={name}
      id={name}
      error={isWrong ? siteProblem[language] : error}
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
