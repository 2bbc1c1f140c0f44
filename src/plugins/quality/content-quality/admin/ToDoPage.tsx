import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import type { Group, ToDoList } from '../content-quality';
import { DismissedList } from './DismissedList';
import { isFiltered, noFilter, openGroups, type ShownFilter } from './filter';
import { FilterBar } from './FilterBar';
import { GroupList } from './GroupList';
import { OtherWork } from './OtherWork';
import { useTexts } from './texts';
import { useToDoList } from './use-to-do-list';

const ScanState = ({ scannedAt, isScanning }: ToDoList) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const words = (): string => {
    if (scannedAt === null) return text('content-quality.never');
    if (isScanning) return text('content-quality.looking');
    const time = formatDate(scannedAt, { dateStyle: 'medium', timeStyle: 'short' });
    return text('content-quality.looked', { time });
  };
  return (
    <Typography textColor="neutral600" role="status" data-looking={isScanning}>
      {words()}
    </Typography>
  );
};

type ToDo = Omit<ReturnType<typeof useToDoList>, 'toDoList' | 'lookAgain'> & {
  filter: ShownFilter;
  onFilter: (filter: ShownFilter) => void;
};

const Groups = ({
  toDoList,
  filter,
  onFilter,
  dismiss,
  restore,
}: ToDo & { toDoList: ToDoList }) => {
  const text = useTexts();
  const { missingPages, unlinkedPaymentProducts, scannedAt, lines, languages, editors } = toDoList;
  const shows = (severity: Group['severity']): boolean =>
    filter.severity === null || filter.severity === severity;
  const [entryErrors, warnings] = (['error', 'warning'] as const).map((severity) =>
    shows(severity) ? openGroups(toDoList, severity) : [],
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
        <Flex direction="column" alignItems="stretch" gap={1}>
          <ScanState {...toDoList} />
          {toDoList.hasSample && (
            <Typography textColor="neutral600">{text('content-quality.sample')}</Typography>
          )}
        </Flex>
        <GroupList
          heading={text('content-quality.errors')}
          groups={entryErrors ?? []}
          canFix
          onDismiss={dismiss}
        />
        <GroupList
          heading={text('content-quality.warnings')}
          groups={warnings ?? []}
          {...others}
          canFix
          onDismiss={dismiss}
        />
        {count === 0 && scannedAt !== null && (
          <Typography>
            {text(isFiltered(filter) ? 'content-quality.none' : 'content-quality.fine')}
          </Typography>
        )}
        <DismissedList groups={toDoList.groups} onRestore={restore} />
        <Flex>
          <Typography tag={Link} to="/plugins/publishing-rules" textColor="primary600">
            {text('content-quality.entries')}
          </Typography>
        </Flex>
      </Flex>
    </Box>
  );
};

/** Shows the findings; a loader while `toDoList` is undefined. */
const Said = ({ toDoList, ...toDo }: ToDo & { toDoList: ToDoList | undefined }) => {
  const text = useTexts();
  if (toDoList === undefined) return <Page.Loading />;
  if (!toDoList.maySee) {
    return <Typography data-unseen>{text('content-quality.unseen')}</Typography>;
  }
  return <Groups toDoList={toDoList} {...toDo} />;
};

/** Shows the open work: the findings of the whole content, and the lists of other features. */
export const ToDoPage = () => {
  const text = useTexts();
  const noticeError = useErrorNotice();
  const [filter, setFilter] = useState(noFilter);
  const { toDoList, lookAgain, dismiss, restore } = useToDoList(filter);
  const title = text('content-quality.title');
  if (toDoList === null) return <Page.Error />;
  return (
    <>
      <Page.Title>{title}</Page.Title>
      <Page.Main>
        <Layouts.Header
          title={title}
          subtitle={text('content-quality.hint')}
          primaryAction={
            toDoList?.maySee === true && (
              <Button
                variant="secondary"
                startIcon={<ArrowClockwise />}
                loading={toDoList.isScanning}
                onClick={() => void lookAgain().catch(noticeError)}
              >
                {text('content-quality.again')}
              </Button>
            )
          }
        />
        <Layouts.Content>
          <Flex direction="column" alignItems="stretch" gap={6}>
            <Said
              toDoList={toDoList}
              filter={filter}
              onFilter={setFilter}
              dismiss={dismiss}
              restore={restore}
            />
            <OtherWork />
          </Flex>
        </Layouts.Content>
      </Page.Main>
    </>
  );
};
