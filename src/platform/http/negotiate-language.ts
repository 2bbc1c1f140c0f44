import Negotiator from 'negotiator';

const baseOf = (language: string): string => language.split('-', 1)[0]?.toLowerCase() ?? '';

const languagesIn = (accepted: string, available?: readonly string[]): string[] =>
  new Negotiator({ headers: { 'accept-language': accepted } }).languages(available);

const ANY = '*';

/**
 * Returns the language of some that a reader prefers, by the weights of `Accept-Language`; null where none of them is accepted.
 *
 * A region says more than is there, or less: `es-MX` reads `es`, and `es` reads `es-MX`. By itself the package would put `en` first
 * in `es-MX, en`, since that is the closer match.
 *
 * @param available the first of them is for who takes any
 */
export const negotiateLanguage = <Language extends string>(
  accepted: string,
  available: readonly Language[],
): Language | null => {
  const wanted = languagesIn(accepted);
  // With everything else added, only what the reader has refused (`es;q=0`) is missing.
  const accepting = languagesIn(`${accepted}, *;q=0.001`, available);
  const candidates = available.filter((one) => accepting.includes(one));
  for (const language of wanted) {
    const found =
      language === ANY
        ? candidates.find((one) => !wanted.some((named) => baseOf(named) === baseOf(one)))
        : (candidates.find((one) => one.toLowerCase() === language.toLowerCase()) ??
          candidates.find((one) => baseOf(one) === baseOf(language)));
    if (found !== undefined) return found;
  }
  return null;
};
