import {
  decisionKinds,
  questionAnswers,
  type Answers,
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

/** Returns the answer to a question, by default the first one. */
export const answerTo = <Code extends QuestionCode>(
  answers: Answers,
  code: Code,
): (typeof questionAnswers)[Code][number] => answers[code] ?? questionAnswers[code][0];

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
export const createAsks = () => {
  const asks = new Map<QuestionCode, { count: number; samples: Sample[] }>();
  const causes = new Map<string, EntryCause>();
  let undecided = 0;
  return {
    ask: (code: QuestionCode, sample: Sample): void => {
      const known = asks.get(code) ?? { count: 0, samples: [] };
      known.count += 1;
      if (known.samples.length < MOST_SAMPLES) known.samples.push(sample);
      asks.set(code, known);
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
