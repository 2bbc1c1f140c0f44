import { useIntl } from 'react-intl';
import {
  Box,
  Button,
  DatePicker,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../../feature/admin/texts';
import { useTexts } from './texts';
import { actionLabels } from './describe';

/** Filter of the list. Days are in the reader's time zone. */
export type Filter = {
  person: string;
  action: string;
  target: string;
  from: Date | undefined;
  to: Date | undefined;
};

export const noFilter: Filter = {
  person: '',
  action: '',
  target: '',
  from: undefined,
  to: undefined,
};

const dayAfter = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);

const startOf = (day: Date): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate());

/** Returns the query of a filter. It includes the whole last day. */
export const queryOf = ({ person, action, target, from, to }: Filter): Record<string, string> => ({
  ...(person.trim() !== '' && { person: person.trim() }),
  ...(action !== '' && { action }),
  ...(target.trim() !== '' && { target: target.trim() }),
  ...(from !== undefined && { from: startOf(from).toISOString() }),
  ...(to !== undefined && { to: dayAfter(to).toISOString() }),
});

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box style={{ flex: '1 1 16rem', minWidth: 0 }}>
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      {children}
    </Field.Root>
  </Box>
);

type FiltersProps = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Actions on the filtered entries. */
  children: ReactNode;
};

/** Filters by actor, action, target and period. */
export const Filters = ({ filter, onChange, children }: FiltersProps) => {
  const text = useTexts();
  const { locale } = useIntl();
  const language = useLanguage();
  const { person, action, target, from, to } = filter;

  const changeDay = (name: 'from' | 'to') => (day: Date | undefined) =>
    onChange({ ...filter, [name]: day });

  return (
    <Flex gap={4} wrap="wrap" alignItems="flex-end" role="search" aria-label={text('audit.title')}>
      <Labelled label={text('audit.filter.person')}>
        <Field.Input
          type="text"
          placeholder={text('audit.filter.person.hint')}
          value={person}
          onChange={({ target: { value } }) => onChange({ ...filter, person: value })}
        />
      </Labelled>
      <Labelled label={text('audit.filter.action')}>
        <SingleSelect
          aria-label={text('audit.filter.action')}
          placeholder={text('audit.filter.any')}
          value={action}
          onChange={(code) => onChange({ ...filter, action: String(code) })}
          clearLabel={text('audit.filter.clear')}
          onClear={() => onChange({ ...filter, action: '' })}
        >
          {actionLabels(language).map(([code, words]) => (
            <SingleSelectOption key={code} value={code}>
              {words}
            </SingleSelectOption>
          ))}
        </SingleSelect>
      </Labelled>
      <Labelled label={text('audit.filter.target')}>
        <Field.Input
          type="text"
          value={target}
          onChange={({ target: { value } }) => onChange({ ...filter, target: value })}
        />
      </Labelled>
      {/* Both date fields share a container, so that they wrap together. */}
      <Flex gap={4} style={{ flex: '2 1 33.6rem' }}>
        <Labelled label={text('audit.filter.from')}>
          <DatePicker
            aria-label={text('audit.filter.from')}
            locale={locale}
            value={from}
            onChange={changeDay('from')}
            clearLabel={text('audit.filter.clear')}
            onClear={() => changeDay('from')(undefined)}
          />
        </Labelled>
        <Labelled label={text('audit.filter.to')}>
          <DatePicker
            aria-label={text('audit.filter.to')}
            locale={locale}
            value={to}
            onChange={changeDay('to')}
            clearLabel={text('audit.filter.clear')}
            onClear={() => changeDay('to')(undefined)}
          />
        </Labelled>
      </Flex>
      <Flex gap={4} width="100%" justifyContent="space-between" wrap="wrap">
        <Button size="S" variant="tertiary" onClick={() => onChange(noFilter)}>
          {text('audit.filter.all')}
        </Button>
        {children}
      </Flex>
    </Flex>
  );
};
