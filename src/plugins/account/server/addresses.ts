import type { PostalAddress, ProfileAddress } from '../contract';
import { countryCodeOf, countryName } from './countries';
import type { Address } from './users';

type Line = string | null | undefined;

const isEmpty = (line: Line): line is '' | null | undefined =>
  line === undefined || line === null || line === '';

/** Both names hold the one street line, because releases before read only one of them. */
const withStreet = <A extends Address>(
  { street, address, ...rest }: A,
  line: Line,
): Omit<A, 'street' | 'address'> & Pick<Address, 'street' | 'address'> =>
  line === undefined ? rest : { ...rest, street: line, address: line };

/** Releases before stored the street of a profile under `address` only, and that of a registration under `street` only. */
const streetOf = ({ street, address }: Address): string | null =>
  (address === '' ? street : (address ?? street)) ?? null;

/** The line that a change means. Callers send both names back and change one of them. */
const changedStreet = ({ street, address }: Address, stored: Address | null): Line => {
  if (street === undefined || address === undefined) return address ?? street;
  const before = stored === null ? null : streetOf(stored);
  return (address ?? '') === (before ?? '') ? street : address;
};

/** Whether the two names of an address's street hold two lines. */
export const hasTwoStreets = ({ street, address }: Address): boolean => street !== address;

/** An address with the street line that somebody has written under either name. */
export const withOneStreet = (address: Address, stored: Address | null): Address =>
  withStreet(address, changedStreet(address, stored));

/** A postal address as it is stored, its country named where it only has a code. */
export const postalAddressToStore = (
  address: PostalAddress | null | undefined,
  language: string,
): Address | null => {
  if (address === undefined || address === null) return null;
  const { countryCode, ...rest } = address;
  const { street, country } = rest;
  const named = isEmpty(countryCode) ? undefined : countryName(countryCode, language);
  return {
    ...withStreet(rest, isEmpty(street) ? (rest.address ?? street) : street),
    ...(named !== undefined && { countryCode }),
    country: isEmpty(country) ? named : country,
  };
};

const countryOf = (
  countryCode: Line,
  language: string,
): Pick<Address, 'countryCode' | 'country'> =>
  isEmpty(countryCode)
    ? { countryCode: null, country: null }
    : { countryCode, country: countryName(countryCode, language) };

const isSameLine = (line: Line, other: Line): boolean => (line ?? '') === (other ?? '');

/**
 * The country that a change means. Callers send its name and code back and change one of them. A name that no country has is
 * kept beside no code only.
 */
const changedCountry = (
  { country, countryCode }: Address,
  stored: Address | null,
  language: string,
): Pick<Address, 'countryCode' | 'country'> => {
  const isNameSent = country !== undefined;
  if (countryCode !== undefined) {
    const isSameCode = isSameLine(countryCode, stored?.countryCode);
    if (!isNameSent || !isSameCode) return countryOf(countryCode, language);
  }
  if (!isNameSent || isSameLine(country, stored?.country)) return {};
  if (isEmpty(country)) return isEmpty(countryCode) ? countryOf(null, language) : {};
  const code = countryCodeOf(country, language);
  if (code !== undefined) return code === stored?.countryCode ? {} : countryOf(code, language);
  return isEmpty(stored?.countryCode) ? { country } : {};
};

/** An address with one country, where somebody has changed its name or its code alone. */
export const withOneCountry = (
  address: Address,
  stored: Address | null,
  language: string,
): Address => {
  const isNameKept = isSameLine(address.country, stored?.country);
  const isCodeKept = isSameLine(address.countryCode, stored?.countryCode);
  return isNameKept === isCodeKept
    ? address
    : { ...address, ...changedCountry(address, stored, language) };
};

/** What a profile change makes of the stored address: only what it names becomes different. */
export const withProfileAddress = (
  stored: Address | null,
  { country, countryCode, ...change }: ProfileAddress,
  language: string,
): Address => ({
  ...stored,
  ...withStreet(change, changedStreet(change, stored)),
  ...changedCountry({ country, countryCode }, stored, language),
});

/** In the form of register, migrate and the list. */
export const postalAddressOf = (stored: Address | null) =>
  stored && {
    street: streetOf(stored),
    city: stored.city ?? null,
    postalCode: stored.postalCode ?? null,
    country: stored.country ?? null,
    countryCode: stored.countryCode ?? null,
  };

const profileFieldsOf = (stored: Address) => ({
  address: streetOf(stored),
  postalCode: stored.postalCode ?? null,
  city: stored.city ?? null,
  country: stored.country ?? null,
  countryCode: stored.countryCode ?? null,
  phone: stored.phone ?? null,
});

/** In the form of the profile. */
export const profileAddressOf = (stored: Address | null) => stored && profileFieldsOf(stored);

/** With everything that is stored of it. */
export const wholeAddressOf = (stored: Address | null) =>
  stored && { ...profileFieldsOf(stored), street: streetOf(stored) };
