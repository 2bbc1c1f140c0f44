import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import { createFieldCheck } from '#platform/strapi/entry-access';
import { lockSorted } from '#platform/database/sorted-locks';
import { getTable, type Transaction } from '#platform/strapi/queries';
import { createReferenceFinders } from '#plugins/tables/bulk-edit';
import {
  buildRelatedKey,
  type Related,
  createAsks,
  type EntryCause,
  canCreateRelated,
  createRelatedData,
} from '../questions';
import type { Key, EntryItem } from './items';
import { toMessageLanguage } from '#platform/http/message-language';
import { cutText } from '#platform/http/spreadsheets/text';
import type { Person } from '#platform/strapi/actor';
import {
  readPublishedVersions,
  readTransactionId,
  type PublishedVersions,
} from '#plugins/changes/history';
import { createRunStore } from '../store/runs';
import type {
  ImportOptions,
  ItemOutcome,
  StoredItem,
  StoredRun,
  ToldItem,
} from '../store/stored-run';
import type { FoundEntries } from './find-entries';
import type { EntryPlan } from './plan-entry';
import { loadPlanning } from './load-planning';
import { LeftOut, getRefusalReason, reasons, Refused } from './refusals';
import { writeEntry } from './write-entry';

type Row = { SKU: string | null; slug: string | null };

type InTransaction = WithStrapi & { trx: Transaction };

/**
 * Returns whether an entry with a key exists by now. The key stays locked until the transaction
 * ends, because drafts have no unique index and another import may create the same entry.
 */
const isKeyTaken = async (
  { strapi, trx }: InTransaction,
  uid: UID.ContentType,
  { of, value }: Key,
): Promise<boolean> => {
  if (of === 'id') return false;
  await lockSorted({ strapi, trx }, [`import ${uid} ${of} ${value}`]);
  return (await getTable<Row>({ strapi }, uid).count({ where: { [of]: value } })) > 0;
};

/**
 * Returns the id of a related entry that exists by now, or null. Its name stays locked until the
 * transaction ends.
 */
const findRelatedByName = async (
  { strapi, trx }: InTransaction,
  ability: unknown,
  related: Related,
): Promise<string | null> => {
  const { uid, name, locales } = related;
  await lockSorted({ strapi, trx }, [`import ${buildRelatedKey(related)}`]);
  const finders = await createReferenceFinders({ strapi }, ability, [{ target: uid, text: name }]);
  return finders({ target: uid })(name, locales[0])[0]?.documentId ?? null;
};

/** Maximum length of a reason that groups refused entries. */
const LONGEST_REASON = 500;

/**
 * Milliseconds after which outcomes are stored, even within a batch, so that the page shows
 * progress.
 */
const STORE_OUTCOMES_MS = 1_000;

/**
 * Thrown if the run was cancelled, or the entry was written concurrently. It rolls the entry back.
 */
class Stopped extends Error {
  override name = 'Stopped';
}

/** Thrown if the related entry of a decision exists by now. Rows then use the existing one. */
class RelatedExists extends Error {
  override name = 'RelatedExists';
  constructor(readonly documentId: string) {
    super('The related entry exists');
  }
}

/** Attributes with the title of an entry. */
const TITLES = ['title', 'name', 'subject'] as const;

/**
 * Returns the title of an entry: the stored one, else that of the file.
 *
 * @param mayRead returns whether the user may read a field
 */
const getEntryTitle = (
  item: EntryItem,
  { entries, mayRead }: { entries: FoundEntries; mayRead: (field: string) => boolean },
  documentId: string | null,
): string => {
  const drafts = item.languages.flatMap(({ locale }) =>
    documentId === null ? [] : (entries.draftOf(documentId, locale) ?? []),
  );
  const titleText = drafts
    .flatMap((draft) => TITLES.filter(mayRead).map((name) => draft[name]))
    .find((text) => typeof text === 'string');
  if (typeof titleText === 'string') return titleText;
  const written = item.languages
    .flatMap(({ writes }) => writes)
    .find(({ place, text }) => ['title', 'name'].includes(place.join('.')) && text.trim() !== '');
  return written?.text.trim() ?? item.key?.value ?? '';
};

const getDraftVersions = ({ languages }: EntryPlan): ItemOutcome['versions'] =>
  Object.fromEntries(
    languages.map(({ locale, draft }) => [
      locale ?? '',
      draft === null ? null : String(draft.updatedAt),
    ]),
  );

/** Returns whether the drafts have not changed since the dry run. */
const isAsChecked = (plan: EntryPlan, checked: ItemOutcome | null): boolean =>
  checked === null ||
  Object.entries(getDraftVersions(plan)).every(
    ([locale, version]) => checked.versions[locale] === version,
  );

/** Returns the cause of an entry that is refused as a whole. */
const createRefusalCause = ({ rows }: EntryItem, reason: string): EntryCause => {
  const form = cutText(reason, LONGEST_REASON);
  const none = { column: '', value: '', target: null, canCreate: false, locale: null };
  return { code: 'REFUSED', ...none, form, reason: form, row: rows[0] ?? null };
};

