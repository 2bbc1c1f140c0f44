import { DateTime, FixedOffsetZone } from 'luxon';
import type { Text } from '#feature/layout';
import { toVisibleText } from './read-number';

export type DateProblem = 'unreadable' | 'impossible' | 'noTime' | 'noDate' | 'skipped';

/** The meaning of a text as a day (`2026-03-31`) or a moment (ISO 8601 in UTC). */
export type DateReading =
  | { kind: 'empty' }
  | { kind: 'value'; value: string }
  /**
   * `order`: day and month can be exchanged. `repeated`: clocks are put back and show the time
   * twice.
   */
  | { kind: 'ambiguous'; reason: 'order' | 'repeated'; values: readonly string[] }
  | { kind: 'wrong'; problem: DateProblem };

type Day = { year: number; month: number; day: number };

type Time = { hour: number; minute: number; second: number; millisecond: number };

/** `2026-03-31`, `31/3/2026`, `31.03.2026`, and the rest of the text. */
const dayAndRest = /^(\d{4}|\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})(?:(?:T|,?\s+)(\S.*))?$/i;

/** `19:00`, `19:00:30.5`, `19.00 h`, `7:00 p. m.`, and an offset, as in `02:30+02:00 h`. */
const timeAndOffset =
  /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3}))?)?(?:\s*(?:h|([ap])\.?\s?m\.?))?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?(?:\s*h)?$/i;

/** Spreadsheets count days from 1900, and show a time without a day as an earlier date. */
const EARLIEST_YEAR = 1900;

const isDay = ({ year, month, day }: Day): boolean =>
  year >= EARLIEST_YEAR && DateTime.utc(year, month, day).isValid;

/** Returns the days that a text can mean; null where it is not a date. */
const parseDays = ([first = '', middle = '', last = '']: readonly string[]):
  readonly Day[] | null => {
  if (first.length === 4) {
    if (last.length === 4) return null;
    return [{ year: Number(first), month: Number(middle), day: Number(last) }].filter(isDay);
  }
  if (last.length !== 4) return null;
  const [year, left, other] = [Number(last), Number(first), Number(middle)];
  const days = [{ year, month: other, day: left }];
  if (left !== other) days.push({ year, month: left, day: other });
  return days.filter(isDay);
};

const parseHour = (text: string, half: string | undefined): number => {
  const hour = Number(text);
  if (half === undefined) return hour < 24 ? hour : NaN;
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
};

const timeIn = ([hour = '', minute, second, fraction, half]: readonly (string | undefined)[]) => {
  const time: Time = {
    hour: parseHour(hour, half),
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '').padEnd(3, '0')),
  };
  const isTime = !Number.isNaN(time.hour) && time.minute < 60 && time.second < 60;
  return isTime ? time : null;
};

/** The largest offset in use. */
const MOST_MINUTES = 14 * 60;

/** Returns a text's offset from UTC in minutes; null for an invalid one. */
const parseOffset = (text: string): number | null => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || size > MOST_MINUTES) return null;
  return sign === '-' ? -size : size;
};

const toIsoString = (moment: DateTime): string => moment.toUTC().toISO() ?? '';

/** Returns the moments at which a zone's clocks show a time: none, one or two. */
const computeMoments = (
  day: Day,
  time: Time,
  zone: string | FixedOffsetZone,
): readonly string[] => {
  const moment = DateTime.fromObject({ ...day, ...time }, { zone });
  if (moment.hour !== time.hour || moment.minute !== time.minute) return [];
  return moment.getPossibleOffsets().map(toIsoString).toSorted();
};

const createUnreadableDate = (problem: DateProblem): DateReading => ({ kind: 'wrong', problem });

type DayText = { days: readonly Day[]; rest: string | undefined };

const readDays = (text: string): DayText | DateReading => {
  const visible = toVisibleText(text).replace(/\s+/gu, ' ').replace(/−/gu, '-');
  if (visible === '') return { kind: 'empty' };
  const [, first = '', , middle = '', last = '', rest] = dayAndRest.exec(visible) ?? [];
  const days = parseDays([first, middle, last]);
  if (days === null)
    return createUnreadableDate(timeAndOffset.test(visible) ? 'noDate' : 'unreadable');
  return days.length === 0 ? createUnreadableDate('impossible') : { days, rest };
};

/** Reads a day. A text with a time other than midnight is not a day. */
export const readDate = (text: string): DateReading => {
  const read = readDays(text);
  if ('kind' in read) return read;
  if (read.rest !== undefined && !/^0?0:00(?::00)?$/.test(read.rest))
    return createUnreadableDate('unreadable');
  const [first = '', ...others] = read.days.map(
    ({ year, month, day }) => DateTime.utc(year, month, day).toISODate() ?? '',
  );
  return others.length === 0
    ? { kind: 'value', value: first }
    : { kind: 'ambiguous', reason: 'order', values: [first, ...others] };
};

/**
 * Reads a moment as people type it. A time without an offset belongs to the given zone, not to that
 * of the process or browser.
 *
 * @param zone IANA name
 */
