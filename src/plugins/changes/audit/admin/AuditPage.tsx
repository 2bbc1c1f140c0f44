import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useLongList } from '../../../../platform/admin/use-long-list';
import { useDebounced } from '../../../../platform/admin/use-debounced';
import { EntryTable } from './EntryTable';
import { Filters, noFilter, queryOf } from './Filters';
import { READ } from './permissions';
import { useTexts } from './texts';
import type { AuditEntry } from '../entry';
import { useLanguage } from '../../../../feature/admin/texts';
import { DownloadButton } from '../../../../platform/admin/DownloadButton';

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

const entriesOf = ({ entries }: LogPage): readonly AuditEntry[] => entries;

/** Delay in milliseconds after the last keystroke before the request. */
const PAUSE = 250;

const Log = () => {
  const text = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const settled = useDebounced(filter, PAUSE);
  const { items: entries, loadMore } = useLongList('/audit/entries', {
    itemsOf: entriesOf,
    cursor: 'before',
    params: queryOf(settled),
  });

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Filters filter={filter} onChange={setFilter}>
        <ExportButton query={queryOf(filter)} />
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

/** Settings page that lists actions of users and tokens beyond content. */
export const AuditPage = () => {
  const text = useTexts();
  const title = text('audit.title');
  return (
    <Page.Protect permissions={READ}>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header title={title} subtitle={text('audit.hint')} />
        <Layouts.Content>
          <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
            <Log />
          </Box>
        </Layouts.Content>
      </Page.Main>
    </Page.Protect>
  );
};
