import { useLanguageName } from '#platform/admin/named-languages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import {
  Badge,
  Box,
  Button,
  Flex,
  Loader,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { SubPage } from '#platform/admin/SubPage';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useLongList } from '#platform/admin/use-long-list';
import { useLanguage } from '#feature/admin/texts';
import type { EntryWithFindings } from '../evaluate';
import type { AccountState } from '#feature/payment-products';
import { FindingList, toFindingLines } from './FindingList';
import { useSilentAccounts } from './Payment';
import { useTexts } from './texts';

type ListPage = {
  entries: readonly EntryWithFindings[];
  next: string | null;
  types: readonly { uid: string; type: string }[];
  accounts: readonly AccountState[];
};

const getEntries = ({ entries }: ListPage): readonly EntryWithFindings[] => entries;

const ALL = 'all';

const Entry = ({ entry }: { entry: EntryWithFindings }) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageOf = useLanguageName();
  const language = useLanguage();
  const { type, title, findings, isPublished } = entry;
  return (
    <Box tag="li" paddingBottom={4} data-entry={`${entry.documentId} ${entry.locale ?? ''}`}>
      <Flex gap={2} wrap="wrap" alignItems="baseline">
        <Typography
          tag={Link}
          to={buildEntryFormAddress({ ...entry, at: findings[0]?.path.join('.') ?? '' })}
          textColor="primary600"
          fontWeight="semiBold"
        >
          {title}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {[
            formatMessage({ id: type, defaultMessage: type }),
            entry.locale && languageOf(entry.locale),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <Badge>{text(isPublished ? 'publishing-rules.published' : 'publishing-rules.draft')}</Badge>
      </Flex>
      <FindingList lines={toFindingLines(findings, language)} />
    </Box>
  );
};

const SilentAccounts = ({ accounts }: { accounts: readonly AccountState[] }) => {
  const silent = useSilentAccounts(accounts);
  if (silent.length === 0) return null;
  return (
    <Box background="warning100" padding={4} hasRadius role="status">
      {silent.map(({ account, message }) => (
        <Typography key={account} tag="p" textColor="warning700">
          {message}
        </Typography>
      ))}
    </Box>
  );
};

const Entries = () => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const [type, setType] = useState(ALL);
  const [isAll, setIsAll] = useState(false);
  const {
    items: entries = [],
    page,
    isBusy,
    loadMore,
  } = useLongList('/publishing-rules/entries', {
    itemsOf: getEntries,
    cursor: 'after',
    params: { ...(type !== ALL && { type }), ...(!isAll && { only: 'errors' }) },
  });
  const { types = [], accounts = [] } = page ?? {};

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Flex gap={4} wrap="wrap" alignItems="flex-end">
        <Box width="32rem">
          <SingleSelect
            aria-label={text('publishing-rules.page.type')}
            value={type}
            onChange={(chosen) => setType(String(chosen))}
          >
            <SingleSelectOption value={ALL}>
              {text('publishing-rules.page.all-types')}
            </SingleSelectOption>
            {types.map(({ uid, type: name }) => (
              <SingleSelectOption key={uid} value={uid}>
                {formatMessage({ id: name, defaultMessage: name })}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Box>
        <Box width="32rem">
          <SingleSelect
            aria-label={text('publishing-rules.page.what')}
            value={isAll ? 'warnings' : 'errors'}
            onChange={(chosen) => setIsAll(chosen === 'warnings')}
          >
            <SingleSelectOption value="errors">
              {text('publishing-rules.page.only-errors')}
            </SingleSelectOption>
            <SingleSelectOption value="warnings">
              {text('publishing-rules.page.warnings-too')}
            </SingleSelectOption>
          </SingleSelect>
        </Box>
      </Flex>
      <SilentAccounts accounts={accounts} />
      {page !== undefined && entries.length === 0 && loadMore === null && (
        <Typography textColor="neutral600">{text('publishing-rules.page.none')}</Typography>
      )}
      <Box tag="ul">
        {entries.map((entry) => (
          <Entry key={`${entry.uid} ${entry.documentId} ${entry.locale ?? ''}`} entry={entry} />
        ))}
      </Box>
      {isBusy && <Loader small />}
      {!isBusy && loadMore !== null && (
        <Flex>
          <Button variant="tertiary" onClick={loadMore}>
            {text('publishing-rules.page.more')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};

/** Lists all entries with errors or warnings, with links to their forms. */
export const EntriesPage = () => {
  const text = useTexts();
  return (
    <SubPage
      title={text('publishing-rules.page.title')}
      subtitle={text('publishing-rules.page.hint')}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        <Entries />
      </Box>
    </SubPage>
  );
};
