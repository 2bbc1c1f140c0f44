import { questionAnswers, type Answers, type QuestionCode, type Sample } from '../runs';

/** Question of a dry run about an entry. */
export type Ask = { code: QuestionCode; count: number; samples: readonly Sample[] };

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

/** Collects the questions about an entry. */
export const createAsks = () => {
  const asks = new Map<QuestionCode, { count: number; samples: Sample[] }>();
  return {
    ask: (code: QuestionCode, sample: Sample): void => {
      const known = asks.get(code) ?? { count: 0, samples: [] };
      known.count += 1;
      if (known.samples.length < MOST_SAMPLES) known.samples.push(sample);
      asks.set(code, known);
    },
    all: (): Ask[] => [...asks].map(([code, asked]) => ({ code, ...asked })),
  };
};

export type Asks = ReturnType<typeof createAsks>;