/**
 * Checks or writes entries of an import.
 *
 * @param next the next entries
 */
export const importBatch = async (
  { strapi }: WithStrapi,
  { run, person, signal }: { run: StoredRun; person: Person; signal: AbortSignal },
  next: readonly StoredItem[],
): Promise<void> => {
  const runs = createRunStore({ strapi });
  const isDry = run.state === 'checking';
  const phase = isDry ? 'checked' : 'result';
  const { uid } = run;
  const { mode, answers = {}, decisions = [] } = run.options as ImportOptions;
  const language = toMessageLanguage(person);
  // Related entries come first, and the rows that name them are looked up after they are written.
  const areRelated = next.filter(({ number }) => number < 0);
  const stored = areRelated.length > 0 ? areRelated : next;
  const items = stored.map(({ content }) => content as EntryItem);
  const { entries, plan } = await loadPlanning(
    { strapi },
    { uid, person, mode, answers, decisions, isDry },
    items,
  );
  const titles = { entries, mayRead: createFieldCheck({ strapi }, person.ability, uid) };

  const planRelated = (related: Related): EntryPlan => {
    const { ability } = person;
    if (!canCreateRelated({ strapi }, { uid: related.uid, ability, mode })) {
      throw new Refused(reasons.related[language]);
    }
    const data = createRelatedData({ strapi }, related);
    const languages = related.locales.map((locale) => ({ locale, draft: null, data }));
    return { documentId: null, languages, changes: [], related: new Map() };
  };

  const importItem = async ({
    number,
    content,
    checked,
  }: StoredItem): Promise<ItemOutcome | null> => {
    const item = content as EntryItem;
    const asks = createAsks(answers);
    const createOutcome = (
      outcome: Partial<ItemOutcome> & Pick<ItemOutcome, 'outcome'>,
    ): ItemOutcome => ({
      documentId: null,
      title: '',
      changes: [],
      reason: null,
      versions: {},
      asks: asks.all(),
      ...(isDry && { causes: asks.causes() }),
      ...outcome,
    });
    let documentId: string | null = checked?.documentId ?? null;
    try {
      const { related } = item;
      const planned = related === undefined ? plan(item, asks) : planRelated(related);
      ({ documentId } = planned);
      const title = related?.name ?? getEntryTitle(item, titles, documentId);
      if (planned.languages.length === 0)
        return createOutcome({ documentId, title, outcome: 'unchanged' });
      if (!isDry && !isAsChecked(planned, checked))
        throw new Refused(reasons.changedSince[language]);
      const outcome = documentId === null ? ('created' as const) : ('changed' as const);
      const requiredKeys = [...planned.related.values()].map(buildRelatedKey);
      const all = {
        ...{ title, outcome, changes: planned.changes, versions: getDraftVersions(planned) },
        ...(requiredKeys.length > 0 && { related: requiredKeys }),
      };
      let published: PublishedVersions | null = null;
      const type = related?.uid ?? uid;
      await writeEntry({ strapi }, { uid: type, person, mode, isDry }, planned, {
        beforeCreate: async (trx) => {
          if (related !== undefined) {
            const id = await findRelatedByName({ strapi, trx }, person.ability, related);
            if (id !== null) throw new RelatedExists(id);
          } else if (item.key !== null && (await isKeyTaken({ strapi, trx }, uid, item.key))) {
            throw new Refused(reasons.changedSince[language]);
          }
        },
        beforePublish: async (id) => {
          published = await readPublishedVersions({ strapi }, type, id);
        },
        alongWith: async (id, trx) => {
          const written = { transaction: await readTransactionId({ strapi }), published };
          const result = { number, outcome: createOutcome({ ...all, documentId: id, written }) };
          if (!(await runs.tell(run.id, 'result', [result], trx))) throw new Stopped();
        },
      });
      return isDry ? createOutcome({ ...all, documentId }) : null;
    } catch (error) {
      if (error instanceof Stopped) return null;
      if (error instanceof RelatedExists) {
        const title = item.related?.name ?? '';
        return createOutcome({ documentId: error.documentId, title, outcome: 'unchanged' });
      }
      const isLeft = error instanceof LeftOut;
      const reason = isLeft ? error.message : getRefusalReason(error);
      if (reason === null) throw error;
      if (!isLeft && asks.causes().length === 0) asks.addCause(createRefusalCause(item, reason));
      return createOutcome({
        documentId,
        title: item.related?.name ?? getEntryTitle(item, titles, documentId),
        outcome: isLeft ? 'left' : 'refused',
        reason,
      });
    }
  };

  let untold: ToldItem[] = [];
  let reportedAt = performance.now();
  const storeOutcomes = async (): Promise<boolean> => {
    const all = untold;
    untold = [];
    reportedAt = performance.now();
    return all.length === 0 || runs.tell(run.id, phase, all);
  };
  for (const item of stored) {
    if (signal.aborted) break;
    const outcome = await importItem(item);
    if (outcome !== null) untold.push({ number: item.number, outcome });
    if (performance.now() - reportedAt > STORE_OUTCOMES_MS && !(await storeOutcomes())) return;
  }
  await storeOutcomes();
};
