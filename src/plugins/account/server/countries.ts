import { accountErrors } from '../contract';
import { httpError } from '../../../platform/http/errors';

/**
 * Officially assigned codes of ISO 3166-1. `Intl` also has names for regions that are no countries.
 */
const codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
  FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
  IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
  MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
  PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
  YT ZA ZM ZW`.split(/\s+/),
);

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

const foldName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Maximum number of languages whose country names are cached. */
const MAX_LANGUAGES = 50;

const displayNames = new Map<string, Intl.DisplayNames>();

/** Returns the country names of a language; those of English for texts that are no language tag. */
const namesOf = (language: string): Intl.DisplayNames => {
  const cached = displayNames.get(language);
  if (cached !== undefined) return cached;
  const tags = isLanguageTag(language) ? [language, 'en'] : ['en'];
  const names = new Intl.DisplayNames(tags, { type: 'region', fallback: 'none' });
  if (displayNames.size < MAX_LANGUAGES) displayNames.set(language, names);
  return names;
};

const nameIn = (code: string, language: string): string | undefined => namesOf(language).of(code);

/**
 * Returns a country's name in a language.
 *
 * @throws ValidationError `UNKNOWN_COUNTRY`
 */
export const countryName = (code: string, language: string): string => {
  const name = codes.has(code) ? nameIn(code, language) : undefined;
  if (name === undefined) {
    throw httpError(accountErrors.UNKNOWN_COUNTRY, { details: { countryCode: code } });
  }
  return name;
};

/** Returns the code of the country that has a name in Spanish, English or the language. */
export const countryCodeOf = (name: string, language: string): string | undefined => {
  const languages = [...new Set([language, 'es', 'en'])];
  const folded = foldName(name);
  const isName = (code: string): boolean =>
    languages.some((each) => foldName(nameIn(code, each) ?? '') === folded);
  return [...codes].find(isName);
};
