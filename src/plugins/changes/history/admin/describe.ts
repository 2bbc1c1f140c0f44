import { type IntlShape, useIntl } from 'react-intl';
import type { ChangeActor, FieldChange, ShortValue } from '../changes';
import { labelOf, findChoiceLabel } from '#feature/admin/labels';
import { useTimeZone } from '#feature/admin/use-time-zone';
import { isMessage, type Texts } from './texts';

const DAYS_OF_WEEK = 7;
const DAY = 24 * 60 * 60 * 1000;

const toDayNumber = (moment: Date): number =>
  Math.round(new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime() / DAY);

/** Formats a timestamp, today and yesterday by name. */
export const formatMoment = (text: Texts, intl: IntlShape, timestamp: string): string => {
  const moment = new Date(timestamp);
  const time = intl.formatTime(moment, { hour: '2-digit', minute: '2-digit' });
  const days = toDayNumber(new Date()) - toDayNumber(moment);
  if (days === 0) return text('history.when.today', { time });
  if (days === 1) return text('history.when.yesterday', { time });
  if (days > 1 && days < DAYS_OF_WEEK) {
    return intl.formatDate(moment, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  }
  return intl.formatDate(moment, { dateStyle: 'medium', timeStyle: 'short' });
};

export const formatActorName = (text: Texts, { kind, name }: ChangeActor): string => {
  if (kind === 'token') return text('history.actor.token', { name: name ?? '' });
  if (kind === 'job') return text('history.actor.job', { name: name ?? '' });
  if (kind === 'service') return text('history.actor.service');
  return name ?? text('history.actor.nobody');
};

export const describeEvent = (text: Texts, event: string): string => {
  const id = `history.event.${event}`;
  return isMessage(id) ? text(id) : event;
};

/** Returns the noun of a field's items: gender, singular and plural. */
const getItemNouns = (text: Texts, part: string | null): readonly string[] => {
  const id = `history.part.${part?.split('.').at(-1) ?? ''}`;
  return text(isMessage(id) ? id : 'history.part.item').split('|');
};

const describeValue = (
  text: Texts,
  formatValue: FormatValue,
  field: string,
  value: ShortValue,
): string => {
  if (value === null) return text('history.compare.empty');
  if (typeof value === 'boolean') return text(value ? 'history.compare.yes' : 'history.compare.no');
  return String(formatValue(field, value));
};

const verbs = ['added', 'removed', 'changed'] as const;

/** Describes the change of a field: “Carousel: one slide removed”, “Price: 43.90 → 54.90”. */
export const describeChange = (
  text: Texts,
  formatValue: FormatValue,
  model: string,
  change: FieldChange,
): string => {
  const field = labelOf(model, change.field);
  if (change.isMoved) return text('history.change.order', { field });
  if (change.values !== undefined) {
    return text('history.change.values', {
      field,
      from: describeValue(text, formatValue, change.field, change.values.from),
      to: describeValue(text, formatValue, change.field, change.values.to),
    });
  }
  if (change.kind === 'value' || change.kind === 'unknown') {
    return text('history.change.value', { field });
  }
  const [gender = '', singular = '', many = ''] = getItemNouns(text, change.part);
  const actions = verbs
    .filter((verb) => change[verb] > 0)
    .map((verb) =>
      text(`history.verb.${verb}`, { count: change[verb], gender, one: singular, many }),
    )
    .join(', ');
  return text('history.change.list', { field, what: actions });
};

/** Format of stored timestamps. */
const TIMESTAMP_FORMAT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

type FormatValue = (field: string, value: string | number) => string | number;

/**
 * Returns a function that formats a value as its field does: 1.234,50 in Spanish, choices by label,
 * and instants in the time zone of the business lines.
 */
export const useFormatValue = (): FormatValue => {
  const intl = useIntl();
  const timeZone = useTimeZone() ?? 'UTC';
  return (field, value) => {
    if (typeof value === 'number') {
      return Number.isInteger(value)
        ? value
        : intl.formatNumber(value, { minimumFractionDigits: 2, useGrouping: 'always' });
    }
    return TIMESTAMP_FORMAT.test(value)
      ? intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short', timeZone })
      : (findChoiceLabel(field, value) ?? value);
  };
};
