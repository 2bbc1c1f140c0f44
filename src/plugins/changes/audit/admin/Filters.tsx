import { Button, Field, Flex } from '@strapi/design-system';
import type { ReactNode } from 'react';
import {
  DayRange,
  periodOf,
  FilterChoice,
  LabelledFilter,
  type Days,
} from '../../../../feature/admin/FilterChoice';
import { useLanguage } from '../../../../feature/admin/texts';
import { useTexts } from './texts';
import { actionLabels } from './describe';

/** Filter of the list. */
export type Filter = Days & { person: string; action: string; target: string };

export const noFilter: Filter = {
  person: '',
  action: '',
  target: '',
  from: undefined,
  to: undefined,
};

/** Returns the query of a filter. */
export const queryOf = ({ person, action, target, ...days }: Filter): Record<string, string> => ({
  ...(person.trim() !== '' && { person: person.trim() }),
  ...(action !== '' && { action }),
  ...(target.trim() !== '' && { target: target.trim() }),
  ...periodOf(days),
});

type FiltersProps = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Actions on the filtered entries. */
  children: ReactNode;
};

/** Filters by actor, action, target and period. */
export const Filters = ({ filter, onChange, children }: FiltersProps) => {
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
        options={actionLabels(language).map(([value, label]) => ({ value, label }))}
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
