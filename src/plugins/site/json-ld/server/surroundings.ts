import type { ImageObject, Organization, Person } from 'schema-dts';
import type { LinkableUid } from '../../links';
import type { Named, Picture } from '../forms';

/** What is said about entries beyond themselves. */
export type Surroundings = {
  /** BCP 47. */
  language: string;
  /** IANA name: where hours of programs are meant. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Who sells and organises; undefined where there is no business line at all. */
  organisation: Organization | undefined;
  /** The whole address of an entry's page; undefined where its site is not known. */
  pageOf: (uid: LinkableUid, entry: { slug: string; type?: string | null }) => string | undefined;
  /** An address of a picture that does not expire. */
  pictureAddress: (picture: Picture) => string;
};

export const peopleIn = ({ pageOf }: Surroundings, people: readonly Named[]): Person[] =>
  people.map(({ name, slug }) => ({
    '@type': 'Person',
    name,
    url: pageOf('api::protagonist.protagonist', { slug }),
  }));

export const imageIn = (
  { pictureAddress }: Surroundings,
  picture: Picture | null,
): ImageObject | undefined =>
  picture === null ? undefined : { '@type': 'ImageObject', url: pictureAddress(picture) };
