import { useState } from 'react';
import { Field, Flex, Radio, TextInput } from '@strapi/design-system';
import { useFocusInputField } from '@strapi/strapi/admin';
import { HintAndError, useFreshField, type CustomInputProps } from '#platform/admin/custom-input';
import { isReference } from '#feature/link-reference';
import { useAddressProblem } from './CheckedText';
import { EntryPart, type PartProps, useFormPlace } from './EntryPart';
import { useTexts } from './texts';

type LinkKind = 'entry' | 'address';

const AddressPart = ({
  name,
  label,
  link,
  placeholder,
  isDisabled,
  onChange,
}: PartProps & { placeholder: string | undefined }) => {
  const ref = useFocusInputField<HTMLInputElement>(name);
  return (
    <TextInput
      ref={ref}
      aria-label={label}
      placeholder={placeholder}
      disabled={isDisabled}
      value={isReference(link) ? '' : link}
      onChange={(event) => {
        const next = event.target.value.trim();
        onChange(next === '' ? null : next);
      }}
    />
  );
};

/**
 * Edits a link. A link to an entry is found by title and survives changes of the entry's address. A
 * link to an address is validated during input.
 */
export const LinkInput = ({
  name = '',
  label = '',
  hint,
  labelAction,
  placeholder,
  required,
  disabled = false,
}: CustomInputProps) => {
  const text = useTexts();
  const place = useFormPlace();
  const problemOf = useAddressProblem();
  const { value, error, onChange } = useFreshField<string | null>(name);
  const [chosenKind, setChosenKind] = useState<{ kind: LinkKind; value: unknown }>();
  const link = typeof value === 'string' ? value : '';
  const storedKind: LinkKind = link === '' || isReference(link) ? 'entry' : 'address';
  // The user's choice applies until the form's value changes otherwise, for example by another
  // locale or a discarded change.
  const kind =
    chosenKind !== undefined && Object.is(chosenKind.value, value) ? chosenKind.kind : storedKind;
  const problem = isReference(link) ? undefined : problemOf(link);
  const write = (next: string | null): void => {
    setChosenKind({ kind, value: next });
    onChange(name, next);
  };
  const part = { name, label, link, isDisabled: disabled, onChange: write };
  return (
    <Field.Root
      name={name}
      id={name}
      error={problem ?? error}
      hint={hint}
      required={required ?? false}
    >
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Radio.Group
        aria-label={`${label}: ${text('links.way')}`}
        value={kind}
        onValueChange={(next) => setChosenKind({ kind: next as LinkKind, value })}
      >
        <Flex gap={4} wrap="wrap" paddingBottom={1}>
          <Radio.Item value="entry" disabled={disabled}>
            {text('links.way.entry')}
          </Radio.Item>
          <Radio.Item value="address" disabled={disabled}>
            {text('links.way.address')}
          </Radio.Item>
        </Flex>
      </Radio.Group>
      {kind === 'entry' ? (
        <EntryPart {...part} place={place} />
      ) : (
        <AddressPart {...part} placeholder={placeholder} />
      )}
      <HintAndError name={name} hint={hint} error={problem ?? error} />
    </Field.Root>
  );
};
