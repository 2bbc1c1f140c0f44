import { Field, MultiSelect, MultiSelectOption } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { HintAndError } from '#platform/admin/custom-input';
import { useLoaded } from '#platform/admin/use-loaded';
import { useLanguage } from '#feature/admin/texts';
import type { Text } from '#feature/layout';
import { useTexts } from './texts';

type Option = { value: string; label: Text };

/** Properties that the form passes; Strapi's types guarantee none of them. */
type ChoicesInputProps = {
  name?: string;
  label?: string;
  hint?: string;
  disabled?: boolean;
  attribute?: { options?: { of?: string } };
};

/** Returns the selected values. Saved entries hold a list; unsaved forms hold its JSON text. */
const parseChoices = (value: unknown): string[] => {
  const list: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
};

/** Input that selects events, types or languages; an empty selection means all. */
export const ChoicesInput = ({
  name = '',
  label,
  hint,
  disabled,
  attribute,
}: ChoicesInputProps) => {
  const text = useTexts();
  const language = useLanguage();
  const { value, error, onChange } = useField(name);
  const { data } = useLoaded<Readonly<Record<string, readonly Option[]>>>('/webhooks/choices');
  const options = data?.[attribute?.options?.of ?? ''] ?? [];
  const selectedChoices = parseChoices(value);

  const change = (values: string[]): void => {
    onChange(name, values.length === 0 ? null : values);
  };

  return (
    <Field.Root name={name} id={name} error={error} hint={hint}>
      <Field.Label>{label}</Field.Label>
      <MultiSelect
        aria-label={label}
        disabled={disabled ?? false}
        placeholder={text('webhooks.choices.all')}
        value={selectedChoices}
        onChange={change}
        onClear={() => change([])}
        withTags
      >
        {options.map((option) => (
          <MultiSelectOption key={option.value} value={option.value}>
            {option.label[language]}
          </MultiSelectOption>
        ))}
      </MultiSelect>
      <HintAndError name={name} hint={hint} error={error} />
    </Field.Root>
  );
};
