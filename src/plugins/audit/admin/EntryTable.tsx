import { useIntl } from 'react-intl';
import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useLanguage } from '../../../feature/admin/texts';
import type { AuditEntry } from '../entry';
import { useTexts } from './texts';
import { describeTarget, actionLabel, describeDetails, actorName } from './describe';

const columns = ['at', 'who', 'what', 'about', 'details', 'ip'] as const;

const Row = ({ entry }: { entry: AuditEntry }) => {
  const text = useTexts();
  const { formatDate, formatMessage } = useIntl();
  const { at, actor, action, target, details, ip } = entry;
  const language = useLanguage();
  const about = describeTarget(target, language);
  return (
    <Tr data-audit-action={action}>
      <Td>
        <Typography style={{ whiteSpace: 'nowrap' }}>
          {formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })}
        </Typography>
      </Td>
      <Td>
        <Typography>{actorName(text, actor)}</Typography>
      </Td>
      <Td>
        <Typography fontWeight="semiBold">{actionLabel(action, language)}</Typography>
      </Td>
      <Td>
        <Typography>
          {/* Strapi's types have their translations under their own names. */}
          {about !== '' && target.id === null && target.type?.startsWith('plugin::') === true
            ? formatMessage({ id: about, defaultMessage: about })
            : about}
        </Typography>
      </Td>
      <Td>
        {describeDetails(text, details).map((line) => (
          <Typography key={line} tag="p" variant="pi" textColor="neutral600">
            {line}
          </Typography>
        ))}
      </Td>
      <Td>
        <Typography variant="pi">{ip}</Typography>
      </Td>
    </Tr>
  );
};

/** What was done, the latest first. */
export const EntryTable = ({ entries }: { entries: readonly AuditEntry[] }) => {
  const text = useTexts();
  return (
    <Table colCount={columns.length} rowCount={entries.length + 1}>
      <Thead>
        <Tr>
          {columns.map((column) => (
            <Th key={column}>
              <Typography variant="sigma">{text(`audit.column.${column}`)}</Typography>
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </Tbody>
    </Table>
  );
};
