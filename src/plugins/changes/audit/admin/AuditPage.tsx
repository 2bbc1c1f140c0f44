import { useEffect, useMemo, useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Layouts, Page, useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { EntryTable } from './EntryTable';
import { ExportButton } from './ExportButton';
import { Filters, noFilter, queryOf } from './Filters';
import { READ } from './permissions';
import { useTexts } from './texts';
import type { AuditEntry } from '../entry';

type Answer = { data: { entries: AuditEntry[]; next: string | null } };

/** Delay in milliseconds after the last keystroke before the request. */
const PAUSE = 250;

const Log = () => {
  const text = useTexts();
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [filter, setFilter] = useState(noFilter);
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [next, setNext] = useState<string | null>(null);
  const query = useMemo(() => queryOf(filter), [filter]);

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      get<Answer>('/audit/entries', { params: query }).then(({ data }) => {
        // The filter may have changed during the request.
        if (!isCurrent) return;
        setEntries(data.data.entries);
        setNext(data.data.next);
      }, noticeError);
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [get, noticeError, query]);

  const more = async (before: string): Promise<void> => {
    try {
      const { data } = await get<Answer>('/audit/entries', { params: { ...query, before } });
      setEntries((shown = []) => [...shown, ...data.data.entries]);
      setNext(data.data.next);
    } catch (error) {
      noticeError(error);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Filters filter={filter} onChange={setFilter}>
        <ExportButton query={query} />
      </Filters>
      {entries?.length === 0 && (
        <Typography textColor="neutral600">{text('audit.none')}</Typography>
      )}
      {entries !== undefined && entries.length > 0 && <EntryTable entries={entries} />}
      {next !== null && (
        <Flex>
          <Button variant="tertiary" onClick={() => void more(next)}>
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
