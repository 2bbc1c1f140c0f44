import { DateTime } from 'luxon';

const isSameClock = (moment: string, zone: string, other: string): boolean =>
  DateTime.fromISO(moment, { zone }).offset === DateTime.fromISO(moment, { zone: other }).offset;

/** Formats an instant with its offset: `Friday, 27 November 2026 at 19:00 (UTC+1)`. */
export const momentInWords = (moment: string, zone: string, language: string): string => {
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(moment));
  return `${words} (${DateTime.fromISO(moment, { zone }).toFormat("'UTC'Z")})`;
};

/** Formats an instant in the browser's time zone; null if its clock shows the same time. */
export const localMomentInWords = (
  moment: string,
  zone: string,
  language: string,
): string | null => {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isSameClock(moment, zone, local)
    ? null
    : `${momentInWords(moment, local, language)}, ${local}`;
};
