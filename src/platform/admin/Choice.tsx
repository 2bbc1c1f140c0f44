import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';

type ChoiceProps<Value extends string> = {
  name: string;
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  isRequired?: boolean;
  onChange: (value: Value) => void;
};

/** Selects one of a few options. */
export const Choice = <Value extends string>({
  name,
  label,
  value,
  options,
  isRequired = false,
  onChange,
}: ChoiceProps<Value>) => (
  <Field.Root name={name} width="100%" required={isRequired}>
    <Field.Label>{label}</Field.Label>
    <SingleSelect
      value={value}
      onChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <SingleSelectOption key={option.value} value={option.value}>
          {option.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  </Field.Root>
);
