import { csvLine } from './csv';

describe('a line of a CSV file', () => {
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])(
    'should keep spreadsheets from running %j',
    (text) => {
      expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('should leave numbers alone, write times for machines, and nothing for nothing', () => {
    expect(csvLine([-1.5, new Date(0), null, ''])).toBe('-1.5,1970-01-01T00:00:00.000Z,,\r\n');
    expect(csvLine([-1.5, 2], ';')).toBe('-1,5;2\r\n');
  });

  it.each([',', ';', '\n', '\r'])('should quote what holds %j', (sign) => {
    expect(csvLine([`a${sign}b`])).toBe(`"a${sign}b"\r\n`);
  });

  it('should double quotes within quotes', () => {
    expect(csvLine(['say "no"'])).toBe('"say ""no"""\r\n');
  });
});
