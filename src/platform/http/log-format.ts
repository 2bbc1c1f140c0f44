import { formats, winston } from '@strapi/logger';
import { requestIdNow } from './request-id';

/** Some of Strapi's lines bring a moment of their own, as a number: those that collect logs want one kind of it. */
const datedHere = winston.format((line) => {
  line.timestamp = undefined;
  return line;
});

const naming = winston.format((line) => {
  const requestId = requestIdNow();
  return requestId === undefined ? line : { ...line, requestId };
});

/** Where winston keeps what is written of a line once it has been formatted. */
const WRITTEN = Symbol.for('message');

/** Of a text of several lines, such as one with a stack, the first one says it. */
const namingAtTheEnd = winston.format((line) => {
  const requestId = requestIdNow();
  const written = line[WRITTEN];
  if (requestId === undefined || typeof written !== 'string') return line;
  return { ...line, [WRITTEN]: written.replace(/\n|$/, (end) => ` (request ${requestId})${end}`) };
});

/** A line for people, which ends with the request's id where there is a request. */
const asText = (colors: boolean) =>
  winston.format.combine(formats.prettyPrint({ colors }), namingAtTheEnd());

/** One object a line, with the request's id where there is a request, for programs that collect logs. */
const asJson = () =>
  winston.format.combine(
    winston.format.errors({ stack: true, cause: true }),
    naming(),
    datedHere(),
    winston.format.timestamp(),
    winston.format.json(),
  );

/**
 * How Strapi's logger writes its lines.
 *
 * @param to colours are for terminals; everywhere else they are noise. Node leaves `isTTY` out where it is none
 */
export const logFormat = (
  format: 'text' | 'json',
  to: { isTTY?: boolean },
): winston.Logform.Format => (format === 'json' ? asJson() : asText(to.isTTY === true));
