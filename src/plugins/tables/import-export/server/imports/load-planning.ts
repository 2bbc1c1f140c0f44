import { randomUUID } from 'node:crypto';
import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { toMessageLanguage } from '#platform/http/message-language';
import type { Person } from '#platform/strapi/actor';
import {
  createReferenceFinders,
  getFieldLookup,
  findCurrencies,
  type Column,
  type FindReference,
} from '#plugins/tables/bulk-edit';
import type { Answers, ImportMode } from '../../runs';
import { formatFieldPath, findPlaceByName } from '../columns/field-paths';
import { createMerge } from '../entries/merge-cells';
import {
  type Asks,
  buildRelatedKey,
  type StoredDecision,
  type Related,
  collectRelated,
} from '../questions';
import { findEntries, type FoundEntries } from './find-entries';
import type { EntryItem } from './items';
import { createPlanner, type EntryPlan } from './plan-entry';

/** Stored data of entries, and the function that plans each one. */
type Planning = { entries: FoundEntries; plan: (item: EntryItem, asks: Asks) => EntryPlan };

/** Related entry that a dry run creates and rolls back. */
type Planned = { id: string; key: string; related: Related };

/** Returns the related entries that decisions create, with temporary ids. */
const listPlannedRelated = async (
  { strapi }: WithStrapi,
  decisions: readonly StoredDecision[],
): Promise<Planned[]> =>
  [...(await collectRelated({ strapi }, decisions))].map(([key, related]) => ({
    id: randomUUID(),
    key,
    related,
  }));

/** Loads the data for planning entries with a constant number of queries. */
export const loadPlanning = async (
  { strapi }: WithStrapi,
  {
    uid,
    person,
    mode,
    answers,
    decisions = [],
    isDry = false,
  }: {
    uid: UID.ContentType;
    person: Person;
    mode: ImportMode;
    answers: Answers;
    decisions?: readonly StoredDecision[];
    isDry?: boolean;
  },
  items: readonly EntryItem[],
): Promise<Planning> => {
  const { ability } = person;
  const language = toMessageLanguage(person);
  const entries = await findEntries({ strapi }, { uid, ability, language }, items);
  const fields = getFieldLookup({ strapi });
  const finders = await createReferenceFinders({ strapi }, ability, [
    ...items
      .flatMap(({ languages }) => languages.flatMap(({ writes }) => writes))
      .map(({ place, text }) => ({
        target: findPlaceByName(fields, uid, formatFieldPath(place))?.column.target ?? null,
        text,
      })),
    ...decisions.map(({ target, documentId }) => ({ target, text: documentId ?? '' })),
  ]);
  // The import has created these entries before.
  const planned = isDry ? await listPlannedRelated({ strapi }, decisions) : [];
  const findKnown =
    (column: Column): FindReference =>
    (name, locale) => {
      const related = planned.find(({ id }) => id === name);
      return related === undefined
        ? finders(column)(name, locale)
        : [{ documentId: related.id, slug: null, name: related.related.name }];
    };
  const currenciesIn = await findCurrencies({ strapi });
  const mergeIn = (locale: string | null): ReturnType<typeof createMerge> =>
    createMerge({
      fieldsOf: fields,
      language,
      referencesNamed: (column) => (name) => findKnown(column)(name, locale),
      currenciesIn,
    });
  return {
    entries,
    plan: createPlanner(
      { strapi },
      {
        ...{
          uid,
          ability,
          mode,
          answers,
          decisions,
          language,
          entries,
          mergeIn,
          referenceFinder: findKnown,
        },
        related: new Map(planned.map(({ id, related }) => [id, related])),
        plannedId: ({ target, value }) => {
          const requestedKey = buildRelatedKey({ uid: target as UID.ContentType, name: value });
          return planned.find(({ key }) => key === requestedKey)?.id ?? null;
        },
      },
    ),
  };
};
