import type { UID } from '@strapi/types';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import {
  isBlank,
  isClearMarker,
  isCode,
  isDamaged,
  isKeyPlace,
  normalizeCodeAt,
  findTextProblem,
} from '#catalogue/cell-texts';
import { normalizeCode } from '#catalogue/codes';
import { toComparableText } from '#catalogue/comparable-text';
import type { Text } from '#feature/layout';
import { cutText } from '#platform/http/spreadsheets/text';
import type { AnyDocument } from '#platform/strapi/documents';
import {
  getFieldLookup,
  isNaming,
  readCell,
  splitNames,
  type Column,
  type FindReference,
} from '#plugins/tables/bulk-edit';
import { isHiddenTitle } from '#catalogue/access/hidden-entries';
import {
  LONGEST_NAME,
  type Answers,
  type ImportMode,
  type QuestionCode,
  type Sample,
} from '../../runs';
import { formatFieldPath, findPlaceByName } from '../columns/field-paths';
import { formatCell, listFilledPaths } from '../entries/entry-cells';
import { isSameText, type createMerge, type Write } from '../entries/merge-cells';
import {
  answerTo,
  createDecisionFinder,
  type Asks,
  type Related,
  type StoredDecision,
  canCreateRelated,
} from '../questions';
import type { FoundEntries } from './find-entries';
import { LONGEST_SAMPLE, type EntryItem } from './items';
import { isResembling } from './keys';
import { reasons, describeSimilarKey } from './refusals';

export type PlanContext = {
  uid: UID.ContentType;
  ability: unknown;
  mode: ImportMode;
  answers: Answers;
  decisions: readonly StoredDecision[];
  language: keyof Text;
  entries: FoundEntries;
  mergeIn: (locale: string | null) => ReturnType<typeof createMerge>;
  referenceFinder: (column: Column) => FindReference;
  /** Related entries that decisions create in this dry run, by temporary id. */
  related: ReadonlyMap<string, Related>;
  plannedId: (decision: StoredDecision) => string | null;
};

/** Document of a row. `isRenamed`: found by a key that a spreadsheet has changed. */
export type Match = { documentId: string | null; isRenamed: boolean };

type StoredText = { column: Column; text: string };

/** Returns whether a cell looks empty. Separators alone name no entry. */
const isEmptyCell = (text: string, column: Column | undefined): boolean =>
  isBlank(text) || (column !== undefined && isNaming(column) && splitNames(text).every(isBlank));

/** Write with its error, if any. */
export type PreparedWrite = { write: Write; problem: Text | null };

/** Draft that cells are compared with. Null: the locale is new. */
type Version = { locale: string | null; draft: AnyDocument | null };

type Planner = {
  headingOf: (place: string, locale: string | null) => string;
  leaveOut: (reason: Text) => never;
  askNearKey: (asks: Asks, at: Omit<Sample, 'text'>, about: Text) => 'same' | 'different';
};

/**
 * Returns a function that turns the cells of an entry's locale into writes, by the answers given. It
 * asks questions and reports errors.
 *
 * @throws LeftOut because of an answer
 */
