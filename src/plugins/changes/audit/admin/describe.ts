import type { AuditDetail } from '../../../../feature/audit-recording';
import type { Text } from '../../../../feature/layout';
import { actions, isAuditAction } from '../actions';
import type { AuditEntry } from '../entry';
import { nameOf } from '../../../../feature/admin/labels';
import { isMessage, type Texts } from './texts';

export type Language = keyof Text;

/** Returns all actions with their labels, sorted by label. */
export const actionLabels = (language: Language): readonly (readonly [string, string])[] =>
  Object.entries(actions)
    .map(([code, text]) => [code, text[language]] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language));

export const actionLabel = (action: string, language: Language): string =>
  isAuditAction(action) ? actions[action][language] : action;

export const actorName = (text: Texts, { kind, name, id }: AuditEntry['actor']): string => {
  if (kind === 'public') return text('audit.actor.public');
  if (kind === 'service') return text('audit.actor.service');
  const called = name ?? id ?? '';
  if (kind === 'token') return text('audit.actor.token', { name: called });
  if (kind === 'job') return text('audit.actor.job');
  return called;
};

/** Splits a recorded name into the name and the e-mail address. */
export const withoutAddress = (name: string): readonly [called: string, address: string | null] => {
  const found = /^(.+) <([^<>]+)>$/.exec(name);
  return found === null ? [name, null] : [found[1] ?? name, found[2] ?? null];
};

/**
 * Returns the name of a target; the name of its type if the target has none or is the whole type.
 */
export const describeTarget = (
  { type, id, name }: AuditEntry['target'],
  language: Language,
): string => {
  if (type === 'view') return nameOf(id, language) ?? id ?? '';
  if (id === null) return nameOf(type, language) ?? name ?? '';
  return name ?? id;
};

const word = (text: Texts, name: string): string => {
  const id = `audit.field.${name}`;
  return isMessage(id) ? text(id) : name;
};

const formatValue = (text: Texts, key: string, value: AuditDetail): string => {
  if (typeof value === 'boolean') return text(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value.map((one) => (key === 'changed' ? word(text, one) : one)).join(', ');
};

/** Formats the details of an entry, one line each. */
export const describeDetails = (text: Texts, details: AuditEntry['details']): readonly string[] =>
  Object.entries(details).map(
    ([key, value]) => `${word(text, key)}: ${formatValue(text, key, value)}`,
  );
