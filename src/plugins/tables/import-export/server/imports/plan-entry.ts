import type { UID } from '@strapi/types';
import type { WithStrapi } from '../../../../../platform/with-strapi';
import {
  isBlank,
  isClearMarker,
  isCode,
  isDamaged,
  isKeyPlace,
  normalizeCodeAt,
  formatCodeText,
  textProblem,
} from '../../../../../catalogue/cell-texts';
import { isRoundedNumber, normalizeCode } from '../../../../../catalogue/codes';
import type { Text } from '../../../../../feature/layout';
import { slugOf } from '../../../../../catalogue/slug';
import { entryAccess } from '../../../../../platform/strapi/entry-access';
import { findModel } from '../../../../../platform/strapi/models';
import type { AnyDocument } from '../../../../../platform/strapi/documents';
import {
  isNaming,
  splitNames,
  readCell,
  type Column,
  type FindReference,
  fieldsOf,
  fieldAccess,
} from '../../../bulk-edit';
import { isHiddenTitle } from '../../../../rights';
import {
  LONGEST_NAME,
  type Answers,
  type ImportMode,
  type QuestionCode,
  type Sample,
} from '../../runs';
import { placeCalled, parseFieldPath, formatFieldPath } from '../columns/field-paths';
import { fieldHeading } from '../columns/headings';
import { cellText, listFilledPaths } from '../entries/entry-cells';
import { isSameText, type createMerge, type Merged, type Write } from '../entries/merge-cells';
import { isByText } from '../types';
import { comparableText } from '../../../../../catalogue/comparable-text';
import type { Found } from './find-entries';
import { LONGEST_SAMPLE, type EntryItem, type Key, type LanguageWrites } from './items';
import { isChangeable, isResembling } from './keys';
import {
  answerTo,
  createAsks,
  type Asks,
  createDecisionFinder,
  type StoredDecision,
  type Related,
} from '../questions';
import { canCreateRelated } from './related';
import {
  keyTwice,
  LeftOut,
  reasons,
  Refused,
  similarKeyMessage,
  similarOtherKeyMessage,
} from './refusals';

/** Changes of an entry in one locale. */
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
  /** Headings of the columns that change. */
  changes: readonly string[];
  /** Related entries that a dry run has to create, by their temporary ids in the data. */
  related: ReadonlyMap<string, Related>;
};

type Planning = {
  uid: UID.ContentType;
  ability: unknown;
  mode: ImportMode;
  answers: Answers;
  decisions: readonly StoredDecision[];
  language: keyof Text;
  found: Found;
  mergeIn: (locale: string | null) => ReturnType<typeof createMerge>;
  known: (column: Column) => FindReference;
  /** Related entries that decisions create in this dry run, by temporary id. */
  related: ReadonlyMap<string, Related>;
  plannedId: (decision: StoredDecision) => string | null;
};

/** Document of a row. `isRenamed`: found by a key that a spreadsheet has changed. */
type Meant = { documentId: string | null; isRenamed: boolean };

type StoredText = { column: Column; text: string };

/** Returns whether a cell looks empty. Separators alone name no entry. */
const isEmptyCell = (text: string, column: Column | undefined): boolean =>
  isBlank(text) || (column !== undefined && isNaming(column) && splitNames(text).every(isBlank));

const NEW: Meant = { documentId: null, isRenamed: false };

/** Write with its error, if any. */
type Prepared = { write: Write; problem: Text | null };

const isSaid = (writes: readonly Prepared[]): boolean =>
  writes.some(({ write }) => write.text.trim() !== '');

/**
 * Returns a function that compares an entry of a file with the stored one and with the user's
 * permissions. It writes nothing.
 *
 * @throws Refused, or LeftOut because of an answer
 */
