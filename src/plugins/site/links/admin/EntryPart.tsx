import { Link } from 'react-router-dom';
import {
  Box,
  Button,
  Combobox,
  ComboboxOption,
  Flex,
  Status,
  Typography,
} from '@strapi/design-system';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { isReference, type LinkedEntry } from '#feature/link-reference';
import { useTexts } from './texts';
import { useIntl } from 'react-intl';
import { useState, useEffect, useRef, type RefObject } from 'react';
import { usePanelLocale } from '#platform/admin/named-languages';
import { useLoaded } from '#platform/admin/use-loaded';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { findConnected, type RelationChanges } from '#platform/strapi/admin/relations';

type Values = { vertical?: RelationChanges };

/** Place of a form's links, in the format of the server. */
type FormPlace = Readonly<Record<'locale' | 'line' | 'model' | 'documentId', string>>;

/** Returns the form's locale, entry and newly chosen business line; blank if there is none. */
export const useFormPlace = (): FormPlace => {
  const { id = '', model } = useContentManagerContext();
  const locale = usePanelLocale() ?? '';
  const [line = ''] = useForm('LinkInput', ({ values }) =>
    findConnected((values as Values).vertical),
  ).slice(-1);
  return { locale, line, model, documentId: id };
};

type Candidate = LinkedEntry & { link: string; lines: readonly string[] };

/** Response of the server; undefined while loading. */
type Answer<T> = T | 'failed' | undefined;

/**
 * Requests data again whenever the query changes. The previous response stays until the new one
 * arrives.
 *
 * @param query null sends no request
 */
const useAnswer = <T,>(
  path: string,
  query: Readonly<Record<string, string>> | null,
  delay = 0,
): Answer<T> => {
  const { data, isFailed } = useLoaded<T>(query === null ? null : path, {
    params: query ?? undefined,
    isOptional: true,
    delay,
  });
  return isFailed ? 'failed' : data;
};

/** Milliseconds after the last keystroke before a search. */
const SEARCH_DELAY_MS = 250;

/** Searches entries by title. No request is sent before the list is opened. */
const useCandidates = (
  text: string,
  place: FormPlace,
  isWanted: boolean,
): Answer<readonly Candidate[]> =>
  useAnswer(
    '/links/entries',
    isWanted ? { ...place, q: text } : null,
    text === '' ? 0 : SEARCH_DELAY_MS,
  );

/** Requests the entry of a link; null if there is none. */
const useEntry = (link: string, place: FormPlace): Answer<Candidate | null> =>
  useAnswer('/links/entry', { ...place, link });

/**
 * Shows the type, business lines and state of an entry, so that entries of the same name can be
 * distinguished.
 */
const EntryLine = ({ type, lines, isPublished }: Candidate) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  return (
    <Flex gap={2} wrap="wrap">
      <Typography variant="pi" textColor="neutral600">
        {[formatMessage({ id: type, defaultMessage: type }), ...lines].join(' · ')}
      </Typography>
      <Status variant={isPublished ? 'success' : 'secondary'} size="XS">
        <Typography
          variant="pi"
          fontWeight="bold"
          textColor={isPublished ? 'success700' : 'secondary700'}
        >
          {text(isPublished ? 'links.published' : 'links.unpublished')}
        </Typography>
      </Status>
    </Flex>
  );
};

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
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // The page behind a dialog remains hidden.
    const page = container.current?.closest('[role="dialog"]') ?? document.body;
    const show = (): void => {
      for (const part of page.querySelectorAll(HIDDEN)) part.removeAttribute('aria-hidden');
    };
    const observer = new MutationObserver(show);
    observer.observe(page, { attributeFilter: ['aria-hidden'], subtree: true });
    show();
    return () => observer.disconnect();
  }, [isOpen]);
  return container;
};

type EntrySearchProps = {
  label: string;
  place: FormPlace;
  isDisabled: boolean;
  onChoose: (link: string) => void;
};

const EntrySearch = ({ label, place, isDisabled, onChoose }: EntrySearchProps) => {
  const text = useTexts();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const readableContainer = useReadablePage(isOpen);
  const searchResult = useCandidates(typed, place, isOpen);
  const candidates = searchResult === undefined || searchResult === 'failed' ? [] : searchResult;
  return (
    <Box ref={readableContainer}>
      <Combobox
        aria-label={`${label}: ${text('links.search')}`}
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={text('links.search')}
        disabled={isDisabled}
        loading={isOpen && searchResult === undefined}
        noOptionsMessage={() =>
          text(searchResult === 'failed' ? 'links.search.failed' : 'links.search.none')
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

const ChosenEntry = ({ link, place }: { link: string; place: FormPlace }) => {
  const text = useTexts();
  const entry = useEntry(link, place);
  const isAnother = entry !== undefined && entry !== 'failed' && entry?.link !== link;
  if (entry === undefined || entry === 'failed' || (entry !== null && isAnother)) return null;
  if (entry === null) {
    return (
      <Typography variant="pi" textColor="danger600" data-link-gone>
        {text('links.gone')}
      </Typography>
    );
  }
  const { uid, documentId, title, isPublished, address } = entry;
  return (
    <Box
      padding={3}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      style={{ overflowWrap: 'anywhere' }}
      data-link-entry={documentId}
    >
      <Flex direction="column" alignItems="flex-start" gap={1}>
        {title === null ? (
          <Typography textColor="neutral700">{text('links.unreadable')}</Typography>
        ) : (
          <Typography
            tag={Link}
            to={buildEntryFormAddress({ uid, documentId, locale: place.locale })}
            target="_blank"
            aria-label={text('links.open', { title })}
            fontWeight="semiBold"
            textColor="primary600"
          >
            {title}
          </Typography>
        )}
        <EntryLine {...entry} />
        <Typography variant="pi" textColor="neutral700">
          {text(isPublished ? 'links.leads' : 'links.will-lead', { address })}
        </Typography>
        {!isPublished && (
          <Typography variant="pi" textColor="warning700">
            {text('links.unpublished.hint')}
          </Typography>
        )}
      </Flex>
    </Box>
  );
};

export type PartProps = {
  name: string;
  label: string;
  link: string;
  isDisabled: boolean;
  onChange: (link: string | null) => void;
};

export const EntryPart = ({
  label,
  link,
  place,
  isDisabled,
  onChange,
}: PartProps & { place: FormPlace }) => {
  const text = useTexts();
  const [isSearching, setIsSearching] = useState(false);
  const isChosen = isReference(link);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {isChosen && <ChosenEntry link={link} place={place} />}
      {!isChosen || isSearching ? (
        <EntrySearch
          label={label}
          place={place}
          isDisabled={isDisabled}
          onChoose={(chosen) => {
            setIsSearching(false);
            onChange(chosen);
          }}
        />
      ) : null}
      {isChosen && !isDisabled && (
        <Box>
          <Button
            type="button"
            size="S"
            variant="tertiary"
            onClick={() => setIsSearching(!isSearching)}
          >
            {text(isSearching ? 'links.keep' : 'links.change')}
          </Button>
        </Box>
      )}
      {!isChosen && link !== '' && (
        <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
          {text('links.still', { address: link })}
        </Typography>
      )}
    </Flex>
  );
};