export const readDateTime = (text: string, zone: string): DateReading => {
  const read = readDays(text);
  if ('kind' in read) return read;
  if (read.rest === undefined) return createUnreadableDate('noTime');
  const match = timeAndOffset.exec(read.rest);
  if (match === null) return createUnreadableDate('unreadable');
  const time = timeIn(match.slice(1, 6));
  const offset = match[6] === undefined ? undefined : parseOffset(match[6]);
  if (time === null || offset === null) return createUnreadableDate('impossible');
  const clock = offset === undefined ? zone : FixedOffsetZone.instance(offset);
  const values = read.days.flatMap((day) => computeMoments(day, time, clock));
  const [first] = values;
  if (first === undefined) return createUnreadableDate('skipped');
  if (read.days.length > 1) return { kind: 'ambiguous', reason: 'order', values };
  return values.length > 1
    ? { kind: 'ambiguous', reason: 'repeated', values }
    : { kind: 'value', value: first };
};

/** Reads a time of day, to the minute: `19:00`, `19.00 h` or `7:00 p. m.`, which is `19:00`. */
export const readTime = (text: string): DateReading => {
  const visible = toVisibleText(text).replace(/\s+/gu, ' ');
  if (visible === '') return { kind: 'empty' };
  const match = timeAndOffset.exec(visible);
  if (match === null || match[6] !== undefined) return createUnreadableDate('unreadable');
  const time = timeIn(match.slice(1, 6));
  if (time === null) return createUnreadableDate('impossible');
  if (time.second > 0 || time.millisecond > 0) return createUnreadableDate('unreadable');
  const [hour, minute] = [time.hour, time.minute].map((part) => String(part).padStart(2, '0'));
  return { kind: 'value', value: `${hour}:${minute}` };
};

/**
 * Returns a moment in the form of {@link readDateTime}; with the offset where clocks show the time
 * twice.
 */
export const formatDateTime = (moment: string | Date, zone: string): string => {
  const dateTime =
    moment instanceof Date
      ? DateTime.fromJSDate(moment, { zone })
      : DateTime.fromISO(moment, { zone });
  if (!dateTime.isValid) return '';
  const seconds = dateTime.millisecond > 0 ? ':ss.SSS' : dateTime.second > 0 ? ':ss' : '';
  const offset = dateTime.getPossibleOffsets().length > 1 ? 'ZZ' : '';
  return dateTime.toFormat(`yyyy-MM-dd HH:mm${seconds}${offset}`);
};

type FailedReading = Extract<DateReading, { kind: 'ambiguous' | 'wrong' }>;

const impossible: Text = {
  en: 'This date or time does not exist.',
  es: 'Esta fecha u hora no existe.',
};

const order: Text = {
  en: 'Day and month are ambiguous. Write the year first, as in 2026-03-31.',
  es: 'El día y el mes son ambiguos. Escribe primero el año, como en 2026-03-31.',
};

/** Returns the message of forms, grids and imports for a text that is not one day. */
export const getDateProblemText = (reading: FailedReading): Text => {
  if (reading.kind === 'ambiguous') return order;
  return reading.problem === 'impossible'
    ? impossible
    : { en: 'Write the date as 2026-03-31.', es: 'Escribe la fecha como 2026-03-31.' };
};

/** Returns the message for a text that is not one time of day. */
export const timeProblemText = (reading: FailedReading): Text =>
  reading.kind === 'wrong' && reading.problem === 'impossible'
    ? impossible
    : { en: 'Write the time as 19:00.', es: 'Escribe la hora como 19:00.' };

/** Returns the message for a text that is not one moment in a time zone. */
export const getDateTimeProblemText = (reading: FailedReading, zone: string): Text => {
  if (reading.kind === 'ambiguous') {
    return reading.reason === 'order'
      ? order
      : {
          en: `This time occurs twice, because clocks are put back (${zone}). Add the offset, as in 02:30+02:00.`,
          es: `Ese día se atrasa el reloj y esta hora se repite (${zone}). Añade la diferencia con UTC, como en 02:30+02:00.`,
        };
  }
  switch (reading.problem) {
    case 'unreadable':
      return {
        en: 'Write the date and the time as 2026-03-31 19:00.',
        es: 'Escribe la fecha y la hora como 2026-03-31 19:00.',
      };
    case 'impossible':
      return impossible;
    case 'noTime':
      return {
        en: 'The time is missing. Write both, as in 2026-03-31 19:00.',
        es: 'Falta la hora. Escribe las dos cosas, como en 2026-03-31 19:00.',
      };
    case 'noDate':
      return {
        en: 'The date is missing. Write both, as in 2026-03-31 19:00.',
        es: 'Falta la fecha. Escribe las dos cosas, como en 2026-03-31 19:00.',
      };
    case 'skipped':
      return {
        en: `This time does not exist, because clocks are put forward (${zone}).`,
        es: `Ese día se adelanta el reloj y esta hora no existe (${zone}).`,
      };
  }
};
