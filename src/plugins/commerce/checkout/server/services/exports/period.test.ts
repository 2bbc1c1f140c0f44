import fc from 'fast-check';
import { monthsOf, periodSchema } from './period';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const timeZone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Bogota', 'Pacific/Auckland');

describe('monthsOf', () => {
  it('monthsOf – month with a change to summer time – returns 30 days and 23 hours', () => {
    const months = monthsOf({ from: '2026-03-01', to: '2026-03-31', timeZone: 'Europe/Madrid' });
    expect(months).toEqual([
      {
        name: '2026-03',
        start: Date.parse('2026-02-28T23:00:00Z') / 1000,
        end: Date.parse('2026-03-31T22:00:00Z') / 1000,
      },
    ]);
  });

  it('monthsOf – any period – returns consecutive months without a gap', () => {
    fc.assert(
      fc.property(day, day, timeZone, (day1, day2, zone) => {
        const [from, to] = day1 <= day2 ? [day1, day2] : [day2, day1];
        const months = monthsOf({ from, to, timeZone: zone });
        expect(months[0]?.name).toBe(from.slice(0, 7));
        expect(months.at(-1)?.name).toBe(to.slice(0, 7));
        months.forEach(({ start, end }, at) => {
          expect(start).toBeLessThan(end);
          if (at > 0) expect(start).toBe(months[at - 1]?.end);
        });
      }),
    );
  });
});

it.each([
  ['the last day before the first', { from: '2026-02-01', to: '2026-01-31' }],
  ['more than 36 months', { from: '2020-01-01', to: '2023-01-02' }],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ['a day that does not exist', { to: '2026-02-30' }],
])('periodSchema – %s – is refused', (_, changes) => {
  const valid = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Madrid' };
  expect(periodSchema.safeParse(valid).success).toBe(true);
  expect(periodSchema.safeParse({ ...valid, ...changes }).success).toBe(false);
});
