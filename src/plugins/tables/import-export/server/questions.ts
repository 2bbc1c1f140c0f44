import type { UID } from '@strapi/types';
import { comparableText } from '../../../../catalogue/comparable-text';
import {
  decisionKinds,
  questionAnswers,
  type Answers,
  type CauseCode,
  type CauseKey,
  type DecisionKind,
  type QuestionCode,
  type Sample,
} from '../runs';

/** Question of a dry run about an entry. */
export type Ask = { code: QuestionCode; count: number; samples: readonly Sample[] };

/** Cause of errors of an entry. */
export type EntryCause = CauseKey & {
  /** Value without case and accents, which groups causes. */
  form: string;
  reason: string;
  row: number | null;
  /** Type of the entry to choose. Null: no entry can be chosen. */
  target: string | null;
  /** Whether the user may create the missing entry. */
  canCreate: boolean;
  /** Locale of the cell, in which a missing entry is created. */
  locale: string | null;
};

/** Maximum number of places shown per question. */
export const MOST_SAMPLES = 3;

type Answer<Code extends QuestionCode> = (typeof questionAnswers)[Code][number];

/** Returns the answer to a question, by default the first one. */
export const answerTo = <Code extends QuestionCode>(answers: Answers, code: Code): Answer<Code> =>
  answers[code] ?? questionAnswers[code][0];

/** Answers that write everything, for callers without questions. */
export const WRITE_ALL: Answers = {
  EMPTY_CELLS: 'clear',
  HIDDEN_ROWS: 'import',
  HIDDEN_COLUMNS: 'import',
  CELLS_BEYOND: 'import',
  NEAR_KEYS: 'different',
  MANY_CREATED: 'create',
  DAMAGED_TEXT: 'import',
  CONVERTED_CELLS: 'import',
};

/** Returns the possible decisions about a cause. */
export const decisionsFor = ({
  code,
  target,
  canCreate,
}: Pick<EntryCause, 'code' | 'target' | 'canCreate'>): readonly DecisionKind[] =>
  target === null
    ? []
    : decisionKinds.filter((kind) => kind !== 'create' || (code === 'NOT_FOUND' && canCreate));

/** Maximum number of causes without a decision stored per entry. */
const MOST_OF_ENTRY = 5;

/** Collects the questions about an entry, and the causes of its errors. */
export const createAsks = (answers: Answers) => {
  const asks = new Map<QuestionCode, { count: number; samples: Sample[] }>();
  const causes = new Map<string, EntryCause>();
  let undecided = 0;
  return {
    /** Notes a question, and returns its answer. */
    ask: <Code extends QuestionCode>(code: Code, sample: Sample): Answer<Code> => {
      const known = asks.get(code) ?? { count: 0, samples: [] };
      known.count += 1;
      if (known.samples.length < MOST_SAMPLES) known.samples.push(sample);
      asks.set(code, known);
      return answerTo(answers, code);
    },
    all: (): Ask[] => [...asks].map(([code, asked]) => ({ code, ...asked })),
    /** @param isDecided stored in any case, so that changes of the decision reach the entry */
    addCause: (cause: EntryCause, isDecided = false): void => {
      const { code, column, form, row } = cause;
      const key = JSON.stringify([code, column, form, row]);
      if (causes.has(key) || (!isDecided && undecided >= MOST_OF_ENTRY)) return;
      causes.set(key, cause);
      if (!isDecided) undecided += 1;
    },
    causes: (): EntryCause[] => [...causes.values()],
  };
};

export type Asks = ReturnType<typeof createAsks>;

/** Decision about a name in a column, as the run stores it. */
export type StoredDecision = {
  code: CauseCode;
  column: string;
  value: string;
  kind: DecisionKind;
  /** Type of the named entries. */
  target: string;
  /** Locale in which a missing entry is created. */
  locale: string | null;
  /** The chosen entry and its name. Null for other decisions. */
  documentId: string | null;
  name: string | null;
};

/** Related entry that an import creates because a decision says so. */
export type Related = {
  uid: UID.ContentType;
  name: string;
  /** Locales in which it is created. Null: the type has none. */
  locales: readonly (string | null)[];
};

type Key = Pick<StoredDecision, 'code' | 'column' | 'value'>;

/** Returns the key of a decision. Values are compared without case and accents, like names. */
export const decisionKey = ({ code, column, value }: Key): string =>
  JSON.stringify([code, column, comparableText(value)]);

/** Returns the key of a related entry, by which checked rows name it. */
export const relatedKey = ({ uid, name }: Pick<Related, 'uid' | 'name'>): string =>
  JSON.stringify([uid, comparableText(name)]);

/** Returns a function that finds the decision about a name. */
export const createDecisionFinder = (
  decisions: readonly StoredDecision[],
): ((key: Key) => StoredDecision | undefined) => {
  const byKey = new Map(decisions.map((decision) => [decisionKey(decision), decision]));
  return (key) => byKey.get(decisionKey(key));
};
