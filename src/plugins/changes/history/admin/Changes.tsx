import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import {
  Box,
  Button,
  Flex,
  Loader,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useLoaded } from '#platform/admin/use-loaded';
import { useLongList } from '#platform/admin/use-long-list';
import type { ChangeFilterOptions, ContentChange } from '../changes';
import { formatActorName, describeChange, formatMoment, useFormatValue } from './describe';
import { useTexts, isMessage, type Texts } from './texts';
import { DayRange, type Days, buildPeriodQuery, FilterChoice } from '#feature/admin/FilterChoice';
import { labelOf } from '#feature/admin/labels';

/** Filter of the changes across entries. Empty texts filter nothing. */
type ChangeFilter = Days & {
  type: string;
  /** Fields of the type, separated by commas. */
  fields: string;
  person: string;
  line: string;
};

const DAYS_OF_WEEK = 7;

/** Returns the filter that shows the changes of the last seven days, today included. */
const createLastWeekFilter = (): ChangeFilter => {
  const now = new Date();
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_OF_WEEK + 1);
  return { type: '', fields: '', person: '', line: '', from, to: undefined };
};

const changeQueryOf = ({
  type,
  fields,
  person,
  line,
  ...days
}: ChangeFilter): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries({ type, fields, person, line }).filter(([, value]) => value !== ''),
  ),
  ...buildPeriodQuery(days),
});

type Option = { value: string; label: string };

/** Returns the fields of a type to choose from. Fields of one kind, such as prices, come first. */
const listFieldOptions = (
  text: Texts,
  { uid, fields }: ChangeFilterOptions['types'][number],
): readonly Option[] => {
  const kinds = new Set(fields.flatMap(({ customField }) => customField ?? []));
  const groups = [...kinds].flatMap((kind): Option[] => {
    const id = `history.changes.fields.${kind.split('.').at(-1) ?? ''}`;
    const names = fields.filter(({ customField }) => customField === kind).map(({ name }) => name);
    return names.length > 1 && isMessage(id) ? [{ value: names.join(','), label: text(id) }] : [];
  });
  return [...groups, ...fields.map(({ name }) => ({ value: name, label: labelOf(uid, name) }))];
};

/** Filters of the changes: type, field, person, business line and period. */
const ChangeFilters = ({
  filter,
  options: { types, lines, people },
  onChange,
}: {
  filter: ChangeFilter;
  options: ChangeFilterOptions;
  onChange: (filter: ChangeFilter) => void;
}) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const all = text('history.changes.all');
  const selectedType = types.find(({ uid }) => uid === filter.type);
  return (
    <Flex
      gap={4}
      wrap="wrap"
      alignItems="flex-end"
      role="search"
      aria-label={formatMessage({ id: 'app.utils.filters', defaultMessage: 'Filters' })}
    >
      <FilterChoice
        label={text('history.changes.type')}
        all={all}
        value={filter.type}
        options={types.map(({ uid, type }) => ({
          value: uid,
          label: formatMessage({ id: type, defaultMessage: type }),
        }))}
        onChange={(type) => onChange({ ...filter, type, fields: '' })}
      />
      <FilterChoice
        label={text('history.changes.field')}
        all={all}
        value={filter.fields}
        options={selectedType === undefined ? [] : listFieldOptions(text, selectedType)}
        isDisabled={selectedType === undefined}
        onChange={(fields) => onChange({ ...filter, fields })}
      />
      <FilterChoice
        label={text('history.changes.person')}
        all={all}
        value={filter.person}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(person) => onChange({ ...filter, person })}
      />
      {lines.length > 0 && (
        <FilterChoice
          label={text('history.changes.line')}
          all={all}
          value={filter.line}
          options={lines.map(({ documentId, name }) => ({ value: documentId, label: name }))}
          onChange={(line) => onChange({ ...filter, line })}
        />
      )}
      <DayRange
        days={filter}
        labels={{
          from: text('history.changes.from'),
          to: text('history.changes.to'),
          clear: text('history.changes.clear'),
        }}
        onChange={({ from, to }) => onChange({ ...filter, from, to })}
      />
    </Flex>
  );
};

type ChangePage = { changes: readonly ContentChange[]; next: string | null };

const getChanges = ({ changes }: ChangePage): readonly ContentChange[] => changes;

const COLUMNS = ['when', 'who', 'entry', 'what'] as const;

/** Strapi's tables keep each cell on one line, which pushes the last columns out of sight. */
const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const Row = ({ change }: { change: ContentChange }) => {
  const text = useTexts();
  const intl = useIntl();
  const formatValue = useFormatValue();
  const { uid, type, documentId, locale, title, at, actor, changes } = change;
  const language =
    locale === '' ? null : (intl.formatDisplayName(locale, { type: 'language' }) ?? locale);
  return (
    <Tr data-change={documentId}>
      <Td style={wrapped}>
        <Typography>{formatMoment(text, intl, at)}</Typography>
      </Td>
      <Td style={wrapped}>
        <Typography>{formatActorName(text, actor)}</Typography>
      </Td>
      <Td style={wrapped}>
        <Typography
          tag={Link}
          to={buildEntryFormAddress({ uid, documentId, locale })}
          textColor="primary600"
        >
          {title ?? documentId}
        </Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {[intl.formatMessage({ id: type, defaultMessage: type }), language]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Td>
      <Td style={wrapped}>
        {changes.map((field) => (
          <Typography key={field.field} tag="p">
            {describeChange(text, formatValue, uid, field)}
          </Typography>
        ))}
      </Td>
    </Tr>
  );
};

/** Lists the changes of all entries that the user may read, with filters. */
export const Changes = () => {
  const text = useTexts();
  const { data: options } = useLoaded<ChangeFilterOptions>('/history/changes/options');
  const [filter, setFilter] = useState(createLastWeekFilter);
  const { items, isCurrent, isBusy, loadMore } = useLongList('/history/changes', {
    itemsOf: getChanges,
    cursor: 'before',
    params: changeQueryOf(filter),
  });
  const changes = isCurrent ? (items ?? []) : [];

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {options !== undefined && (
        <ChangeFilters filter={filter} options={options} onChange={setFilter} />
      )}
      {changes.length > 0 && (
        <Table colCount={COLUMNS.length} rowCount={changes.length + 1}>
          <Thead>
            <Tr>
              {COLUMNS.map((column) => (
                <Th key={column}>
                  <Typography variant="sigma">{text(`history.changes.${column}`)}</Typography>
                </Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {changes.map((change) => (
              <Row key={change.id} change={change} />
            ))}
          </Tbody>
        </Table>
      )}
      {!isBusy && changes.length === 0 && (
        <Typography textColor="neutral600">{text('history.changes.none')}</Typography>
      )}
      {isBusy && (
        <Box>
          <Loader small />
        </Box>
      )}
      {!isBusy && loadMore !== null && (
        <Flex>
          <Button variant="tertiary" onClick={loadMore}>
            {text('history.changes.more')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};
