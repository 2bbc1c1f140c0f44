import type { UID } from '@strapi/types';
import type { Person } from '../platform/strapi/actor';
import type { WithStrapi } from '../platform/strapi/with-strapi';
import type { Text } from './layout';

/** A text of a draft, with the label of its place: `Cards 2 › Name`. */
export type TextOfVersion = { place: string; label: string; text: string };

/** The draft whose texts a user reads, and the language of their labels. */
export type TextQuery = {
  uid: UID.ContentType;
  documentId: string;
  locale: string;
  ability: unknown;
  language: keyof Text;
};

/** New values of an entry's places. Positions in lists begin with 0. */
export type TextWrites = {
  documentId: string;
  languages: readonly {
    locale: string | null;
    writes: readonly { path: readonly (string | number)[]; text: string }[];
  }[];
};

/** Result of writing an entry; `reason` says why it was refused. */
export type TextsWritten = { documentId: string; reason: string | null };

/** Reads and writes texts of drafts, with the permissions and checks of their form. */
export type DraftTexts = {
  read: (context: WithStrapi, query: TextQuery) => Promise<readonly TextOfVersion[]>;
  write: (
    context: WithStrapi,
    writer: { uid: UID.ContentType; person: Person },
    entries: readonly TextWrites[],
  ) => Promise<readonly TextsWritten[]>;
};
