import type { Core, UID } from '@strapi/types';
import type { Text } from '../../../../feature/layout';
import { entryAccess } from '../../../../strapi/entry-access';
import type { AnyDocument } from '../../../../strapi/documents';
import type { ImportMode } from '../../runs';
import { placeFrom } from '../columns/places';
import { fieldHeading } from '../columns/headings';
import { fieldsOf } from '../columns/fields';
import type { createMerge, Merged } from '../entries/merge';
import { fieldAccess, isByText } from '../types';
import type { Found } from './found';
import type { EntryItem, LanguageWrites } from './items';
import { reasons, Refused } from './refused';

/** What is written into one language of an entry. */
export type LanguagePlan = {
  locale: string | null;
  /** The draft that it is based on; null where the language is new. */
  draft: AnyDocument | null;
  data: Record<string, unknown>;
};

export type EntryPlan = {
  /** Null for an entry that is new. */
  documentId: string | null;
  languages: readonly LanguagePlan[];
  /** The columns that change, as people read them. */
  changes: readonly string[];
};

type Planning = {
  uid: UID.ContentType;
  ability: unknown;
  mode: ImportMode;
  language: keyof Text;
  found: Found;
  merge: ReturnType<typeof createMerge>;
};

const isSaid = ({ writes }: LanguageWrites): boolean =>
  writes.some(({ text }) => text.trim() !== '');

/**
 * Says what an entry of a file comes to, held against what there is and what somebody may do. Nothing is written.
 *
 * @throws Refused
 */
export const createPlanner = ({ strapi }: { strapi: Core.Strapi }, planning: Planning) => {
  const { uid, ability, mode, language, found, merge } = planning;
  const access = entryAccess({ strapi }, { ability, uid });
  const mayField = fieldAccess({ strapi }, { uid, ability });
  const fields = fieldsOf({ strapi });
  const told = (reason: Text, about: string): string => `${about}: ${reason[language]}`;

  const refuse = (reason: Text, about?: string): never => {
    throw new Refused(about === undefined ? reason[language] : told(reason, about));
  };

  const headingOf = (place: string, locale: string | null): string =>
    fieldHeading({ fieldsOf: fields, uid }, placeFrom(place), locale, language);

  const documentOf = ({ key }: EntryItem): string | null => {
    if (key === null) return null;
    const [documentId, ...others] = found.meantBy(key);
    if (others.length > 0) refuse(reasons.ambiguous);
    if (documentId === undefined) return key.of === 'id' ? refuse(reasons.unknown) : null;
    return found.mayChange(documentId) ? documentId : refuse(reasons.unknown);
  };

  const assertMay = (merged: Merged, draft: AnyDocument | null, locale: string | null): void => {
    const action = draft === null ? 'create' : 'update';
    if (!access.may(action)) refuse(draft === null ? reasons.create : reasons.unknown);
    for (const place of merged.changed) {
      if (!mayField(action, placeFrom(place))) refuse(reasons.field, headingOf(place, locale));
    }
    if (mode === 'publish' && !access.may('publish')) refuse(reasons.publish);
  };

  const planLanguage = (
    documentId: string | null,
    said: LanguageWrites,
  ): (LanguagePlan & { changed: readonly string[] }) | null => {
    const { locale, writes, version } = said;
    const draft = documentId === null ? null : found.draftOf(documentId, locale);
    if (draft === null && !isSaid(said)) return null;
    if (draft === null && isByText(uid)) refuse(reasons.noVersion, locale ?? undefined);
    const merged = merge(uid, draft, writes);
    if (merged.errors.length > 0) {
      // All of them, or whoever mends the file would learn of one after the other.
      const mistakes = merged.errors.map(({ reason, place }) =>
        told(reason, headingOf(place, locale)),
      );
      throw new Refused(mistakes.join(' '));
    }
    if (merged.changed.length === 0) return null;
    if (draft !== null && documentId !== null && !found.mayChange(documentId, locale)) {
      refuse(reasons.unknown);
    }
    assertMay(merged, draft, locale);
    if (version !== null && draft !== null && version !== String(draft.updatedAt)) {
      refuse(reasons.changed);
    }
    return { locale, draft, data: merged.data, changed: merged.changed };
  };

  return (item: EntryItem): EntryPlan => {
    if (item.error !== null) refuse(item.error);
    const documentId = documentOf(item);
    const languages = item.languages.flatMap((said) => planLanguage(documentId, said) ?? []);
    return {
      documentId,
      languages,
      changes: languages.flatMap(({ changed, locale }) =>
        changed.map((place) => headingOf(place, locale)),
      ),
    };
  };
};
