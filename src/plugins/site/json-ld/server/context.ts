import type { ImageObject, Organization, Person } from 'schema-dts';
import type { LinkableUid } from '#catalogue/links/linkables';
import type { NamedPerson, Picture, ProtagonistRead } from '../contract';
import { findFirstText, toPlainText } from './text-values';

/** Context of an entry's description. */
export type JsonLdContext = {
  /** Language tag (BCP 47). */
  language: string;
  /** IANA name of the time zone of program hours. */
  timeZone: string;
  /** Time by the database's clock, in milliseconds since 1970. */
  now: number;
  /** Currency code (ISO 4217). */
  currency: string;
  /** Seller and organiser; undefined if there is no business line. */
  organisation: Organization | undefined;
  /** Returns the absolute address of an entry's page; undefined if its site is unknown. */
  pageOf: (uid: LinkableUid, entry: { slug: string; type?: string | null }) => string | undefined;
  /** Returns an address of a picture that does not expire. */
  pictureAddress: (picture: Picture) => string;
};

export const describePeople = (
  { pageOf }: JsonLdContext,
  people: readonly NamedPerson[],
): Person[] =>
  people.map(({ name, slug }) => ({
    '@type': 'Person',
    name,
    url: pageOf('api::protagonist.protagonist', { slug }),
  }));

export const findImage = (
  { pictureAddress }: JsonLdContext,
  picture: Picture | null,
): ImageObject | undefined =>
  picture === null ? undefined : { '@type': 'ImageObject', url: pictureAddress(picture) };

export const describeProtagonist = (
  { name, slug, description, cv, image }: ProtagonistRead,
  context: JsonLdContext,
): Exclude<Person, string> => {
  const url = context.pageOf('api::protagonist.protagonist', { slug });
  return {
    '@type': 'Person',
    '@id': url,
    name,
    description: findFirstText(description, toPlainText(cv)),
    url,
    image: findImage(context, image),
  };
};
