import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Combobox, ComboboxOption, Flex, Tag } from '@strapi/design-system';
import { Cross, Search } from '@strapi/icons';
import { useParams } from 'react-router-dom';
import { useQueryParams } from '@strapi/strapi/admin';
import { useLanguage } from '#feature/admin/texts';
import { ListBarStyles } from '#platform/strapi/admin/list-controls';
import { useLoaded } from '#platform/admin/use-loaded';
import type { Text } from '#feature/layout';
import type { QuickFilter, Related } from '../lists';
import { useTexts } from './texts';

type ListQuery = {
  page?: string;
  question?: string;
  /** Words that the entries contain. */
  _q?: string;
  plugins?: { i18n?: { locale?: string } };
};

type AvailableFilters = {
  questions: readonly QuickFilter[];
  locales: readonly string[];
  related: readonly Related[];
  /** Title of the finding by which the list is filtered, if Health has linked to it. */
  finding: Text | null;
};

const nothing: AvailableFilters = { questions: [], locales: [], related: [], finding: null };

/** Delay after the last keystroke before the search. */
const PAUSE_MS = 200;

/**
 * Loads the filters of a list: plain filters, entries of other types whose name contains `typed`,
 * and the active filter.
 */
const useQuickFilters = (
  model: string,
  typed: string,
  chosen: string | undefined,
): AvailableFilters => {
  // Strapi’s client sends parameters as they are.
  const params = {
    q: encodeURIComponent(typed),
    ...(chosen?.includes(':') === true && { chosen: encodeURIComponent(chosen) }),
  };
  // The list works without filters.
  const { data } = useLoaded<AvailableFilters>(`/lists/${model}/questions`, {
    params,
    isOptional: true,
    delay: typed === '' ? 0 : PAUSE_MS,
  });
  return data ?? nothing;
};

const WITHOUT_LANGUAGE: QuickFilter = 'without-language';

/** Beginning of the value that searches all texts of the entries for the words after it. */
const SEARCH = 'search:';

/**
 * Searches and filters a list. It is rendered from the start, because inserting it later would move
 * the list under the pointer.
 */
export const SearchBox = () => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDisplayName } = useIntl();
  const { slug: model = '' } = useParams();
  const [{ query }, setQuery] = useQueryParams<ListQuery>();
  const [typed, setTyped] = useState('');
  const { question, plugins, _q: searched } = query;
  const input = useRef<HTMLInputElement>(null);
  const lastSearched = useRef(searched);

  // A search empties the box, which is then another one.
  useEffect(() => {
    if (lastSearched.current === searched) return;
    lastSearched.current = searched;
    input.current?.focus();
  }, [searched]);

  const { questions, locales, related, finding } = useQuickFilters(model, typed, question);

  // These filters do not apply to users and orders.
  if (!model.startsWith('api::')) return null;

  const getLanguageName = (locale: string): string =>
    formatDisplayName(locale, { type: 'language' }) ?? locale;

  const options = [
    ...(finding !== null && question !== undefined
      ? [{ value: question, label: finding[language] }]
      : []),
    ...questions.flatMap((kind) =>
      kind === WITHOUT_LANGUAGE
        ? locales.map((locale) => ({
            value: `${kind}:${locale}`,
            label: text(`lists.question.${kind}`, { language: getLanguageName(locale) }),
          }))
        : [{ value: kind, label: text(`lists.question.${kind}`) }],
    ),
    ...related.map(({ value, name, count }) => ({
      value,
      label: text('lists.question.of', { name, count }),
    })),
    ...(typed.trim() === ''
      ? []
      : [
          {
            value: `${SEARCH}${typed.trim()}`,
            label: text('lists.search', { typed: typed.trim() }),
          },
        ]),
  ];

  const submitSearch = (words: string | undefined): void => {
    setTyped('');
    // Strapi writes parameters to the address without encoding them.
    setQuery({ page: '1', _q: words === undefined ? words : encodeURIComponent(words) });
  };

  const ask = (value: string | undefined): void => {
    setTyped('');
    const [kind, missingLanguage] = value?.split(':') ?? [];
    // Entries that are missing in a locale are listed in another one.
    const locale =
      kind === WITHOUT_LANGUAGE && missingLanguage === plugins?.i18n?.locale
        ? locales.find((item) => item !== missingLanguage)
        : plugins?.i18n?.locale;
    setQuery({
      page: '1',
      question: value,
      plugins: { ...plugins, i18n: { ...plugins?.i18n, locale } },
    });
  };

  return (
    <Flex gap={2} data-list-bar>
      <ListBarStyles />
      <Box width="26rem">
        <Combobox
          key={searched ?? ''}
          ref={input}
          aria-label={text('lists.show')}
          size="S"
          startIcon={<Search />}
          placeholder={text('lists.show')}
          clearLabel={text('lists.clear')}
          noOptionsMessage={() => text('lists.nothing')}
          autocomplete={{ type: 'list', filter: 'contains' }}
          value={options.some(({ value }) => value === question) ? question : ''}
          onInputChange={({ target }) => setTyped(target.value)}
          onChange={(value?: string) => {
            if (value?.startsWith(SEARCH) === true) submitSearch(value.slice(SEARCH.length));
            else if (value) ask(value);
          }}
          onKeyDown={({ key, currentTarget }) => {
            const hasOption = currentTarget.getAttribute('aria-activedescendant') !== null;
            if (key === 'Enter' && !hasOption && typed.trim() !== '') submitSearch(typed.trim());
          }}
          onClear={() => ask(undefined)}
        >
          {options.map(({ value, label }) => (
            <ComboboxOption key={value} value={value}>
              {label}
            </ComboboxOption>
          ))}
        </Combobox>
      </Box>
      {searched !== undefined && (
        <Tag
          icon={<Cross aria-hidden />}
          label={text('lists.search.clear')}
          onClick={() => submitSearch(undefined)}
        >
          {text('lists.searched', { words: searched })}
        </Tag>
      )}
    </Flex>
  );
};
