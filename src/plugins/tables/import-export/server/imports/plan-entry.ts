import type { WithStrapi } from '#platform/strapi/with-strapi';
import { formatCodeText } from '#catalogue/cell-texts';
import { isRoundedNumber } from '#catalogue/codes';
import { slugify } from '#catalogue/slug';
import type { Text } from '#feature/layout';
import { cutText } from '#platform/http/spreadsheets/text';
import type { AnyDocument } from '#platform/strapi/documents';
import { createEntryAccess } from '#platform/strapi/entry-access';
import { findModel } from '#platform/strapi/models';
import { createFieldAccessCheck, getFieldLookup } from '#plugins/tables/bulk-edit';
import { LONGEST_NAME, type Sample } from '../../runs';
import { formatFieldPath, parseFieldPath } from '../columns/field-paths';
import { formatFieldHeading } from '../columns/headings';
import type { MergeResult } from '../entries/merge-cells';
import { answerTo, createAsks, type Asks, type Related } from '../questions';
import { isByText } from '../types';
import type { EntryItem, Key, LanguageWrites } from './items';
import { isChangeable } from './keys';
import {
  createCellPreparation,
  type Match,
  type PlanContext,
  type PreparedWrite,
} from './prepare-cells';
import {
  describeDuplicateKey,
  LeftOut,
  reasons,
  Refused,
  describeSimilarKey,
  describeSimilarOtherKey,
} from './refusals';

export type LanguagePlan = {
  locale: string | null;
  /** Draft that the changes are based on. Null: the locale is new. */
  draft: AnyDocument | null;
  data: Record<string, unknown>;
};

export type EntryPlan = {
  /** Null: the entry is new. */
  documentId: string | null;
  languages: readonly LanguagePlan[];
  changes: readonly string[];
  /** Related entries that a dry run has to create, by their temporary ids in the data. */
  related: ReadonlyMap<string, Related>;
};

const NEW: Match = { documentId: null, isRenamed: false };

const hasText = (writes: readonly PreparedWrite[]): boolean =>
  writes.some(({ write }) => write.text.trim() !== '');

/**
 * Returns a function that compares an entry of a file with the stored one and with the user's
 * permissions. It writes nothing.
 *
 * @throws Refused, or LeftOut because of an answer
 */
