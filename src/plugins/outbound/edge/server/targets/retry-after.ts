/** As long as a purge may be put off by what the other side says, in seconds. */
const LONGEST = 3600;

const DIGITS = /^\d+$/;

/** Seconds that `Retry-After` asks for, as a number or as a moment; null where it asks for none. */
export const retryAfterOf = (value: string | null, now = Date.now()): number | null => {
  const text = value?.trim() ?? '';
  const seconds = DIGITS.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(LONGEST, Math.max(1, seconds));
};