export const createPlanner = ({ strapi }: WithStrapi, planning: Planning) => {
  const { uid, ability, mode, answers, language, found, mergeIn, known } = planning;
  const decisionAbout = createDecisionFinder(planning.decisions);
  const access = entryAccess({ strapi }, { ability, uid });
  const mayField = fieldAccess({ strapi }, { uid, ability });
  const fields = fieldsOf({ strapi });
  const told = (reason: Text, about: string): string => `${about}: ${reason[language]}`;

  const refuse = (reason: Text, about?: string): never => {
    throw new Refused(about === undefined ? reason[language] : told(reason, about));
  };

  const leaveOut = (reason: Text): never => {
    throw new LeftOut(reason[language]);
  };

  const headingOf = (place: string, locale: string | null): string =>
    fieldHeading({ fieldsOf: fields, uid }, parseFieldPath(place), locale, language);

  const columns = new Map<string, Column | null>();
  const columnAt = (place: string): Column | null => {
    const column = columns.get(place) ?? placeCalled(fields, uid, place)?.column ?? null;
    columns.set(place, column);
    return column;
  };

  const creatable = new Map<string, boolean>();
  const canCreate = (target: string): boolean => {
    const can =
      creatable.get(target) ?? canCreateRelated({ strapi }, { uid: target, ability, mode });
    creatable.set(target, can);
    return can;
  };

  /** Applies the decisions about names that match no entry, or several, and notes these names. */
  const decideNames = (
    write: Write,
    { locale, row, hasStored }: { locale: string | null; row: number | null; hasStored: boolean },
    asks: Asks,
  ): Write => {
    const place = formatFieldPath(write.place);
    const column = columnAt(place);
    if (column === null || !isNaming(column)) return write;
    const find = (name: string) => known(column)(name, locale);
    const decide = (name: string): string[] => {
      // The title stands for stored references, which the merge finds.
      if (isHiddenTitle(name) && hasStored) return [name];
      const matches = find(name);
      if (matches.length === 1) return [name];
      const read = readCell({ ...column, isMany: true }, name, find);
      if (!('error' in read)) return [name];
      const form = comparableText(name);
      const isShort = Math.max(name.length, form.length) <= LONGEST_NAME;
      const target = isShort ? column.target : null;
      const cause = {
        code: matches.length === 0 ? ('NOT_FOUND' as const) : ('SEVERAL_FOUND' as const),
        column: headingOf(place, locale),
        value: name.slice(0, LONGEST_NAME),
        form: form.slice(0, LONGEST_NAME),
        reason: read.error[language],
        canCreate: matches.length === 0 && target !== null && canCreate(target),
        ...{ row, target, locale },
      };
      const decision = isShort ? decisionAbout(cause) : undefined;
      asks.addCause(cause, decision !== undefined);
      if (decision?.kind === 'empty') return [];
      if (decision?.kind === 'choose') return [decision.documentId ?? name];
      return [(decision?.kind === 'create' ? planning.plannedId(decision) : null) ?? name];
    };
    const names = splitNames(write.text);
    const decided = names
      .flatMap(decide)
      .filter((name, at, all) => isHiddenTitle(name) || all.indexOf(name) === at);
    return decided.join() === names.join() ? write : { ...write, text: decided.join('; ') };
  };

  /** Returns the texts of a draft by place. */
  const textsOf = (draft: AnyDocument | null): ReadonlyMap<string, StoredText> =>
    new Map(
      draft === null
        ? []
        : listFilledPaths(fields, uid, draft).map(({ place, column, value }) => [
            formatFieldPath(place),
            { column, text: cellText(column, value, language) },
          ]),
    );

  /**
   * Asks whether a key is a similar one that a spreadsheet has changed.
   *
   * @throws LeftOut until there is an answer
   */
  const askNearKey = (
    { ask }: Asks,
    at: Omit<Sample, 'text'>,
    about: Text,
  ): 'same' | 'different' => {
    const answer = ask('NEAR_KEYS', { ...at, text: about[language] });
    return answer === 'skip' ? leaveOut(about) : answer;
  };

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

  const errorIn = ({ error, hiddenError = null }: EntryItem): Text | null =>
    error ?? (answerTo(answers, 'HIDDEN_ROWS') === 'import' ? hiddenError : null);

  /** Returns the document whose key a spreadsheet may have changed, or a new entry. */
  const findResembling = ({ key, nearKey, rows }: EntryItem & { key: Key }, asks: Asks): Meant => {
    const at = { row: rows[0] ?? null, column: key.of };
    if (isRoundedNumber(key.value)) refuse(formatCodeText(key.value));
    const all = found.resembling(key);
    const one = (documents: typeof all): Meant => {
      const [documentId = null, ...others] = new Set(documents.map((known) => known.documentId));
      return others.length > 0 ? refuse(reasons.ambiguous) : { documentId, isRenamed: true };
    };
    const looksSame = all.filter(({ isSame }) => isSame);
    if (looksSame.length > 0) return one(looksSame);
    const [first] = all;
    if (first !== undefined) {
      const answer = askNearKey(asks, at, similarKeyMessage(key.value, first.value));
      if (answer === 'same') return one(all);
    } else if (nearKey !== undefined) {
      const answer = askNearKey(asks, at, similarKeyMessage(key.value, nearKey));
      if (answer === 'same') refuse(keyTwice(key.value, nearKey));
    }
    const answer = asks.ask('MANY_CREATED', { ...at, text: key.value });
    return answer === 'skip' ? leaveOut(reasons.many) : NEW;
  };

  const documentOf = (item: EntryItem, asks: Asks): Meant => {
    const { key } = item;
    if (key === null) return NEW;
    const [documentId, ...others] = found.meantBy(key);
    if (others.length > 0) refuse(reasons.ambiguous);
    if (documentId === undefined) {
      return key.of === 'id' ? refuse(reasons.unknown) : findResembling({ ...item, key }, asks);
    }
    return found.mayChange(documentId) ? { documentId, isRenamed: false } : refuse(reasons.unknown);
  };

  const slugAttribute = findModel({ strapi }, uid)?.attributes.slug;

  /** Adds the slug of a new title where the entry has none, as forms do. */
  const withSlug = (
    merged: Merged,
    { documentId, draft }: { documentId: string | null; draft: AnyDocument | null },
  ): Merged => {
    // A new locale has the slug of the others already, unless each locale has its own.
    const isShared = slugAttribute?.pluginOptions?.i18n?.localized !== true;
    if (isShared && draft === null && documentId !== null) return merged;
    const { title, name, slug } = merged.data;
    const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
    const named = [title, name].find(isText);
    const hasSlug = [slug, draft?.slug].some(isText);
    const may = mayField(draft === null ? 'create' : 'update', ['slug']);
    if (slugAttribute === undefined || named === undefined || hasSlug || !may) return merged;
    const made = slugOf(named);
    if (made === '') return merged;
    const changed = [...new Set([...merged.changed, 'slug'])];
    return { ...merged, data: { ...merged.data, slug: made }, changed };
  };

  const assertMay = (merged: Merged, draft: AnyDocument | null, locale: string | null): void => {
    const action = draft === null ? 'create' : 'update';
    if (!access.may(action)) refuse(draft === null ? reasons.create : reasons.unknown);
    for (const place of merged.changed) {
      if (!mayField(action, parseFieldPath(place))) refuse(reasons.field, headingOf(place, locale));
    }
    if (mode === 'publish' && !access.may('publish')) refuse(reasons.publish);
  };

  /**
   * Returns a function that turns a cell into writes, by the answers given. It asks questions and
   * reports errors.
   */
  const createPreparation = (
    { key, rows }: EntryItem,
    { isRenamed }: Meant,
    { locale, draft }: { locale: string | null; draft: AnyDocument | null },
    asks: Asks,
  ) => {
    const stored = textsOf(draft);
    const placeOf = ({ place, row }: Write) => ({
      row: row ?? rows[0] ?? null,
      column: headingOf(formatFieldPath(place), locale),
    });
    const askOf = <Code extends QuestionCode>(code: Code, write: Write, text: string) =>
      asks.ask(code, { ...placeOf(write), text: text.trim().slice(0, LONGEST_SAMPLE) });
    const isChangedKey = ({ place, text }: Write): boolean =>
      isRenamed &&
      key !== null &&
      place.length === 1 &&
      place[0] === key.of &&
      normalizeCode(text) === normalizeCode(key.value);

    /** Handles a cell that changes the stored key into a similar one. */
    const prepareKey = (write: Write, before: string): Prepared[] => {
      const { text } = write;
      if (before === '' || text === '' || !isResembling(before, text)) {
        return [{ write, problem: null }];
      }
      const answer = askNearKey(asks, placeOf(write), similarKeyMessage(text, before));
      return answer === 'same' ? [] : [{ write, problem: null }];
    };

    const isTextField = ({ place }: Write): boolean => {
      const name = formatFieldPath(place);
      const column = stored.get(name)?.column ?? columnAt(name);
      return column?.kind === 'text';
    };

    const prepareText = (write: Write, before: string): Prepared[] => {
      const problem = textProblem(write.place, write.text);
      if (problem !== null) return [{ write, problem }];
      if (isDamaged(write.text) && askOf('DAMAGED_TEXT', write, write.text) === 'skip') {
        leaveOut(reasons.damaged);
      }
      const isConverted = write.isConverted === true && isTextField(write);
      if (isConverted && askOf('CONVERTED_CELLS', write, write.text) === 'skip') {
        return isKeyPlace(write.place) ? leaveOut(reasons.converted) : [];
      }
      if (!isCode(write.place)) return [{ write, problem: null }];
      const code = { ...write, text: normalizeCodeAt(write.place, write.text) };
      if (isSameText(before, code.text)) return [];
      return isKeyPlace(write.place) ? prepareKey(code, before) : [{ write: code, problem: null }];
    };

    return (write: Write): Prepared[] => {
      if (write.hidden === 'row' && answerTo(answers, 'HIDDEN_ROWS') === 'skip') return [];
      if (isChangedKey(write)) return [];
      const { text: before = '', column } = stored.get(formatFieldPath(write.place)) ?? {};
      if (isSameText(before, write.text)) return [{ write, problem: null }];
      if (isClearMarker(write.text)) return [{ write: { ...write, text: '' }, problem: null }];
      const isReadable = textProblem(write.place, write.text) === null;
      const row = write.row ?? rows[0] ?? null;
      const decided =
        !isReadable || isEmptyCell(write.text, column)
          ? write
          : decideNames(write, { locale, row, hasStored: before !== '' }, asks);
      if (isEmptyCell(decided.text, column)) {
        if (before.trim() === '') return [];
        const isKept = askOf('EMPTY_CELLS', write, before) === 'keep';
        return isKept ? [] : [{ write: { ...write, text: '' }, problem: null }];
      }
      return prepareText(decided, before);
    };
  };

  /**
   * Asks about cells of hidden columns that would change a value. Removes all cells of hidden
   * columns unless an answer includes them.
   */
  const withoutHidden = (
    prepared: readonly Prepared[],
    { rows }: EntryItem,
    { locale, draft }: { locale: string | null; draft: AnyDocument | null },
    { ask }: Asks,
  ): readonly Prepared[] => {
    const hidden = prepared.filter(({ write }) => write.hidden === 'column');
    if (hidden.length === 0) return prepared;
    const { changed } = mergeIn(locale)(
      uid,
      draft,
      hidden.map(({ write }) => write),
    );
    for (const { write } of hidden) {
      const place = formatFieldPath(write.place);
      if (!changed.includes(place)) continue;
      const text = write.text.slice(0, LONGEST_SAMPLE);
      ask('HIDDEN_COLUMNS', {
        row: write.row ?? rows[0] ?? null,
        column: headingOf(place, locale),
        text,
      });
    }
    return answerTo(answers, 'HIDDEN_COLUMNS') === 'skip'
      ? prepared.filter(({ write }) => write.hidden !== 'column')
      : prepared;
  };

  const planLanguage = (
    item: EntryItem,
    meant: Meant,
    { locale, writes, version }: LanguageWrites,
    asks: Asks,
  ): (LanguagePlan & { changed: readonly string[] }) | null => {
    const { documentId } = meant;
    const draft = documentId === null ? null : found.draftOf(documentId, locale);
    const of = { locale, draft };
    const prepared = withoutHidden(
      writes.flatMap(createPreparation(item, meant, of, asks)),
      item,
      of,
      asks,
    );
    if (draft === null && !isSaid(prepared)) return null;
    if (draft === null && isByText(uid)) refuse(reasons.noVersion, locale ?? undefined);
    const wrong = prepared.flatMap(({ write, problem }) =>
      problem === null ? [] : [{ place: formatFieldPath(write.place), reason: problem }],
    );
    const right = prepared.flatMap(({ write, problem }) => (problem === null ? [write] : []));
    const merged = withSlug(mergeIn(locale)(uid, draft, right), { documentId, draft });
    const errors = [...wrong, ...merged.errors];
    if (errors.length > 0) {
      const rowsOf = new Map(writes.map(({ place, row }) => [formatFieldPath(place), row]));
      const rowWord = { en: 'row', es: 'fila' }[language];
      for (const { place, reason } of errors) {
        const column = headingOf(place, locale);
        const { text = '' } = writes.find((write) => formatFieldPath(write.place) === place) ?? {};
        if (asks.causes().some((cause) => cause.column === column)) continue;
        const [value, form] = [text.trim().slice(0, LONGEST_NAME), text.slice(0, LONGEST_NAME)];
        const row = rowsOf.get(place) ?? item.rows[0] ?? null;
        const of = { code: 'INVALID' as const, column, value, form, reason: reason[language] };
        asks.addCause({ ...of, row, target: null, canCreate: false, locale });
      }
      // All errors are reported together, so that users can correct the file at once.
      const messages = errors.map(({ reason, place }) => {
        const row = rowsOf.get(place);
        const heading = headingOf(place, locale);
        return told(reason, row === undefined ? heading : `${heading}, ${rowWord} ${row}`);
      });
      throw new Refused(messages.join(' '));
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

  const planLanguages = (item: EntryItem, meant: Meant, asks: Asks) =>
    item.languages.flatMap((said) => planLanguage(item, meant, said, asks) ?? []);

  /** Returns whether a row changes its document, or is refused. */
  const isChange = (item: EntryItem, meant: Meant): boolean => {
    try {
      return planLanguages(item, meant, createAsks(answers)).length > 0;
    } catch (error) {
      if (error instanceof Refused || error instanceof LeftOut) return true;
      throw error;
    }
  };

  /** Asks which entry a row changes, if its key may be the changed key of another entry. */
  const chooseResembling = (item: EntryItem, meant: Meant, asks: Asks): Meant => {
    const { key, nearKey, rows } = item;
    const { documentId, isRenamed } = meant;
    if (key === null || documentId === null || isRenamed || !isChangeable(key.value)) return meant;
    // The file contains both keys, so neither was changed.
    if (nearKey !== undefined) return meant;
    const others = found.resembling(key).filter((one) => one.documentId !== documentId);
    const [first] = others;
    if (first === undefined || !isChange(item, meant)) return meant;
    const at = { row: rows[0] ?? null, column: key.of };
    const about = similarOtherKeyMessage(key.value, first.value);
    if (askNearKey(asks, at, about) === 'different') return meant;
    const isOne = new Set(others.map((one) => one.documentId)).size === 1;
    return isOne ? { documentId: first.documentId, isRenamed: true } : refuse(reasons.ambiguous);
  };

  return (item: EntryItem, asks: Asks): EntryPlan => {
    assertRead(item, asks);
    const error = errorIn(item);
    if (error !== null) refuse(error);
    const meant = chooseResembling(item, documentOf(item, asks), asks);
    const languages = planLanguages(item, meant, asks);
    const written =
      planning.related.size === 0 ? '' : JSON.stringify(languages.map(({ data }) => data));
    return {
      documentId: meant.documentId,
      languages,
      related: new Map([...planning.related].filter(([id]) => written.includes(id))),
      changes: languages.flatMap(({ changed, locale }) =>
        changed.map((place) => headingOf(place, locale)),
      ),
    };
  };
};
