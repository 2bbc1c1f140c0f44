import { formats, winston } from '@strapi/logger';
import { requestIdNow } from './request-id';

const naming = winston.format((line) => {
  const requestId = requestIdNow();
  return requestId === undefined ? line : { ...line, requestId };
});

/** One object a line, with the request's id where there is a request, for programs that collect logs. */
const asJson = () =>
  winston.format.combine(
    winston.format.errors({ stack: true, cause: true }),
    naming(),
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
): winston.Logform.Format =>
  format === 'json' ? asJson() : formats.prettyPrint({ colors: to.isTTY === true });
