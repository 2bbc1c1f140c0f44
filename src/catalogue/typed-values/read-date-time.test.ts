import fc from 'fast-check';
import { formatDateTime, readDate, readDateTime, readTime } from './read-date-time';

const MADRID = 'Europe/Madrid';

const zones = [
  MADRID,
  'America/Mexico_City',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
];

describe('readTime', () => {
  it.each([
    ['19:00', '19:00'],
    ['9:30', '09:30'],
    ['09:30:00', '09:30'],
    ['19.00 h', '19:00'],
    ['19h30', '19:30'],
    ['7:00 p. m.', '19:00'],
    ['7:00\u202Fp.\u00A0m.', '19:00'],
    ['12:15 AM', '00:15'],
    ['0:00', '00:00'],
  ])('%j – is %s', (text, value) => {
    expect(readTime(text)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['25:00', 'impossible'],
    ['24:00', 'impossible'],
    ['19:60', 'impossible'],
    ['13:00 pm', 'impossible'],
    ['19:00:30', 'unreadable'],
    ['19:00 Z', 'unreadable'],
    ['19', 'unreadable'],
    ['0,395833', 'unreadable'],
    ['after lunch', 'unreadable'],
    ['2026-11-27 19:00', 'unreadable'],
  ])('%j – is %s', (text, problem) => {
    expect(readTime(text)).toEqual({ kind: 'wrong', problem });
  });
});

describe('readDateTime', () => {
  it.each([
    ['2026-11-27 19:00', '2026-11-27T18:00:00.000Z'],
    ['2026-07-27 19:00', '2026-07-27T17:00:00.000Z'],
    ['2026-11-27T19:00', '2026-11-27T18:00:00.000Z'],
    ['2026-11-27T19:00:30.5', '2026-11-27T18:00:30.500Z'],
    ['2026-11-27 19:00 h', '2026-11-27T18:00:00.000Z'],
    ['27/11/2026 19:00', '2026-11-27T18:00:00.000Z'],
    ['27.11.2026, 19.00 h', '2026-11-27T18:00:00.000Z'],
    ['27-11-2026 9:05', '2026-11-27T08:05:00.000Z'],
    ['11/27/2026 7:00 PM', '2026-11-27T18:00:00.000Z'],
    ['27/11/2026 7:00 p. m.', '2026-11-27T18:00:00.000Z'],
    ['27/11/2026 12:15 AM', '2026-11-26T23:15:00.000Z'],
    ['03/03/2026 10:00', '2026-03-03T09:00:00.000Z'],
    ['2026-11-27T19:00:00.000Z', '2026-11-27T19:00:00.000Z'],
    ['2026-11-27T19:00+01:00', '2026-11-27T18:00:00.000Z'],
    ['2026-11-27 19:00 -0600', '2026-11-28T01:00:00.000Z'],
    ['2026-03-29T02:30Z', '2026-03-29T02:30:00.000Z'],
    ['2026-10-25 02:30+01:00', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25 02:30+02:00 h', '2026-10-25T00:30:00.000Z'],
    [' 2026-11-27\u00a019:00\u200b\r\n', '2026-11-27T18:00:00.000Z'],
    ['２０２６-１１-２７ １９：００', '2026-11-27T18:00:00.000Z'],
    ['2028-02-29 10:00', '2028-02-29T09:00:00.000Z'],
  ])('%j – is %s', (text, value) => {
    expect(readDateTime(text, MADRID)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['03/04/2026 10:00', 'order', ['2026-04-03T08:00:00.000Z', '2026-03-04T09:00:00.000Z']],
    ['3-4-2026 10:00', 'order', ['2026-04-03T08:00:00.000Z', '2026-03-04T09:00:00.000Z']],
    ['2026-10-25 02:30', 'repeated', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ])('%j – is ambiguous by its %s', (text, reason, values) => {
    expect(readDateTime(text, MADRID)).toEqual({ kind: 'ambiguous', reason, values });
  });

  it.each([
    ['31/02/2026 10:00', 'impossible'],
    ['2026-02-29 10:00', 'impossible'],
    ['2026-13-01 10:00', 'impossible'],
    ['13/13/2026 10:00', 'impossible'],
    ['2026-00-10 10:00', 'impossible'],
    ['2026-11-27 24:00', 'impossible'],
    ['2026-11-27 19:60', 'impossible'],
    ['2026-11-27 13:00 PM', 'impossible'],
    ['2026-11-27 19:00+25:00', 'impossible'],
    ['1899-12-30 19:00', 'impossible'],
    ['0026-11-27 19:00', 'impossible'],
    ['29/03/2026 02:30', 'skipped'],
    ['2026-11-27', 'noTime'],
    ['27/11/2026', 'noTime'],
    ['19:00', 'noDate'],
    ['7:00 PM', 'noDate'],
    ['27/11/26 19:00', 'unreadable'],
    ['27/11-2026 19:00', 'unreadable'],
    ['45988.79', 'unreadable'],
    ['46000', 'unreadable'],
    ['tomorrow', 'unreadable'],
    ['2026-11-27 evening', 'unreadable'],
    ['2026-11-27 19', 'unreadable'],
  ])('%j – is refused: %s', (text, problem) => {
    expect(readDateTime(text, MADRID)).toEqual({ kind: 'wrong', problem });
  });

  it('any moment in any zone – is read as it is formatted', () => {
    const moments = fc.date({
      min: new Date('1950-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    const changes = fc
      .tuple(
        fc.constantFrom('2026-10-25T00:00Z', '2026-03-29T00:00Z', '2026-11-01T05:00Z'),
        fc.integer({ min: 0, max: 180 }),
      )
      .map(([start, minutes]) => new Date(Date.parse(start) + minutes * 60_000));
    fc.assert(
      fc.property(fc.oneof(moments, changes), fc.constantFrom(...zones), (moment, zone) => {
        const value = moment.toISOString();
        expect(readDateTime(formatDateTime(value, zone), zone)).toEqual({ kind: 'value', value });
      }),
    );
  });
});

describe('readDate', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['05.05.2026', '2026-05-05'],
    ['2026-12-31 00:00', '2026-12-31'],
  ])('%j – is %s', (text, value) => {
    expect(readDate(text)).toEqual({ kind: 'value', value });
  });

  it.each([
    ['31/02/2026', { kind: 'wrong', problem: 'impossible' }],
    ['31/12/26', { kind: 'wrong', problem: 'unreadable' }],
    ['2026-12-31 10:00', { kind: 'wrong', problem: 'unreadable' }],
    ['03/04/2026', { kind: 'ambiguous', reason: 'order', values: ['2026-04-03', '2026-03-04'] }],
    [' ', { kind: 'empty' }],
  ])('%j – is not a single date', (text, reading) => {
    expect(readDate(text)).toEqual(reading);
  });
});
