import type { LiveRead } from '../contract';
import { describeLive } from './live';
import type { JsonLdContext } from './context';

const context: JsonLdContext = {
  language: 'es',
  now: Date.now(),
  timeZone: 'Europe/Madrid',
  currency: 'EUR',
  organisation: undefined,
  pageOf: () => undefined,
  pictureAddress: ({ url }) => url,
};

const row = (hour: string | null) => ({ hour, about: `A las ${hour}`, protagonists: [] });

const live = (startDate: string, hours: readonly (string | null)[]): LiveRead => ({
  documentId: 'a',
  slug: 'a',
  title: 'Directo',
  image: { url: 'https://example.com/a.png', isUrlSigned: false, hash: 'a', ext: '.png' },
  typeOfLive: { typeLive: 'Zoom', startDate },
  program: [{ title: 'Programa', row: hours.map(row) }],
  protagonists: [],
  vertical: [],
});

const partsOf = (entry: LiveRead, timeZone = 'Europe/Madrid') => {
  const { startDate, subEvent } = describeLive(entry, { ...context, timeZone });
  const parts = subEvent as unknown as { startDate: string; endDate?: string }[];
  return { startDate, parts: parts.map((part) => [part.startDate, part.endDate]) };
};

describe('describeLive', () => {
  it('start in winter and summer – has the UTC offset of its day', () => {
    expect(partsOf(live('2026-01-10T17:00:00.000Z', [])).startDate).toBe(
      '2026-01-10T18:00:00+01:00',
    );
    expect(partsOf(live('2026-07-10T16:00:00.000Z', [])).startDate).toBe(
      '2026-07-10T18:00:00+02:00',
    );
  });

  it('program – has the hours of the local day in its time zone', () => {
    expect(
      partsOf(live('2026-01-10T01:00:00.000Z', ['19:00', '20:30']), 'America/Mexico_City'),
    ).toEqual({
      startDate: '2026-01-09T19:00:00-06:00',
      parts: [
        ['2026-01-09T19:00:00-06:00', '2026-01-09T20:30:00-06:00'],
        ['2026-01-09T20:30:00-06:00', undefined],
      ],
    });
  });

  it('program rows without an hour or on an unknown day – are omitted', () => {
    const hours = [null, '18:00', 'later', '20:00', '09:00', '21:00'];
    expect(partsOf(live('2026-01-10T17:00:00.000Z', hours)).parts).toEqual([
      ['2026-01-10T18:00:00+01:00', '2026-01-10T20:00:00+01:00'],
      ['2026-01-10T20:00:00+01:00', undefined],
    ]);
  });

  it('no date – has no start and no parts', () => {
    const { startDate, subEvent } = describeLive(
      { ...live('2026-01-10T17:00:00.000Z', ['18:00']), typeOfLive: null },
      context,
    );
    expect([startDate, subEvent]).toEqual([undefined, []]);
  });
});
