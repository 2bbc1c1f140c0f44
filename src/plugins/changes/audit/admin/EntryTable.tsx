import { useIntl } from 'react-intl';
import { Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useLanguage } from '#feature/admin/texts';
import { type AuditEntry, withWrittenAmounts } from '../entry';
import { useTexts, isMessage, type Texts } from './texts';
import type { AuditDetail } from '#feature/audit';
import type { Text } from '#feature/layout';
import { actions, isAuditAction } from '../actions';
import { nameOf } from '#feature/admin/labels';

type Language = keyof Text;

/** Returns all actions with their labels, sorted by label. */
export const listActionLabels = (language: Language): readonly (readonly [string, string])[] =>
  Object.entries(actions)
    .map(([code, text]) => [code, text[language]] as const)
    .sort(([, first], [, other]) => first.localeCompare(other, language));

const getActionLabel = (action: string, language: Language): string =>
  isAuditAction(action) ? actions[action][language] : action;

const formatActorName = (text: Texts, { kind, name, id }: AuditEntry['actor']): string => {
  if (kind === 'public') return text('audit.actor.public');
  if (kind === 'service') return text('audit.actor.service');
  const displayName = name ?? id ?? '';
  if (kind === 'token') return text('audit.actor.token', { name: displayName });
  if (kind === 'job') return text('audit.actor.job');
  return displayName;
};

/** Splits a recorded name into the name and the e-mail address. */
const withoutAddress = (name: string): readonly [name: string, address: string | null] => {
  const match = /^(.+) <([^<>]+)>$/.exec(name);
  return match === null ? [name, null] : [match[1] ?? name, match[2] ?? null];
};

/**
 * Returns the name of a target; the name of its type if the target has none or is the whole type.
 */
const describeTarget = ({ type, id, name }: AuditEntry['target'], language: Language): string => {
  if (type === 'view') return nameOf(id, language) ?? id ?? '';
  if (id === null) return nameOf(type, language) ?? name ?? '';
  return name ?? id;
};

const getFieldLabel = (text: Texts, name: string): string => {
  const id = `audit.field.${name}`;
  return isMessage(id) ? text(id) : name;
};

const formatValue = (text: Texts, key: string, value: AuditDetail): string => {
  if (typeof value === 'boolean') return text(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value.map((item) => (key === 'changed' ? getFieldLabel(text, item) : item)).join(', ');
};

const describeDetails = (text: Texts, details: AuditEntry['details']): readonly string[] =>
  Object.entries(details).map(
    ([key, value]) => `${getFieldLabel(text, key)}: ${formatValue(text, key, value)}`,
  );

const columns = ['at', 'who', 'what', 'about', 'details', 'ip'] as const;

/**
 * Wraps cells. Strapi's tables keep each cell on one line, which pushes the last columns out of
 * sight.
 */
const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const Who = ({ name }: { name: string }) => {
  const [displayName, address] = withoutAddress(name);
  return (
    <>
      <Typography tag="p">{displayName}</Typography>
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
  const targetText = describeTarget(target, language);
  return (
    <Tr data-audit-action={action}>
      <Td>
        <Typography tag="p">{formatDate(at, { dateStyle: 'medium' })}</Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {formatTime(at, { timeStyle: 'medium' })}
        </Typography>
      </Td>
      <Td style={wrapped}>
        <Who name={formatActorName(text, actor)} />
      </Td>
      <Td style={{ whiteSpace: 'normal' }}>
        <Typography fontWeight="semiBold">{getActionLabel(action, language)}</Typography>
      </Td>
      <Td style={wrapped}>
        <Typography>
          {/* The panel translates the names of Strapi's types under the names themselves. */}
          {targetText !== '' && target.id === null && target.type?.startsWith('plugin::') === true
            ? formatMessage({ id: targetText, defaultMessage: targetText })
            : targetText}
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
