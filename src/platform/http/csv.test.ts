import { formatCsvLine } from './csv';

describe('formatCsvLine', () => {
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])(
    '%j – is escaped so that spreadsheets do not run it',
    (text) => {
      expect(formatCsvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('numbers, dates and null – writes plain numbers, ISO dates and empty cells', () => {
    expect(formatCsvLine([-1.5, new Date(0), null, ''])).toBe(
      '-1.5,1970-01-01T00:00:00.000Z,,\r\n',
    );
    expect(formatCsvLine([-1.5, 2], ';')).toBe('-1,5;2\r\n');
  });

  it.each([',', ';', '\n', '\r'])('text with %j – is quoted', (sign) => {
    expect(formatCsvLine([`a${sign}b`])).toBe(`"a${sign}b"\r\n`);
  });

  it('text with quotes – doubles them', () => {
    expect(formatCsvLine(['say "no"'])).toBe('"say ""no"""\r\n');
  });
});
