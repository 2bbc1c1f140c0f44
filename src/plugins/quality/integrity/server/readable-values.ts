import { DateTime } from 'luxon';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { normalizeIsbn } from '#catalogue/isbn';
import { catalogueSettings } from '#catalogue/settings';
import { createValueFinder, type FoundValue } from '#feature/custom-fields';
import { getDateTimeProblemText, readDateTime } from '#catalogue/typed-values/read-date-time';
import { createLocalizedError, toSubject } from '#platform/http/localized-error';
import type { DocumentMiddleware } from '#platform/documents/pipeline';
import { integrityErrors } from './errors';

type Path = readonly (string | number)[];

const types = ['integer', 'decimal', 'float', 'datetime'] as const;

type ValueType = (typeof types)[number];

type NumberType = Exclude<ValueType, 'datetime'>;

/** Attribute whose spelling varies between authors. */
const ISBN = 'ISBN';

/**
 * Ranges of PostgreSQL's types for Strapi's numbers: `integer`, and `numeric(10, 2)` for decimals.
 */
const ranges: Readonly<Record<NumberType, { least: number; most: number }>> = {
  integer: { least: -2_147_483_648, most: 2_147_483_647 },
  decimal: { least: -99_999_999.99, most: 99_999_999.99 },
  float: { least: -Number.MAX_VALUE, most: Number.MAX_VALUE },
};

/** Accepted spellings of numbers. Strapi would also read `0x1F`, `1e3` and, as 1, `1.000`. */
const numberTexts: Readonly<Record<NumberType, RegExp>> = {
  integer: /^-?\d+$/,
  decimal: /^-?\d+(?:\.\d+)?$/,
  float: /^-?\d+(?:\.\d+)?$/,
};

/** Instant in ISO 8601 with an offset. */
const INSTANT =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

/** Milliseconds of 1973. Smaller numbers are years or seconds. */
const LEAST_MILLISECONDS = 100_000_000_000;

const withValue = (container: unknown, [step, ...rest]: Path, value: unknown): unknown => {
  if (step === undefined) return value;
  if (Array.isArray(container)) {
    return container.with(Number(step), withValue(container[Number(step)], rest, value));
  }
  const members = container as Readonly<Record<string, unknown>>;
  return { ...members, [step]: withValue(members[step], rest, value) };
};

/**
 * Normalizes instants and ISBNs to one spelling. Refuses numbers and instants that are ambiguous or
 * that the database cannot store. An instant without an offset is read in the time zone of the
 * lives, whatever the zone of the process is.
 */
export const normalizeFieldValues = ({ strapi }: WithStrapi): DocumentMiddleware => {
  // Custom fields have their own rules.
  const { find } = createValueFinder({ strapi }, ({ type, customField }, name) => {
    if (customField !== undefined) return undefined;
    if (name === ISBN && type === 'string') return ISBN;
    return types.find((item) => item === type);
  });

  const assertNumber = (type: NumberType, value: unknown, path: Path): void => {
    if (typeof value === 'string' && !numberTexts[type].test(value)) {
      const { NUMBER_UNREADABLE } = integrityErrors;
      throw createLocalizedError({ strapi }, NUMBER_UNREADABLE, {
        subject: toSubject(value),
        path,
      });
    }
    const { least, most } = ranges[type];
    const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
    if (!(number < least || number > most)) return;
    const { NUMBER_OUT_OF_RANGE } = integrityErrors;
    throw createLocalizedError({ strapi }, NUMBER_OUT_OF_RANGE, { subject: String(number), path });
  };

  /** Returns an instant as it is stored. One without an offset gets that of the time zone. */
  const toMoment = (value: unknown, path: Path): unknown => {
    if (value instanceof Date) return value;
    if (typeof value === 'number' && value >= LEAST_MILLISECONDS) return value;
    if (typeof value === 'string' && INSTANT.test(value) && DateTime.fromISO(value).isValid) {
      return value;
    }
    const zone = catalogueSettings.of({ strapi }).livesTimeZone;
    const reading = readDateTime(typeof value === 'string' ? value : '', zone);
    if (reading.kind === 'value') return reading.value;
    const { DATE_TIME_UNREADABLE } = integrityErrors;
    const message = reading.kind === 'empty' ? undefined : getDateTimeProblemText(reading, zone);
    throw createLocalizedError(
      { strapi },
      { ...DATE_TIME_UNREADABLE, ...(message !== undefined && { message }) },
      { subject: toSubject(value), path },
    );
  };

  const toStored = ({ field, value, path }: FoundValue<ValueType | typeof ISBN>): unknown => {
    if (value === null || value === undefined) return value;
    if (field === ISBN) return typeof value === 'string' ? normalizeIsbn(value) : value;
    if (field === 'datetime') return toMoment(value, path);
    assertNumber(field, value, path);
    return value;
  };

  return (context, next) => {
    let { data } = context.params as { data?: unknown };
    for (const fieldValue of find(context.uid, data)) {
      const stored = toStored(fieldValue);
      if (stored !== fieldValue.value) data = withValue(data, fieldValue.path, stored);
    }
    if (data !== (context.params as { data?: unknown }).data) {
      context.params = { ...context.params, data } as typeof context.params;
    }
    return next();
  };
};
