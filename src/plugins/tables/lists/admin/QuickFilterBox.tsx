import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Box, Combobox, ComboboxOption } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import type { QuickFilter } from '../lists';
import { CompactTable } from './CompactTable';
import { useTexts } from './texts';
import { useList } from './use-list';
import { useQuickFilters } from './use-quick-filters';

const WITHOUT_LANGUAGE: QuickFilter = 'without-language';

/**
 * Filters a list. It is rendered from the start, because inserting it later would move the list
 * under the pointer.
 */
export const QuickFilterBox = () => {
  const text = useTexts();
  const language = useLanguage();
  const { formatDisplayName } = useIntl();
  const { model, query, setQuery } = useList();
  const [typed, setTyped] = useState('');
  const { question, plugins } = query;
  const { questions, locales, related, finding } = useQuickFilters(model, typed, question);

  // These filters do not apply to users and orders.
  if (!model.startsWith('api::')) return null;

  const languageOf = (locale: string): string =>
    formatDisplayName(locale, { type: 'language' }) ?? locale;

  const options = [
    ...(finding !== null && question !== undefined
      ? [{ value: question, label: finding[language] }]
      : []),
    ...questions.flatMap((kind) =>
      kind === WITHOUT_LANGUAGE
        ? locales.map((locale) => ({
            value: `${kind}:${locale}`,
            label: text(`lists.question.${kind}`, { language: languageOf(locale) }),
          }))
        : [{ value: kind, label: text(`lists.question.${kind}`) }],
    ),
    ...related.map(({ value, name, count }) => ({
      value,
      label: text('lists.question.of', { name, count }),
    })),
  ];

  const ask = (value: string | undefined): void => {
    setTyped('');
    const [kind, missing] = value?.split(':') ?? [];
    // Entries that are missing in a locale are listed in another one.
    const locale =
      kind === WITHOUT_LANGUAGE && missing === plugins?.i18n?.locale
        ? locales.find((one) => one !== missing)
        : plugins?.i18n?.locale;
    setQuery({
      page: '1',
      question: value,
      plugins: { ...plugins, i18n: { ...plugins?.i18n, locale } },
    });
  };

  return (
    <Box width="24rem" data-list-question>
      <CompactTable />
      <Combobox
        aria-label={text('lists.show')}
        size="S"
        disabled={questions.length === 0}
        placeholder={text('lists.everything')}
        clearLabel={text('lists.clear')}
        noOptionsMessage={() => text('lists.nothing')}
        autocomplete={{ type: 'list', filter: 'contains' }}
        value={options.some(({ value }) => value === question) ? question : ''}
        onInputChange={({ target }) => setTyped(target.value)}
        onChange={(value) => value !== '' && ask(value)}
        onClear={() => ask(undefined)}
      >
        {options.map(({ value, label }) => (
          <ComboboxOption key={value} value={value}>
            {label}
          </ComboboxOption>
        ))}
      </Combobox>
    </Box>
  );
};
