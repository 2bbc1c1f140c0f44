import { DateTime, IANAZone } from 'luxon';
import { z } from '@strapi/utils';

/** Maximum number of months of one export. */
export const MAX_MONTHS = 36;

const day = z.iso.date();

/** Query of an export: the first and the last day, in a time zone. */
export const periodSchema = z
  .object({
    from: day,
    to: day,
    timeZone: z.string().refine((name) => IANAZone.isValidZone(name)),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'] })
  .refine(
    ({ from, to }) =>
      DateTime.fromISO(to).diff(DateTime.fromISO(from), 'months').months <= MAX_MONTHS,
    { path: ['to'] },
  );

export type Period = z.infer<typeof periodSchema>;

/** Month of a period, limited to the period. Moments are in seconds since 1970. */
export type Month = {
  /** `2026-11` */
  name: string;
  start: number;
  /** Exclusive. */
  end: number;
};

/** Returns the months of a period, oldest first. */
export const monthsOf = ({ from, to, timeZone }: Period): Month[] => {
  const end = DateTime.fromISO(to, { zone: timeZone }).plus({ days: 1 }).startOf('day');
  const months: Month[] = [];
  for (let start = DateTime.fromISO(from, { zone: timeZone }).startOf('day'); start < end;) {
    const next = DateTime.min(start.startOf('month').plus({ months: 1 }), end);
    months.push({
      name: start.toFormat('yyyy-MM'),
      start: start.toSeconds(),
      end: next.toSeconds(),
    });
    start = next;
  }
  return months;
};
