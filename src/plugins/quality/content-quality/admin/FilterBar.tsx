import { useIntl } from 'react-intl';
import { Flex } from '@strapi/design-system';
import { FilterChoice } from '../../../../feature/admin/FilterChoice';
import { useNamedLanguages } from '../../../../platform/admin/named-languages';
import type { ToDoList } from '../content-quality';
import type { ShownFilter } from './use-to-do-list';
import { useTexts } from './texts';

const orNull = (value: string): string | null => (value === '' ? null : value);

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
        <FilterChoice
          label={text('content-quality.filter.line')}
          all={text('content-quality.filter.line.all')}
          value={filter.vertical ?? ''}
          options={lines.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(vertical) => onChange({ ...filter, vertical: orNull(vertical) })}
        />
      )}
      <FilterChoice
        label={text('content-quality.filter.locale')}
        all={text('content-quality.filter.locale.all')}
        value={filter.locale ?? ''}
        options={named(languages).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(locale) => onChange({ ...filter, locale: orNull(locale) })}
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
          onChange({ ...filter, severity: orNull(severity) as ShownFilter['severity'] })
        }
      />
      <FilterChoice
        label={text('content-quality.filter.editor')}
        all={text('content-quality.filter.editor.all')}
        value={filter.editor === null ? '' : String(filter.editor)}
        options={editors.map(({ id, name }, at) => ({
          value: String(id),
          label: at === 0 ? text('content-quality.filter.editor.me', { name }) : name,
        }))}
        onChange={(editor) =>
          onChange({ ...filter, editor: editor === '' ? null : Number(editor) })
        }
      />
    </Flex>
  );
};
