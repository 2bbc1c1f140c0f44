import fc from 'fast-check';
import { formatDateTime, readDate, readDateTime } from '#catalogue/typed-values/read-date-time';
import { formatWorkbookCell } from '#platform/http/spreadsheets/text';
import { hostEnv } from './support/host';

const MADRID = 'Europe/Madrid';

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'dates and times – process in %s',
  (processZone) => {
    const before = hostEnv.TZ;

    beforeAll(() => {
      hostEnv.TZ = processZone;
    });

    afterAll(() => {
      if (before === undefined) delete hostEnv.TZ;
      else hostEnv.TZ = before;
    });

    it('texts and cells of workbooks – are read in the time zone of the catalogue', () => {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
      expect(readDateTime('27/11/2026 19:00', MADRID)).toEqual({
        kind: 'value',
        value: '2026-11-27T18:00:00.000Z',
      });
      expect(readDateTime('29/03/2026 02:30', MADRID)).toEqual({
        kind: 'wrong',
        problem: 'skipped',
      });
      expect(readDate('31/12/2026')).toEqual({ kind: 'value', value: '2026-12-31' });
      expect(formatWorkbookCell(new Date('2026-11-27T18:59:59.999Z'))).toBe('2026-11-27 19:00');
    });

    it('any date and time – is read as it was formatted', () => {
      const dates = fc.date({
        min: new Date('1950-01-01'),
        max: new Date('2100-01-01'),
        noInvalidDate: true,
      });
      const zones = fc.constantFrom(MADRID, 'America/Mexico_City', 'Australia/Lord_Howe');
      fc.assert(
        fc.property(dates, zones, (date, zone) => {
          const value = date.toISOString();
          expect(readDateTime(formatDateTime(value, zone), zone)).toEqual({ kind: 'value', value });
        }),
      );
    });
  },
);
