import { useIntl } from 'react-intl';
import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import { type AuditEntry, withWrittenAmounts } from '../entry';
import { useTexts } from './texts';
import {
  describeTarget,
  actionLabel,
  describeDetails,
  actorName,
  withoutAddress,
} from './describe';

const columns = ['at', 'who', 'what', 'about', 'details', 'ip'] as const;

/**
 * Wraps cells. Strapi's tables keep each cell on one line, which pushes the last columns out of
 * sight.
 */
const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const Who = ({ name }: { name: string }) => {
  const [called, address] = withoutAddress(name);
  return (
    <>
      <Typography tag="p">{called}</Typography>
      {address !== null && (
        <Typography tag="p" variant="pi" textColor="neutral600">
          {address}
        </Typography>
      )}
    </>
  );
};

const Row = ({ entry }: { entry: AuditEntry }) => {
  const text = useTexts();
  const { formatDate, formatTime, formatMessage } = useIntl();
  const { at, actor, action, target, details, ip } = entry;
  const language = useLanguage();
  const about = describeTarget(target, language);
  return (
    <Tr data-audit-action={action}>
      <Td>
        <Typography tag="p">{formatDate(at, { dateStyle: 'medium' })}</Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {formatTime(at, { timeStyle: 'medium' })}
        </Typography>
      </Td>
      <Td style={wrapped}>
        <Who name={actorName(text, actor)} />
      </Td>
      <Td style={{ whiteSpace: 'normal' }}>
        <Typography fontWeight="semiBold">{actionLabel(action, language)}</Typography>
      </Td>
      <Td style={wrapped}>
        <Typography>
          {/* The panel translates the names of Strapi's types under the names themselves. */}
          {about !== '' && target.id === null && target.type?.startsWith('plugin::') === true
            ? formatMessage({ id: about, defaultMessage: about })
            : about}
        </Typography>
      </Td>
      <Td style={wrapped}>
        {describeDetails(text, withWrittenAmounts(details, language)).map((line) => (
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

/** Lists audit entries, the latest first. */
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