export const createCellPreparation = (
  { strapi }: WithStrapi,
  planning: PlanContext,
  { headingOf, leaveOut, askNearKey }: Planner,
) => {
  const { uid, ability, mode, answers, language, mergeIn, referenceFinder } = planning;
  const decisionAbout = createDecisionFinder(planning.decisions);
  const fields = getFieldLookup({ strapi });

  const columns = new Map<string, Column | null>();
  const findColumn = (place: string): Column | null => {
    const column = columns.get(place) ?? findPlaceByName(fields, uid, place)?.column ?? null;
    columns.set(place, column);
    return column;
  };

  const creatable = new Map<string, boolean>();
  const canCreate = (target: string): boolean => {
    const mayCreate =
      creatable.get(target) ?? canCreateRelated({ strapi }, { uid: target, ability, mode });
    creatable.set(target, mayCreate);
    return mayCreate;
  };

  /** Applies the decisions about names that match no entry, or several, and notes these names. */
  const decideNames = (
    write: Write,
    { locale, row, hasStored }: { locale: string | null; row: number | null; hasStored: boolean },
    asks: Asks,
  ): Write => {
    const place = formatFieldPath(write.place);
    const column = findColumn(place);
    if (column === null || !isNaming(column)) return write;
    const find = (name: string) => referenceFinder(column)(name, locale);
    const decide = (name: string): string[] => {
      // The title stands for stored references, which the merge finds.
      if (isHiddenTitle(name) && hasStored) return [name];
      const matches = find(name);
      if (matches.length === 1) return [name];
      const read = readCell({ ...column, isMany: true }, name, find);
      if (!('error' in read)) return [name];
      const form = toComparableText(name);
      const isShort = Math.max(name.length, form.length) <= LONGEST_NAME;
      const target = isShort ? column.target : null;
      const cause = {
        code: matches.length === 0 ? ('NOT_FOUND' as const) : ('SEVERAL_FOUND' as const),
        column: headingOf(place, locale),
        value: cutText(name, LONGEST_NAME),
        form: cutText(form, LONGEST_NAME),
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
      .filter((name, index, all) => isHiddenTitle(name) || all.indexOf(name) === index);
    return decided.join() === names.join() ? write : { ...write, text: decided.join('; ') };
  };

  const collectStoredTexts = (draft: AnyDocument | null): ReadonlyMap<string, StoredText> =>
    new Map(
      draft === null
        ? []
        : listFilledPaths(fields, uid, draft).map(({ place, column, value }) => [
            formatFieldPath(place),
            { column, text: formatCell(column, value, language) },
          ]),
    );

  const createPreparation = (
    { key, rows }: EntryItem,
    { isRenamed }: Match,
    { locale, draft }: Version,
    asks: Asks,
  ) => {
    const storedTexts = collectStoredTexts(draft);
    const getSamplePosition = ({ place, row }: Write) => ({
      row: row ?? rows[0] ?? null,
      column: headingOf(formatFieldPath(place), locale),
    });
    const askOf = <Code extends QuestionCode>(code: Code, write: Write, text: string) =>
      asks.ask(code, { ...getSamplePosition(write), text: cutText(text.trim(), LONGEST_SAMPLE) });
    const isChangedKey = ({ place, text }: Write): boolean =>
      isRenamed &&
      key !== null &&
      place.length === 1 &&
      place[0] === key.of &&
      normalizeCode(text) === normalizeCode(key.value);

    /** Handles a cell that changes the stored key into a similar one. */
    const prepareKey = (write: Write, before: string): PreparedWrite[] => {
      const { text } = write;
      if (before === '' || text === '' || !isResembling(before, text)) {
        return [{ write, problem: null }];
      }
      const answer = askNearKey(asks, getSamplePosition(write), describeSimilarKey(text, before));
      return answer === 'same' ? [] : [{ write, problem: null }];
    };

    const isTextField = ({ place }: Write): boolean => {
      const name = formatFieldPath(place);
      const column = storedTexts.get(name)?.column ?? findColumn(name);
      return column?.kind === 'text';
    };

    const prepareText = (write: Write, before: string): PreparedWrite[] => {
      const problem = findTextProblem(write.place, write.text);
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

    return (write: Write): PreparedWrite[] => {
      if (write.hidden === 'row' && answerTo(answers, 'HIDDEN_ROWS') === 'skip') return [];
      if (isChangedKey(write)) return [];
      const { text: before = '', column } = storedTexts.get(formatFieldPath(write.place)) ?? {};
      if (isSameText(before, write.text)) return [{ write, problem: null }];
      if (isClearMarker(write.text)) return [{ write: { ...write, text: '' }, problem: null }];
      const isReadable = findTextProblem(write.place, write.text) === null;
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
    prepared: readonly PreparedWrite[],
    { rows }: EntryItem,
    { locale, draft }: Version,
    { ask }: Asks,
  ): readonly PreparedWrite[] => {
    const hiddenCells = prepared.filter(({ write }) => write.hidden === 'column');
    if (hiddenCells.length === 0) return prepared;
    const { changed } = mergeIn(locale)(
      uid,
      draft,
      hiddenCells.map(({ write }) => write),
    );
    for (const { write } of hiddenCells) {
      const place = formatFieldPath(write.place);
      if (!changed.includes(place)) continue;
      const text = cutText(write.text, LONGEST_SAMPLE);
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

  return (
    item: EntryItem,
    match: Match,
    writes: readonly Write[],
    version: Version,
    asks: Asks,
  ): readonly PreparedWrite[] =>
    withoutHidden(
      writes.flatMap(createPreparation(item, match, version, asks)),
      item,
      version,
      asks,
    );
};
