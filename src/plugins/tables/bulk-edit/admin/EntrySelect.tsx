import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { Combobox, ComboboxOption, Field } from '@strapi/design-system';

type Entry = { id: number; documentId: string; name?: string | null; title?: string | null };

const FILE = 'plugin::upload.file';

/** Entry that could replace another. */
type Candidate = { documentId: string; name: string };

const SHORTEST = 2;
const PAUSE_MS = 200;

/** Searches entries of a type by name. */
const useCandidates = (target: string | undefined, written: string): readonly Candidate[] => {
  const { get } = useFetchClient();
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  useEffect(() => {
    if (target === undefined || written.trim().length < SHORTEST) {
      setCandidates([]);
      return;
    }
    let isGone = false;
    const timer = setTimeout(() => {
      const params = { _q: written.trim(), pageSize: 10 };
      const address =
        target === FILE ? '/upload/files' : `/content-manager/collection-types/${target}`;
      get<{ results: Entry[] }>(address, { params }).then(
        ({ data }) => {
          if (isGone) return;
          setCandidates(
            data.results.map(({ id, documentId, name, title }) => ({
              // Fields refer to files by number.
              documentId: target === FILE ? String(id) : documentId,
              name: name ?? title ?? documentId,
            })),
          );
        },
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [get, target, written]);
  return candidates;
};

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
