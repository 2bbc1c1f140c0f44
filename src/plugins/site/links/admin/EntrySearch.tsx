import { useState, useEffect, useRef, type RefObject } from 'react';
import { Box, Combobox, ComboboxOption, Typography } from '@strapi/design-system';
import { useCandidates } from './entries';
import { EntryLine } from './EntryLine';
import type { FormPlace } from './place';
import { useTexts } from './texts';

/** Elements hidden by the list's library, not by the page itself. */
const HIDDEN = '[data-aria-hidden="true"][aria-hidden="true"]';

/**
 * Keeps the page accessible while a list of options is open. Strapi's list hides everything else
 * from screen readers although it is not a dialog. The keyboard still reaches fields, which would
 * have no name.
 *
 * @returns a ref for an element around the list's input
 */
const useReadablePage = (isOpen: boolean): RefObject<HTMLDivElement> => {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // The page behind a dialog remains hidden.
    const page = around.current?.closest('[role="dialog"]') ?? document.body;
    const show = (): void => {
      for (const part of page.querySelectorAll(HIDDEN)) part.removeAttribute('aria-hidden');
    };
    const observer = new MutationObserver(show);
    observer.observe(page, { attributeFilter: ['aria-hidden'], subtree: true });
    show();
    return () => observer.disconnect();
  }, [isOpen]);
  return around;
};

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
