import { logFormat } from './log-format';

/** A line of Strapi's migrations, which has a numeric timestamp. */
const line = { level: 'info', message: 'migrated', timestamp: 1_795_641_126_040 };

const formatLine = (format: 'text' | 'json', of: object = { ...line }): string => {
  const formatted = logFormat(format, {}).transform(of as typeof line);
  return String(typeof formatted === 'object' && formatted[Symbol.for('message')]);
};

describe('logFormat – line with its own timestamp', () => {
  it('writes an ISO timestamp as JSON', () => {
    expect(JSON.parse(formatLine('json'))).toEqual({
      ...line,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    });
  });

  it('writes the usual timestamp as text', () => {
    expect(formatLine('text')).toMatch(/^\[\d{4}-\d\d-\d\d [\d:.]+\] info: migrated$/);
  });
});

describe('logFormat – text from outside', () => {
  const info = (message: string): string => formatLine('text', { level: 'info', message });

  it('does not begin a line of the log, nor control a terminal', () => {
    const forged = info('a\r\n[2026-01-01 00:00:00.000] info: b\u001b[2J\u009b31m\u2028c\td\0');
    expect(forged).toMatch(
      /info: a\\r\\n\[2026-01-01 00:00:00.000\] info: b\\u001b\[2J\\u009b31m\\u2028c\td\\u0000$/,
    );
  });

  it('keeps the lines of a stack, and escapes those of its message', () => {
    const error = Object.assign(new Error('x\n[2026-01-01 00:00:00.000] info: y'), {
      level: 'error',
    });
    const [first, second] = formatLine('text', error).split('\n');
    expect(first).toMatch(/error: Error: x\\n\[2026-01-01 00:00:00.000\] info: y$/);
    expect(second).toMatch(/^ {4}at /);
  });
});