export const createPlanner = ({ strapi }: WithStrapi, planning: PlanContext) => {
  const { uid, ability, mode, answers, language, entries, mergeIn } = planning;
  const access = createEntryAccess({ strapi }, { ability, uid });
  const mayField = createFieldAccessCheck({ strapi }, { uid, ability });
  const fields = getFieldLookup({ strapi });
  const withPlace = (reason: Text, subject: string): string => `${subject}: ${reason[language]}`;

  const refuse = (reason: Text, subject?: string): never => {
    throw new Refused(subject === undefined ? reason[language] : withPlace(reason, subject));
  };

  const leaveOut = (reason: Text): never => {
    throw new LeftOut(reason[language]);
  };

  const formatHeading = (place: string, locale: string | null): string =>
    formatFieldHeading({ fieldsOf: fields, uid }, parseFieldPath(place), locale, language);

  /**
   * Asks whether a key is a similar one that a spreadsheet has changed.
   *
   * @throws LeftOut until there is an answer
   */
  const askNearKey = (
    { ask }: Asks,
    sample: Omit<Sample, 'text'>,
    subject: Text,
  ): 'same' | 'different' => {
    const answer = ask('NEAR_KEYS', { ...sample, text: subject[language] });
    return answer === 'skip' ? leaveOut(subject) : answer;
  };

  const prepareCells = createCellPreparation({ strapi }, planning, {
    headingOf: formatHeading,
    leaveOut,
    askNearKey,
  });

  /** @throws LeftOut for rows that an answer excludes */
  const assertRead = ({ rows, hiddenRows = [], beyond = [] }: EntryItem, { ask }: Asks): void => {
    for (const row of hiddenRows) ask('HIDDEN_ROWS', { row, column: null, text: '' });
    const isLeft = answerTo(answers, 'HIDDEN_ROWS') === 'skip';
    if (isLeft && hiddenRows.length === rows.length) leaveOut(reasons.hidden);
    const cells = isLeft
      ? beyond.filter(({ row }) => row === null || !hiddenRows.includes(row))
      : beyond;
    for (const cell of cells) ask('CELLS_BEYOND', cell);
    if (cells.length > 0 && answerTo(answers, 'CELLS_BEYOND') === 'skip') leaveOut(reasons.beyond);
  };

  const getItemError = ({ error, hiddenError = null }: EntryItem): Text | null =>
    error ?? (answerTo(answers, 'HIDDEN_ROWS') === 'import' ? hiddenError : null);

  /** Returns the document whose key a spreadsheet may have changed, or a new entry. */
  const findResembling = ({ key, nearKey, rows }: EntryItem & { key: Key }, asks: Asks): Match => {
    const sample = { row: rows[0] ?? null, column: key.of };
    if (isRoundedNumber(key.value)) refuse(formatCodeText(key.value));
    const all = entries.resembling(key);
    const requireSingle = (documents: typeof all): Match => {
      const [documentId = null, ...others] = new Set(
        documents.map((document) => document.documentId),
      );
      return others.length > 0 ? refuse(reasons.ambiguous) : { documentId, isRenamed: true };
    };
    const sameKeys = all.filter(({ isSame }) => isSame);
    if (sameKeys.length > 0) return requireSingle(sameKeys);
    const [first] = all;
    if (first !== undefined) {
      const answer = askNearKey(asks, sample, describeSimilarKey(key.value, first.value));
      if (answer === 'same') return requireSingle(all);
    } else if (nearKey !== undefined) {
      const answer = askNearKey(asks, sample, describeSimilarKey(key.value, nearKey));
      if (answer === 'same') refuse(describeDuplicateKey(key.value, nearKey));
    }
    const answer = asks.ask('MANY_CREATED', { ...sample, text: key.value });
    return answer === 'skip' ? leaveOut(reasons.many) : NEW;
  };

  const matchDocument = (item: EntryItem, asks: Asks): Match => {
    const { key } = item;
    if (key === null) return NEW;
    const [documentId, ...others] = entries.findByKey(key);
    if (others.length > 0) refuse(reasons.ambiguous);
    if (documentId === undefined) {
      return key.of === 'id' ? refuse(reasons.unknown) : findResembling({ ...item, key }, asks);
    }
    return entries.mayChange(documentId)
      ? { documentId, isRenamed: false }
      : refuse(reasons.unknown);
  };

  const slugAttribute = findModel({ strapi }, uid)?.attributes.slug;

  /** Adds the slug of a new title where the entry has none, as forms do. */
  const withSlug = (
    merged: MergeResult,
    {
      documentId,
      draft,
      locale,
    }: { documentId: string | null; draft: AnyDocument | null; locale: string | null },
  ): MergeResult => {
    // A new locale has the slug of the others already, unless each locale has its own.
    const isShared = slugAttribute?.pluginOptions?.i18n?.localized !== true;
    if (isShared && draft === null && documentId !== null) return merged;
    const { title, name, slug } = merged.data;
    const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
    const namingText = [title, name].find(isText);
    const hasSlug = [slug, draft?.slug].some(isText);
    const mayWriteSlug = mayField(draft === null ? 'create' : 'update', ['slug'], locale);
    if (slugAttribute === undefined || namingText === undefined || hasSlug || !mayWriteSlug)
      return merged;
    const newSlug = slugify(namingText);
    if (newSlug === '') return merged;
    const changedFields = [...new Set([...merged.changed, 'slug'])];
    return { ...merged, data: { ...merged.data, slug: newSlug }, changed: changedFields };
  };

  const assertMay = (
    merged: MergeResult,
    draft: AnyDocument | null,
    locale: string | null,
  ): void => {
    const action = draft === null ? 'create' : 'update';
    if (!access.may(action)) refuse(draft === null ? reasons.create : reasons.unknown);
    for (const place of merged.changed) {
      if (!mayField(action, parseFieldPath(place), locale)) {
        refuse(reasons.field, formatHeading(place, locale));
      }
    }
    if (mode === 'publish' && !access.may('publish')) refuse(reasons.publish);
  };

  const planLanguage = (
    item: EntryItem,
    match: Match,
    { locale, writes, version }: LanguageWrites,
    asks: Asks,
  ): (LanguagePlan & { changed: readonly string[] }) | null => {
    const { documentId } = match;
    const draft = documentId === null ? null : entries.draftOf(documentId, locale);
    const prepared = prepareCells(item, match, writes, { locale, draft }, asks);
    if (draft === null && !hasText(prepared)) return null;
    if (draft === null && isByText(uid)) refuse(reasons.noVersion, locale ?? undefined);
    const wrong = prepared.flatMap(({ write, problem }) =>
      problem === null ? [] : [{ place: formatFieldPath(write.place), reason: problem }],
    );
    const right = prepared.flatMap(({ write, problem }) => (problem === null ? [write] : []));
    const merged = withSlug(mergeIn(locale)(uid, draft, right), { documentId, draft, locale });
    const errors = [...wrong, ...merged.errors];
    if (errors.length > 0) {
      const rowsOf = new Map(writes.map(({ place, row }) => [formatFieldPath(place), row]));
      const rowWord = { en: 'row', es: 'fila' }[language];
      for (const { place, reason } of errors) {
        const column = formatHeading(place, locale);
        const { text = '' } = writes.find((write) => formatFieldPath(write.place) === place) ?? {};
        if (asks.causes().some((cause) => cause.column === column)) continue;
        const [value, form] = [cutText(text.trim(), LONGEST_NAME), cutText(text, LONGEST_NAME)];
        const row = rowsOf.get(place) ?? item.rows[0] ?? null;
        const question = {
          code: 'INVALID' as const,
          column,
          value,
          form,
          reason: reason[language],
        };
        asks.addCause({ ...question, row, target: null, canCreate: false, locale });
      }
      // All errors are reported together, so that users can correct the file at once.
      const messages = errors.map(({ reason, place }) => {
        const row = rowsOf.get(place);
        const heading = formatHeading(place, locale);
        return withPlace(reason, row === undefined ? heading : `${heading}, ${rowWord} ${row}`);
      });
      throw new Refused(messages.join(' '));
    }
    if (merged.changed.length === 0) return null;
    if (draft !== null && documentId !== null && !entries.mayChange(documentId, locale)) {
      refuse(reasons.unknown);
    }
    assertMay(merged, draft, locale);
    if (version !== null && draft !== null && version !== String(draft.updatedAt)) {
      refuse(reasons.changed);
    }
    return { locale, draft, data: merged.data, changed: merged.changed };
  };

  const planLanguages = (item: EntryItem, match: Match, asks: Asks) =>
    item.languages.flatMap((cells) => planLanguage(item, match, cells, asks) ?? []);

  /** Returns whether a row changes its document, or is refused. */
  const isChange = (item: EntryItem, match: Match): boolean => {
    try {
      return planLanguages(item, match, createAsks(answers)).length > 0;
    } catch (error) {
      if (error instanceof Refused || error instanceof LeftOut) return true;
      throw error;
    }
  };

  /** Asks which entry a row changes, if its key may be the changed key of another entry. */
  const chooseResembling = (item: EntryItem, match: Match, asks: Asks): Match => {
    const { key, nearKey, rows } = item;
    const { documentId, isRenamed } = match;
    if (key === null || documentId === null || isRenamed || !isChangeable(key.value)) return match;
    // The file contains both keys, so neither was changed.
    if (nearKey !== undefined) return match;
    const others = entries
      .resembling(key)
      .filter((candidate) => candidate.documentId !== documentId);
    const [first] = others;
    if (first === undefined || !isChange(item, match)) return match;
    const sample = { row: rows[0] ?? null, column: key.of };
    const question = describeSimilarOtherKey(key.value, first.value);
    if (askNearKey(asks, sample, question) === 'different') return match;
    const isOne = new Set(others.map((candidate) => candidate.documentId)).size === 1;
    return isOne ? { documentId: first.documentId, isRenamed: true } : refuse(reasons.ambiguous);
  };

  return (item: EntryItem, asks: Asks): EntryPlan => {
    assertRead(item, asks);
    const error = getItemError(item);
    if (error !== null) refuse(error);
    const match = chooseResembling(item, matchDocument(item, asks), asks);
    const languages = planLanguages(item, match, asks);
    const written =
      planning.related.size === 0 ? '' : JSON.stringify(languages.map(({ data }) => data));
    return {
      documentId: match.documentId,
      languages,
      related: new Map([...planning.related].filter(([id]) => written.includes(id))),
      changes: languages.flatMap(({ changed, locale }) =>
        changed.map((place) => formatHeading(place, locale)),
      ),
    };
  };
};
