import { useState, type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { Link, Route, Routes } from 'react-router-dom';
import { Box, Button, Flex, Typography, Loader } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Page, useAuth } from '@strapi/strapi/admin';
import { SubPage } from '#platform/admin/SubPage';
import { useErrorNotice } from '#platform/admin/error-notice';
import type { Group, ToDoList } from '../content-quality';
import { DismissedList } from './Dismissals';
import { isFiltered, noFilter, openGroups, type ShownFilter, useToDoList } from './use-to-do-list';
import { GroupList } from './GroupList';
import { useTexts } from './texts';
import { getDashboardSections, type DashboardSection } from '#feature/admin/panel';
import { FilesPage } from './FilesPage';
import { PaymentProductsPage } from './PaymentProductsPage';
import { WaitingPage } from './WaitingPage';
import { FilterChoice } from '#feature/admin/FilterChoice';
import { useNamedLanguages } from '#platform/admin/named-languages';

const toNullIfEmpty = (value: string): string | null => (value === '' ? null : value);

const FilterBar = ({
  filter,
  lines,
  languages,
  editors,
  onChange,
}: Pick<ToDoList, 'lines' | 'languages' | 'editors'> & {
  filter: ShownFilter;
  onChange: (filter: ShownFilter) => void;
}) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageNames = useNamedLanguages();
  return (
    <Flex
      gap={4}
      wrap="wrap"
      alignItems="flex-end"
      role="search"
      aria-label={formatMessage({ id: 'app.utils.filters', defaultMessage: 'Filters' })}
    >
      {lines.length > 0 && (
        <FilterChoice
          label={text('content-quality.filter.line')}
          all={text('content-quality.filter.line.all')}
          value={filter.vertical ?? ''}
          options={lines.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(vertical) => onChange({ ...filter, vertical: toNullIfEmpty(vertical) })}
        />
      )}
      <FilterChoice
        label={text('content-quality.filter.locale')}
        all={text('content-quality.filter.locale.all')}
        value={filter.locale ?? ''}
        options={languageNames(languages).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(locale) => onChange({ ...filter, locale: toNullIfEmpty(locale) })}
      />
      <FilterChoice
        label={text('content-quality.filter.severity')}
        all={text('content-quality.filter.severity.all')}
        value={filter.severity ?? ''}
        options={(['error', 'warning'] as const).map((value) => ({
          value,
          label: text(`content-quality.filter.severity.${value}`),
        }))}
        onChange={(severity) =>
          onChange({ ...filter, severity: toNullIfEmpty(severity) as ShownFilter['severity'] })
        }
      />
      <FilterChoice
        label={text('content-quality.filter.editor')}
        all={text('content-quality.filter.editor.all')}
        value={filter.editor === null ? '' : String(filter.editor)}
        options={editors.map(({ id, name }, index) => ({
          value: String(id),
          label: index === 0 ? text('content-quality.filter.editor.me', { name }) : name,
        }))}
        onChange={(editor) =>
          onChange({ ...filter, editor: editor === '' ? null : Number(editor) })
        }
      />
    </Flex>
  );
};

const OWN = 'health';

const Section = ({ title, component }: DashboardSection) => {
  const { formatMessage } = useIntl();
  const Content = useMemo(
    () => lazy(async (): Promise<{ default: ComponentType }> => ({ default: await component() })),
    [component],
  );
  return (
    <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
      <Box paddingBottom={4}>
        <Typography tag="h2" variant="beta">
          {formatMessage(title)}
        </Typography>
      </Box>
      <Suspense fallback={<Loader />}>
        <Content />
      </Suspense>
    </Box>
  );
};

/** Shows the open work of other features, such as orders to review, to users who may see it. */
const OtherWork = () => {
  const permissions = useAuth(
    'ToDoSections',
    ({ permissions: userPermissions }) => userPermissions,
  );
  const isPermitted = ({ permissions: needed }: DashboardSection): boolean =>
    needed.some(({ action, subject }) =>
      permissions.some(
        (granted) =>
          granted.action === action && ((subject ?? null) === null || granted.subject === subject),
      ),
    );
  return getDashboardSections()
    .filter(({ id }) => id !== OWN)
    .filter(isPermitted)
    .map((section) => <Section key={section.id} {...section} />);
};

const ScanState = ({ scannedAt, isScanning }: ToDoList) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const scanText = (): string => {
    if (scannedAt === null) return text('content-quality.never');
    if (isScanning) return text('content-quality.looking');
    const time = formatDate(scannedAt, { dateStyle: 'medium', timeStyle: 'short' });
    return text('content-quality.looked', { time });
  };
  return (
    <Typography textColor="neutral600" role="status" data-looking={isScanning}>
      {scanText()}
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
  const isSeverityShown = (severity: Group['severity']): boolean =>
    filter.severity === null || filter.severity === severity;
  const [entryErrors, warnings] = (['error', 'warning'] as const).map((severity) =>
    isSeverityShown(severity) ? openGroups(toDoList, severity) : [],
  );
  const others = isSeverityShown('warning') ? { missingPages, unlinkedPaymentProducts } : {};
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
const ToDoContent = ({ toDoList, ...toDo }: ToDo & { toDoList: ToDoList | undefined }) => {
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
  if (toDoList === null) return <Page.Error />;
  return (
    <SubPage
      title={text('content-quality.title')}
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
    >
      <Flex direction="column" alignItems="stretch" gap={6}>
        <ToDoContent
          toDoList={toDoList}
          filter={filter}
          onFilter={setFilter}
          dismiss={dismiss}
          restore={restore}
        />
        <OtherWork />
      </Flex>
    </SubPage>
  );
};

/** Routes of the menu page and of its lists of files, payment products and awaited entries. */
export const ToDoPages = () => (
  <Routes>
    <Route index element={<ToDoPage />} />
    <Route path="files/:code" element={<FilesPage />} />
    <Route path="waiting" element={<WaitingPage />} />
    <Route path="payment-products" element={<PaymentProductsPage />} />
  </Routes>
);
