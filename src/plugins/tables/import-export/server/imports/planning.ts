import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import type { Person } from '../../../../../platform/strapi/on-behalf';
import { findCurrencies } from '../../../bulk-edit';
import { fieldsOf } from '../columns/fields';
import { createMerge } from '../entries/merge';
import { languageOf } from '../person-language';
import type { Answers, ImportMode } from '../../runs';
import { findEntries, type Found } from './found';
import type { EntryItem } from './items';
import { namesOf } from './names';
import { createPlanner, type EntryPlan } from './plan-entry';
import type { Asks } from '../questions';

/** Stored data of entries, and the function that plans each one. */
type Planning = { found: Found; plan: (item: EntryItem, asks: Asks) => EntryPlan };

/** Loads the data for planning entries with a constant number of queries. */
export const planningOf = async (
  { strapi }: WithStrapi,
  {
    uid,
    person,
    mode,
    answers,
  }: { uid: UID.ContentType; person: Person; mode: ImportMode; answers: Answers },
  items: readonly EntryItem[],
): Promise<Planning> => {
  const { ability } = person;
  const language = languageOf(person);
  const found = await findEntries({ strapi }, { uid, ability }, items);
  const fields = fieldsOf({ strapi });
  const writes = items.flatMap(({ languages }) => languages.flatMap((said) => said.writes));
  const known = await namesOf({ strapi }, { uid, ability, fieldsOf: fields }, writes);
  const currenciesIn = await findCurrencies({ strapi });
  const mergeIn = (locale: string | null): ReturnType<typeof createMerge> =>
    createMerge({
      fieldsOf: fields,
      language,
      known: (column) => (name) => known(column)(name, locale),
      currenciesIn,
    });
  return {
    found,
    plan: createPlanner({ strapi }, { uid, ability, mode, answers, language, found, mergeIn }),
  };
};
