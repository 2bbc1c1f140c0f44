import { useIntl } from 'react-intl';
import { Flex } from '@strapi/design-system';
import {
  DayRange,
  type Days,
  periodOf,
  FilterChoice,
} from '../../../../feature/admin/FilterChoice';
import { labelOf } from '../../../../feature/admin/labels';
import type { ChangeFilterOptions } from '../changes';
import { isMessage, useTexts, type Texts } from './texts';

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
export const lastWeek = (): ChangeFilter => {
  const now = new Date();
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_OF_WEEK + 1);
  return { type: '', fields: '', person: '', line: '', from, to: undefined };
};

export const changeQueryOf = ({
  type,
  fields,
  person,
  line,
  ...days
}: ChangeFilter): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries({ type, fields, person, line }).filter(([, value]) => value !== ''),
  ),
  ...periodOf(days),
});

type Option = { value: string; label: string };

/** Returns the fields of a type to choose from. Fields of one kind, such as prices, come first. */
const fieldOptions = (
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
export const ChangeFilters = ({
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
  const chosen = types.find(({ uid }) => uid === filter.type);
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
        options={chosen === undefined ? [] : fieldOptions(text, chosen)}
        isDisabled={chosen === undefined}
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
