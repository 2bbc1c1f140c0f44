import { accountErrors, type PostalAddress, type ProfileAddress } from '../contract';
import type { Address } from './users';
import { createHttpError } from '#platform/http/errors';

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
const getDisplayNames = (language: string): Intl.DisplayNames => {
  const cached = displayNames.get(language);
  if (cached !== undefined) return cached;
  const tags = isLanguageTag(language) ? [language, 'en'] : ['en'];
  const names = new Intl.DisplayNames(tags, { type: 'region', fallback: 'none' });
  if (displayNames.size < MAX_LANGUAGES) displayNames.set(language, names);
  return names;
};

const nameIn = (code: string, language: string): string | undefined =>
  getDisplayNames(language).of(code);

/**
 * Returns a country's name in a language.
 *
 * @throws ValidationError `UNKNOWN_COUNTRY`
 */
const getCountryName = (code: string, language: string): string => {
  const name = codes.has(code) ? nameIn(code, language) : undefined;
  if (name === undefined) {
    throw createHttpError(accountErrors.UNKNOWN_COUNTRY, { details: { countryCode: code } });
  }
  return name;
};

/** Returns the code of the country that has a name in Spanish, English or the language. */
const findCountryCode = (name: string, language: string): string | undefined => {
  const languages = [...new Set([language, 'es', 'en'])];
  const folded = foldName(name);
  const isName = (code: string): boolean =>
    languages.some((each) => foldName(nameIn(code, each) ?? '') === folded);
  return [...codes].find(isName);
};

type AddressLine = string | null | undefined;

const isEmpty = (line: AddressLine): line is '' | null | undefined =>
  line === undefined || line === null || line === '';

/** Stores the street line under both names, because earlier releases read only one of them. */
const withStreet = <A extends Address>(
  { street, address, ...rest }: A,
  line: AddressLine,
): Omit<A, 'street' | 'address'> & Pick<Address, 'street' | 'address'> =>
  line === undefined ? rest : { ...rest, street: line, address: line };

/**
 * Returns the street line. Earlier releases stored it under `address` only for profiles, and under
 * `street` only for registrations.
 */
const getStreet = ({ street, address }: Address): string | null =>
  (address === '' ? street : (address ?? street)) ?? null;

/** Returns the changed street line. Callers send back both names and change one of them. */
const resolveStreetChange = (
  { street, address }: Address,
  storedAddress: Address | null,
): AddressLine => {
  if (street === undefined || address === undefined) return address ?? street;
  const before = storedAddress === null ? null : getStreet(storedAddress);
  return (address ?? '') === (before ?? '') ? street : address;
};

/** Tells whether the two names of the street hold different lines. */
export const hasTwoStreets = ({ street, address }: Address): boolean => street !== address;

/** Returns an address whose two names of the street hold the changed line. */
export const withOneStreet = (address: Address, storedAddress: Address | null): Address =>
  withStreet(address, resolveStreetChange(address, storedAddress));

/** Returns a postal address for storing, with the country's name if only its code is given. */
export const toStoredAddress = (
  address: PostalAddress | null | undefined,
  language: string,
): Address | null => {
  if (address === undefined || address === null) return null;
  const { countryCode, ...rest } = address;
  const { street, country } = rest;
  const selectedCountry = isEmpty(countryCode) ? undefined : getCountryName(countryCode, language);
  return {
    ...withStreet(rest, isEmpty(street) ? (rest.address ?? street) : street),
    ...(selectedCountry !== undefined && { countryCode }),
    country: isEmpty(country) ? selectedCountry : country,
  };
};

const resolveCountry = (
  countryCode: AddressLine,
  language: string,
): Pick<Address, 'countryCode' | 'country'> =>
  isEmpty(countryCode)
    ? { countryCode: null, country: null }
    : { countryCode, country: getCountryName(countryCode, language) };

const isSameLine = (line: AddressLine, other: AddressLine): boolean =>
  (line ?? '') === (other ?? '');

/**
 * Returns the changed country. Callers send back its name and code and change one of them. A name
 * that no country has is kept only if there is no code.
 */
const resolveCountryChange = (
  { country, countryCode }: Address,
  storedAddress: Address | null,
  language: string,
): Pick<Address, 'countryCode' | 'country'> => {
  const isNameSent = country !== undefined;
  if (countryCode !== undefined) {
    const isSameCode = isSameLine(countryCode, storedAddress?.countryCode);
    if (!isNameSent || !isSameCode) return resolveCountry(countryCode, language);
  }
  if (!isNameSent || isSameLine(country, storedAddress?.country)) return {};
  if (isEmpty(country)) return isEmpty(countryCode) ? resolveCountry(null, language) : {};
  const code = findCountryCode(country, language);
  if (code !== undefined)
    return code === storedAddress?.countryCode ? {} : resolveCountry(code, language);
  return isEmpty(storedAddress?.countryCode) ? { country } : {};
};

/** Returns an address whose country's name and code match, if only one of them was changed. */
export const withOneCountry = (
  address: Address,
  storedAddress: Address | null,
  language: string,
): Address => {
  const isNameKept = isSameLine(address.country, storedAddress?.country);
  const isCodeKept = isSameLine(address.countryCode, storedAddress?.countryCode);
  if (isNameKept === isCodeKept) return address;
  const { country, countryCode } = storedAddress ?? {};
  return {
    ...address,
    country,
    countryCode,
    ...resolveCountryChange(address, storedAddress, language),
  };
};

/** Applies a profile change to the stored address; fields that the change omits stay unchanged. */
export const withProfileAddress = (
  storedAddress: Address | null,
  { country, countryCode, ...change }: ProfileAddress,
  language: string,
): Address => ({
  ...storedAddress,
  ...withStreet(change, resolveStreetChange(change, storedAddress)),
  ...resolveCountryChange({ country, countryCode }, storedAddress, language),
});

/** Returns an address in the format of registration, migration and the list of users. */
export const toPostalAddress = (storedAddress: Address | null) =>
  storedAddress && {
    street: getStreet(storedAddress),
    city: storedAddress.city ?? null,
    postalCode: storedAddress.postalCode ?? null,
    country: storedAddress.country ?? null,
    countryCode: storedAddress.countryCode ?? null,
  };

const profileFieldsOf = (storedAddress: Address) => ({
  address: getStreet(storedAddress),
  postalCode: storedAddress.postalCode ?? null,
  city: storedAddress.city ?? null,
  country: storedAddress.country ?? null,
  countryCode: storedAddress.countryCode ?? null,
  phone: storedAddress.phone ?? null,
});

/** Returns an address in the format of the profile. */
export const profileAddressOf = (storedAddress: Address | null) =>
  storedAddress && profileFieldsOf(storedAddress);

/** Returns an address with all stored fields. */
export const toFullAddress = (storedAddress: Address | null) =>
  storedAddress && { ...profileFieldsOf(storedAddress), street: getStreet(storedAddress) };
