import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { Group, Health } from '../health';
import { DismissedList } from './DismissedList';
import { isFiltered, noFilter, openGroups, type ShownFilter } from './filter';
import { FilterBar } from './FilterBar';
import { GroupList } from './GroupList';
import { Sections } from './Sections';
import { useTexts } from './texts';
import { useHealth } from './use-health';

const ScanState = ({ scannedAt, isScanning }: Health) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const words = (): string => {
    if (scannedAt === null) return text('catalogue-health.never');
    if (isScanning) return text('catalogue-health.looking');
    const time = formatDate(scannedAt, { dateStyle: 'medium', timeStyle: 'short' });
    return text('catalogue-health.looked', { time });
  };
  return (
    <Typography textColor="neutral600" role="status" data-looking={isScanning}>
      {words()}
    </Typography>
  );
};

type ToDo = Omit<ReturnType<typeof useHealth>, 'health' | 'lookAgain'> & {
  filter: ShownFilter;
  onFilter: (filter: ShownFilter) => void;
};

const Groups = ({ health, filter, onFilter, dismiss, restore }: ToDo & { health: Health }) => {
  const text = useTexts();
  const { missingPages, unlinkedPaymentProducts, scannedAt, lines, languages, editors } = health;
  const shows = (severity: Group['severity']): boolean =>
    filter.severity === null || filter.severity === severity;
  const [entryErrors, warnings] = (['error', 'warning'] as const).map((severity) =>
    shows(severity) ? openGroups(health, severity) : [],
  );
  const others = shows('warning') ? { missingPages, unlinkedPaymentProducts } : {};
  const count =
    (entryErrors ?? []).length +
    (warnings ?? []).length +
    (others.missingPages ?? 0) +
    (others.unlinkedPaymentProducts ?? 0);
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Flex direction="column" alignItems="stretch" gap={8}>
        <FilterBar
          filter={filter}
          lines={lines}
          languages={languages}
          editors={editors}
          onChange={onFilter}
        />
        <ScanState {...health} />
        <GroupList
          heading={text('catalogue-health.errors')}
          groups={entryErrors ?? []}
          canFix
          onDismiss={dismiss}
        />
        <GroupList
          heading={text('catalogue-health.warnings')}
          groups={warnings ?? []}
          {...others}
          canFix
          onDismiss={dismiss}
        />
        {count === 0 && scannedAt !== null && (
          <Typography>
            {text(isFiltered(filter) ? 'catalogue-health.none' : 'catalogue-health.fine')}
          </Typography>
        )}
        <DismissedList groups={health.groups} onRestore={restore} />
        <Flex>
          <Typography tag={Link} to="/plugins/publishing-rules" textColor="primary600">
            {text('catalogue-health.entries')}
          </Typography>
        </Flex>
      </Flex>
    </Box>
  );
};

/** Shows the findings; a loader while `health` is undefined. */
const Said = ({ health, ...toDo }: ToDo & { health: Health | undefined }) => {
  const text = useTexts();
  if (health === undefined) return <Page.Loading />;
  if (!health.maySee) {
    return <Typography data-unseen>{text('catalogue-health.unseen')}</Typography>;
  }
  return <Groups health={health} {...toDo} />;
};

/** Shows the open work: the findings of the whole content, and the lists of other features. */
export const HealthPage = () => {
  const text = useTexts();
  const noticeError = useErrorNotice();
  const [filter, setFilter] = useState(noFilter);
  const { health, lookAgain, dismiss, restore } = useHealth(filter);
  const title = text('catalogue-health.title');
  if (health === null) return <Page.Error />;
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title}
          subtitle={text('catalogue-health.hint')}
          primaryAction={
            health?.maySee === true && (
              <Button
                variant="secondary"
                startIcon={<ArrowClockwise />}
                loading={health.isScanning}
                onClick={() => void lookAgain().catch(noticeError)}
              >
                {text('catalogue-health.again')}
              </Button>
            )
          }
        />
        <Layouts.Content>
          <Flex direction="column" alignItems="stretch" gap={6}>
            <Said
              health={health}
              filter={filter}
              onFilter={setFilter}
              dismiss={dismiss}
              restore={restore}
            />
            <Sections />
          </Flex>
        </Layouts.Content>
      </Page.Main>
    </>
  );
};
