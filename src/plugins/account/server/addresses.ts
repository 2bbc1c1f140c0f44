import type { PostalAddress, ProfileAddress } from '../contract';
import { countryName } from './countries';
import type { Address } from './users';

/** Both names hold the one street line, because releases before read only one of them. */
const withStreet = <A extends Address>(
  { street, address, ...rest }: A,
  line: string | null | undefined,
): Omit<A, 'street' | 'address'> & Pick<Address, 'street' | 'address'> =>
  line === undefined ? rest : { ...rest, street: line, address: line };

/** Releases before stored the street of a profile under `address` only, and that of a registration under `street` only. */
const streetOf = ({ street, address }: Address): string | null =>
  (address === '' ? street : (address ?? street)) ?? null;

/** A postal address as it is stored, its country named where it only has a code. */
export const postalAddressToStore = (
  address: PostalAddress | undefined,
  language: string,
): Address | null => {
  if (address === undefined) return null;
  const { countryCode, country } = address;
  const named = countryCode === undefined ? undefined : countryName(countryCode, language);
  return {
    ...withStreet(address, address.street ?? address.address),
    country: country === undefined || country === '' ? named : country,
  };
};

/** What a profile change makes of the stored address: only what it names becomes different. */
export const withProfileAddress = (
  stored: Address | null,
  change: ProfileAddress,
  language: string,
): Address => ({
  ...stored,
  ...withStreet(change, change.address ?? change.street),
  ...(change.countryCode !== undefined && { country: countryName(change.countryCode, language) }),
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
