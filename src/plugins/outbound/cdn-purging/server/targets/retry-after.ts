/** Maximum seconds that a response can postpone a purge. */
const LONGEST = 3600;

const DIGITS = /^\d+$/;

/**
 * Returns the seconds of a `Retry-After` header, given as a number or a date; null if it has none.
 */
export const retryAfterOf = (value: string | null, now = Date.now()): number | null => {
  const text = value?.trim() ?? '';
  const seconds = DIGITS.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(LONGEST, Math.max(1, seconds));
};
