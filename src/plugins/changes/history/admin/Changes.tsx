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
import { formAddress } from '../../../../platform/admin/form-address';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { useLongList } from '../../../../platform/admin/use-long-list';
import type { ChangeFilterOptions, ContentChange } from '../changes';
import { changeQueryOf, lastWeek, ChangeFilters } from './ChangeFilters';
import { actorName, describeChange, formatMoment, useFormatValue } from './describe';
import { useTexts } from './texts';

type ChangePage = { changes: readonly ContentChange[]; next: string | null };

const changesOf = ({ changes }: ChangePage): readonly ContentChange[] => changes;

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
        <Typography>{actorName(text, actor)}</Typography>
      </Td>
      <Td style={wrapped}>
        <Typography tag={Link} to={formAddress({ uid, documentId, locale })} textColor="primary600">
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
  const [filter, setFilter] = useState(lastWeek);
  const { items, isCurrent, isBusy, loadMore } = useLongList('/history/changes', {
    itemsOf: changesOf,
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
