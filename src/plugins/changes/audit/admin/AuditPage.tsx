import { useState, type ReactNode } from 'react';
import { Box, Button, Flex, Typography, Field } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { SubPage } from '#platform/admin/SubPage';
import { useLongList } from '#platform/admin/use-long-list';
import { useDebounced } from '#platform/admin/use-debounced';
import { EntryTable, listActionLabels } from './EntryTable';
import { useTexts } from './texts';
import { READ_AUDIT, type AuditEntry } from '../entry';
import { useLanguage } from '#feature/admin/texts';
import { DownloadButton } from '#platform/admin/DownloadButton';
import {
  DayRange,
  buildPeriodQuery,
  FilterChoice,
  LabelledFilter,
  type Days,
} from '#feature/admin/FilterChoice';

type Filter = Days & { person: string; action: string; target: string };

const noFilter: Filter = {
  person: '',
  action: '',
  target: '',
  from: undefined,
  to: undefined,
};

const buildQuery = ({ person, action, target, ...days }: Filter): Record<string, string> => ({
  ...(person.trim() !== '' && { person: person.trim() }),
  ...(action !== '' && { action }),
  ...(target.trim() !== '' && { target: target.trim() }),
  ...buildPeriodQuery(days),
});

type FiltersProps = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Actions on the filtered entries. */
  children: ReactNode;
};

/** Filters by actor, action, target and period. */
const Filters = ({ filter, onChange, children }: FiltersProps) => {
  const text = useTexts();
  const language = useLanguage();
  const { person, action, target } = filter;

  return (
    <Flex gap={4} wrap="wrap" alignItems="flex-end" role="search" aria-label={text('audit.title')}>
      <LabelledFilter label={text('audit.filter.person')}>
        <Field.Input
          type="text"
          placeholder={text('audit.filter.person.hint')}
          value={person}
          onChange={({ target: { value } }) => onChange({ ...filter, person: value })}
        />
      </LabelledFilter>
      <FilterChoice
        label={text('audit.filter.action')}
        all={text('audit.filter.any')}
        value={action}
        options={listActionLabels(language).map(([value, label]) => ({ value, label }))}
        clearLabel={text('audit.filter.clear')}
        onChange={(code) => onChange({ ...filter, action: code })}
      />
      <LabelledFilter label={text('audit.filter.target')}>
        <Field.Input
          type="text"
          value={target}
          onChange={({ target: { value } }) => onChange({ ...filter, target: value })}
        />
      </LabelledFilter>
      <DayRange
        days={filter}
        labels={{
          from: text('audit.filter.from'),
          to: text('audit.filter.to'),
          clear: text('audit.filter.clear'),
        }}
        onChange={({ from, to }) => onChange({ ...filter, from, to })}
      />
      <Flex gap={4} width="100%" justifyContent="space-between" wrap="wrap">
        <Button size="S" variant="tertiary" onClick={() => onChange(noFilter)}>
          {text('audit.filter.all')}
        </Button>
        {children}
      </Flex>
    </Flex>
  );
};

/** Exports all filtered entries as a file. */
const ExportButton = ({ query }: { query: Readonly<Record<string, string>> }) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <DownloadButton
      label={text('audit.export')}
      failure={text('audit.export.failed')}
      address="/audit/entries.csv"
      params={{ ...query, language }}
      file="audit-log.csv"
    />
  );
};

type LogPage = { entries: readonly AuditEntry[]; next: string | null };

const getEntries = ({ entries }: LogPage): readonly AuditEntry[] => entries;

/** Delay in milliseconds after the last keystroke before the request. */
const PAUSE = 250;

const Log = () => {
  const text = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const settled = useDebounced(filter, PAUSE);
  const { items: entries, loadMore } = useLongList('/audit/entries', {
    itemsOf: getEntries,
    cursor: 'before',
    params: buildQuery(settled),
  });

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Filters filter={filter} onChange={setFilter}>
        <ExportButton query={buildQuery(filter)} />
      </Filters>
      {entries?.length === 0 && (
        <Typography textColor="neutral600">{text('audit.none')}</Typography>
      )}
      {entries !== undefined && entries.length > 0 && <EntryTable entries={entries} />}
      {loadMore !== null && (
        <Flex>
          <Button variant="tertiary" onClick={loadMore}>
            {text('audit.more')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};

/** Settings page that lists actions of users and tokens, except changes of content. */
export const AuditPage = () => {
  const text = useTexts();
  return (
    <Page.Protect permissions={[{ action: READ_AUDIT, subject: null }]}>
      <SubPage title={text('audit.title')} subtitle={text('audit.hint')}>
        <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
          <Log />
        </Box>
      </SubPage>
    </Page.Protect>
  );
};
