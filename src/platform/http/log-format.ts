import { formats, winston } from '@strapi/logger';
import { getCurrentRequestId } from '../request-id';

/**
 * Some of Strapi's lines have a numeric timestamp. Log collectors need one format, so the timestamp
 * is set again.
 */
const datedHere = winston.format((line) => {
  line.timestamp = undefined;
  return line;
});

const naming = winston.format((line) => {
  const requestId = getCurrentRequestId();
  return requestId === undefined ? line : { ...line, requestId };
});

/** The property in which winston stores the formatted line. */
const FORMATTED_LINE = Symbol.for('message');

/** Appends the request's id to the first line, because the following lines may be a stack. */
const namingAtTheEnd = winston.format((line) => {
  const requestId = getCurrentRequestId();
  const written = line[FORMATTED_LINE];
  if (requestId === undefined || typeof written !== 'string') return line;
  return {
    ...line,
    [FORMATTED_LINE]: written.replace(/\n|$/, (end) => ` (request ${requestId})${end}`),
  };
});

/** Control characters and line separators, but no tabs. */
const UNSAFE = /[^\P{Cc}\t]|[\u2028\u2029]/gu;

const NAMED_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };

const escapeCharacter = (character: string): string =>
  NAMED_ESCAPES[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * Escapes the control characters of a message, which can come from requests and from other systems.
 * A line break stays only before an indented line, as in a stack: such a line cannot pass for a
 * line of the log.
 */
const escapeMessage = (message: string): string =>
  message
    .split(/\r?\n(?=[ \t])/)
    .map((part) => part.replace(UNSAFE, escapeCharacter))
    .join('\n');

/** Runs before colours are added, which are control characters as well. */
const escapedHere = winston.format((line) => {
  const { stack } = line as { stack?: unknown };
  const isError = line instanceof Error && typeof stack === 'string';
  const message = isError ? stack : line.message;
  return { ...line, message: typeof message === 'string' ? escapeMessage(message) : message };
});

/**
 * Returns the format for people: a line without control characters that ends with the request's id,
 * if there is one.
 */
const asText = (colors: boolean) =>
  winston.format.combine(escapedHere(), formats.prettyPrint({ colors }), namingAtTheEnd());

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
