import { useState } from 'react';
import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import { useCandidates } from '../../../../feature/admin/use-candidates';

type EntrySelectProps = {
  name: string;
  label: string;
  /** Texts while too little is typed, and without results. */
  short: string;
  none: string;
  /** Type of the entries; undefined while none can be chosen. */
  target: string | undefined;
  /** Entry that is not offered. */
  except?: string | undefined;
  /** DocumentId of the chosen entry; empty if there is none. */
  value: string;
  isDisabled?: boolean;
  onChange: (documentId: string) => void;
};

export const EntrySelect = ({
  name,
  label,
  short,
  none,
  target,
  except,
  value,
  isDisabled = false,
  onChange,
}: EntrySelectProps) => {
  const [typed, setTyped] = useState('');
  const candidates = useCandidates(target, typed);
  return (
    <Field.Root name={name} width="100%">
      <Field.Label>{label}</Field.Label>
      <Combobox
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={short}
        value={value}
        disabled={isDisabled}
        onInputChange={({ target: input }) => setTyped(input.value)}
        onChange={onChange}
        noOptionsMessage={() => (typed.trim().length < 2 ? short : none)}
      >
        {candidates
          .filter(({ documentId }) => documentId !== except)
          .map((entry) => (
            <ComboboxOption key={entry.documentId} value={entry.documentId}>
              {entry.name}
            </ComboboxOption>
          ))}
      </Combobox>
    </Field.Root>
  );
};
