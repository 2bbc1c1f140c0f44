import { useState } from 'react';
import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import { useCandidates } from '../../../../feature/admin/use-candidates';
import { useTexts } from './texts';

type EntrySelectProps = {
  label: string;
  /** Type of the entries; undefined while none can be chosen. */
  target: string | undefined;
  /** Entry that is not offered. */
  except?: string | undefined;
  value: string;
  isDisabled: boolean;
  onChange: (documentId: string) => void;
};

/** Selects an entry of a type by its name. */
export const EntrySelect = ({
  label,
  target,
  except,
  value,
  isDisabled,
  onChange,
}: EntrySelectProps) => {
  const text = useTexts();
  const [typed, setTyped] = useState('');
  const candidates = useCandidates(target, typed);
  return (
    <Field.Root name="to">
      <Field.Label>{label}</Field.Label>
      <Combobox
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={text('bulk-edit.replace.short')}
        value={value}
        disabled={isDisabled}
        onInputChange={({ target: input }) => setTyped(input.value)}
        onChange={onChange}
        noOptionsMessage={() =>
          text(typed.trim().length < 2 ? 'bulk-edit.replace.short' : 'bulk-edit.replace.none')
        }
      >
        {candidates
          .filter(({ documentId }) => documentId !== except)
          .map(({ documentId, name }) => (
            <ComboboxOption key={documentId} value={documentId}>
              {name}
            </ComboboxOption>
          ))}
      </Combobox>
    </Field.Root>
  );
};
