import { logFormat } from './log-format';

/** A line as Strapi writes those of its migrations, with a numeric timestamp. */
const line = { level: 'info', message: 'migrated', timestamp: 1_795_641_126_040 };

const written = (format: 'text' | 'json'): string => {
  const formatted = logFormat(format, {}).transform({ ...line });
  return String(typeof formatted === 'object' && formatted[Symbol.for('message')]);
};

describe('A line that brings a moment of its own', () => {
  it('should be dated as all others are, for programs', () => {
    expect(JSON.parse(written('json'))).toEqual({
      ...line,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    });
  });

  it('should be dated as all others are, for people', () => {
    expect(written('text')).toMatch(/^\[\d{4}-\d\d-\d\d [\d:.]+\] info: migrated$/);
  });
});
