import { Box, Button, Flex, Typography } from '@strapi/design-system';
import type { Answers, Question, Run, Sample } from '../runs';
import { useTexts } from './texts';

/** Returns the letters of a column, counted from 1: `H`, `AB`. */
const columnLetters = (column: number): string =>
  column < 1
    ? ''
    : columnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

type SampleTextProps = { code: Question['code']; sample: Sample };

const SampleText = ({ code, sample: { row, column, text: content } }: SampleTextProps) => {
  const text = useTexts();
  /** Returns the name of a column, or its letters if it has no heading. */
  const calledOf = (name: string): string =>
    code === 'CELLS_BEYOND'
      ? text('import-export.sample.column', { column: columnLetters(Number(name)) })
      : name;
  const place = [
    ...(row === null ? [] : [text('import-export.sample.row', { row })]),
    ...(column === null ? [] : [calledOf(column)]),
  ].join(', ');
  return (
    <Typography tag="li" variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
      {content === '' ? place : `${place}: ${content}`}
    </Typography>
  );
};

type QuestionProps = { question: Question; onAnswer: (answer: string) => void; isOpen: boolean };

const QuestionCard = ({ question, onAnswer, isOpen }: QuestionProps) => {
  const text = useTexts();
  const { code, count, rows, samples, answers, answer } = question;
  return (
    <Box
      tag="li"
      background={answer === null ? 'warning100' : 'neutral100'}
      padding={4}
      hasRadius
      data-question={code}
    >
      <Typography tag="p" fontWeight="bold">
        {text(`import-export.question.${code}`, { count, rows })}
      </Typography>
      <Box tag="ul" paddingTop={1} paddingBottom={2}>
        {samples.map((sample, at) => (
          <SampleText key={at} code={code} sample={sample} />
        ))}
        {count > samples.length && (
          <Typography tag="li" variant="pi" textColor="neutral600">
            …
          </Typography>
        )}
      </Box>
      <Flex gap={2} wrap="wrap">
        {answers.map((offered) => (
          <Button
            key={offered}
            size="S"
            variant={offered === answer ? 'default' : 'secondary'}
            aria-pressed={offered === answer}
            disabled={!isOpen}
            onClick={() => onAnswer(offered)}
          >
            {text(`import-export.answer.${code}-${offered}` as Parameters<typeof text>[0])}
          </Button>
        ))}
      </Flex>
    </Box>
  );
};

/** Lists the questions to answer before an import writes. */
export const Questions = ({
  run,
  onAnswer,
}: {
  run: Run;
  onAnswer: (answers: Answers) => Promise<void>;
}) => {
  // While the file is checked, the questions grow and cannot be answered yet.
  if (run.questions.length === 0 || run.state === 'checking') return null;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {run.questions.map((question) => (
        <QuestionCard
          key={question.code}
          question={question}
          isOpen={run.state === 'checked'}
          onAnswer={(answer) => void onAnswer({ [question.code]: answer })}
        />
      ))}
    </Flex>
  );
};
