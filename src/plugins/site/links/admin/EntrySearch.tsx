import { useState } from 'react';
import { Box, Combobox, ComboboxOption, Typography } from '@strapi/design-system';
import { useCandidates } from './entries';
import { EntryLine } from './EntryLine';
import type { FormPlace } from './place';
import { useTexts } from './texts';
import { useReadablePage } from './use-readable-page';

type EntrySearchProps = {
  label: string;
  place: FormPlace;
  isDisabled: boolean;
  onChoose: (link: string) => void;
};

/** Searches an entry by title. */
export const EntrySearch = ({ label, place, isDisabled, onChoose }: EntrySearchProps) => {
  const text = useTexts();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const around = useReadablePage(isOpen);
  const found = useCandidates(typed, place, isOpen);
  const candidates = found === undefined || found === 'failed' ? [] : found;
  return (
    <Box ref={around}>
      <Combobox
        aria-label={`${label}: ${text('links.search')}`}
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={text('links.search')}
        disabled={isDisabled}
        loading={isOpen && found === undefined}
        noOptionsMessage={() =>
          text(found === 'failed' ? 'links.search.failed' : 'links.search.none')
        }
        onOpenChange={(open) => setIsOpen(open)}
        textValue={typed}
        onTextValueChange={setTyped}
        value=""
        onChange={(link) => {
          if (link) onChoose(link);
        }}
      >
        {candidates.map((entry) => (
          <ComboboxOption key={entry.link} value={entry.link} textValue={entry.title ?? entry.link}>
            <Box>
              <Typography textColor="neutral800">{entry.title}</Typography>
              <EntryLine {...entry} />
            </Box>
          </ComboboxOption>
        ))}
      </Combobox>
    </Box>
  );
};
