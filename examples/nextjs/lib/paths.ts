import type { Place } from './cms';

/** Folders of the kinds of entries, as in the URL patterns of the business lines. */
const FOLDERS: Record<string, string> = {
  product: 'products',
  protagonist: 'teachers',
  channel: 'channels',
  series: 'series',
};

export const home = ({ line, lang }: Place) => `/${line}/${lang}`;

/** Returns the address of an entry, or `undefined` for kinds that have no page here. */
export const pathOf = (place: Place, type: string, slug: string | null): string | undefined => {
  const folder = FOLDERS[type];
  if (folder === undefined || slug === null) return undefined;
  return `${home(place)}/${folder}/${encodeURIComponent(slug)}`;
};

type Card = { documentId: string; slug?: string | null };

/** Returns the address of a card, with its slug where the request had `include=card`. */
export const pathTo = (place: Place, type: string, { documentId, slug }: Card) =>
  slug ? pathOf(place, type, slug) : pathById(place, documentId);

/** Returns an address that redirects to an entry whose slug is not known. */
export const pathById = (place: Place, documentId: string) => `${home(place)}/go/${documentId}`;
