import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Box, Field, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useNamedLanguages } from '../../../../platform/admin/named-languages';
import type { ToDoList } from '../content-quality';
import type { ShownFilter } from './filter';
import { useTexts } from './texts';

type Option = { value: string; label: string };

const Choice = ({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string | null;
  options: readonly Option[];
  onChange: (value: string | null) => void;
}): ReactNode => (
  <Box style={{ flex: '1 1 14rem', minWidth: 0 }}>
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <SingleSelect
        placeholder={all}
        value={value}
        onChange={(chosen) => onChange(String(chosen))}
        onClear={() => onChange(null)}
      >
        {options.map(({ value: option, label: name }) => (
          <SingleSelectOption key={option} value={option}>
            {name}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  </Box>
);

/** Filters of the to-do list. */
export const FilterBar = ({
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
  const named = useNamedLanguages();
  return (
    <Flex
      gap={4}
      wrap="wrap"
      alignItems="flex-end"
      role="search"
      aria-label={formatMessage({ id: 'app.utils.filters', defaultMessage: 'Filters' })}
    >
      {lines.length > 0 && (
        <Choice
          label={text('content-quality.filter.line')}
          all={text('content-quality.filter.line.all')}
          value={filter.vertical}
          options={lines.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(vertical) => onChange({ ...filter, vertical })}
        />
      )}
      <Choice
        label={text('content-quality.filter.locale')}
        all={text('content-quality.filter.locale.all')}
        value={filter.locale}
        options={named(languages).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(locale) => onChange({ ...filter, locale })}
      />
      <Choice
        label={text('content-quality.filter.severity')}
        all={text('content-quality.filter.severity.all')}
        value={filter.severity}
        options={(['error', 'warning'] as const).map((value) => ({
          value,
          label: text(`content-quality.filter.severity.${value}`),
        }))}
        onChange={(severity) =>
          onChange({ ...filter, severity: severity as ShownFilter['severity'] })
        }
      />
      <Choice
        label={text('content-quality.filter.editor')}
        all={text('content-quality.filter.editor.all')}
        value={filter.editor === null ? null : String(filter.editor)}
        options={editors.map(({ id, name }, at) => ({
          value: String(id),
          label: at === 0 ? text('content-quality.filter.editor.me', { name }) : name,
        }))}
        onChange={(editor) =>
          onChange({ ...filter, editor: editor === null ? null : Number(editor) })
        }
      />
    </Flex>
  );
};
