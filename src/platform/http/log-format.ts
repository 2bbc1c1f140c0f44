import { formats, winston } from '@strapi/logger';
import { requestIdNow } from './request-id';

/**
 * Some of Strapi's lines have a numeric timestamp. Log collectors need one format, so the timestamp
 * is set again.
 */
const datedHere = winston.format((line) => {
  line.timestamp = undefined;
  return line;
});

const naming = winston.format((line) => {
  const requestId = requestIdNow();
  return requestId === undefined ? line : { ...line, requestId };
});

/** The property in which winston stores the formatted line. */
const WRITTEN = Symbol.for('message');

/** Appends the request's id to the first line, because the following lines may be a stack. */
const namingAtTheEnd = winston.format((line) => {
  const requestId = requestIdNow();
  const written = line[WRITTEN];
  if (requestId === undefined || typeof written !== 'string') return line;
  return { ...line, [WRITTEN]: written.replace(/\n|$/, (end) => ` (request ${requestId})${end}`) };
});

/** Returns the format for people: a line that ends with the request's id, if there is one. */
const asText = (colors: boolean) =>
  winston.format.combine(formats.prettyPrint({ colors }), namingAtTheEnd());

/**
 * Returns the format for log collectors: one JSON object a line, with the request's id if there is
 * one.
 */
const asJson = () =>
  winston.format.combine(
    winston.format.errors({ stack: true, cause: true }),
    naming(),
    datedHere(),
    winston.format.timestamp(),
    winston.format.json(),
  );

/**
 * Returns the format of Strapi's log lines.
 *
 * @param to the output stream; only terminals get colours. Node omits `isTTY` for other streams
 */
export const logFormat = (
  format: 'text' | 'json',
  to: { isTTY?: boolean },
): winston.Logform.Format => (format === 'json' ? asJson() : asText(to.isTTY === true));
