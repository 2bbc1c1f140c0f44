import type { PostalAddress, ProfileAddress } from '../contract';
import { countryName } from './countries';
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
  countryCode: string | null,
  language: string,
): Pick<Address, 'countryCode' | 'country'> =>
  isEmpty(countryCode)
    ? { countryCode: null, country: null }
    : { countryCode, country: countryName(countryCode, language) };

/** What a profile change makes of the stored address: only what it names becomes different. */
export const withProfileAddress = (
  stored: Address | null,
  { countryCode, ...change }: ProfileAddress,
  language: string,
): Address => ({
  ...stored,
  ...withStreet(change, changedStreet(change, stored)),
  ...(countryCode !== undefined && countryOf(countryCode, language)),
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
