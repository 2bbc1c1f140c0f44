import { Box, Button, Flex, Typography } from '@strapi/design-system';
import {
  type Answers,
  type Question,
  type Run,
  type Sample,
  isPlannedIn,
  MOST_CAUSES,
  type Cause,
  type CauseKey,
  type Decision,
  type DecisionKind,
  type AssignableField,
  type UnknownColumn,
} from '../runs';
import { useTexts } from './texts';
import { useState } from 'react';
import { EntrySelect } from '../../bulk-edit/admin/EntrySelect';
import { useLoaded } from '#platform/admin/use-loaded';
import { useLanguage } from '#feature/admin/texts';
import { Choice } from '#platform/admin/Choice';
import { useReadAgain } from './use-runs';

/** Returns the letters of a column, counted from 1: `H`, `AB`. */
const formatColumnLetters = (column: number): string =>
  column < 1
    ? ''
    : formatColumnLetters(Math.floor((column - 1) / 26)) +
      String.fromCharCode(65 + ((column - 1) % 26));

type SampleTextProps = { code: Question['code']; sample: Sample };

const SampleText = ({ code, sample: { row, column, text: content } }: SampleTextProps) => {
  const text = useTexts();
  /** Returns the name of a column, or its letters if it has no heading. */
  const getColumnName = (name: string): string =>
    code === 'CELLS_BEYOND'
      ? text('import-export.sample.column', { column: formatColumnLetters(Number(name)) })
      : name;
  const place = [
    ...(row === null ? [] : [text('import-export.sample.row', { row })]),
    ...(column === null ? [] : [getColumnName(column)]),
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
        {samples.map((sample, index) => (
          <SampleText key={index} code={code} sample={sample} />
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

type Decide = (decision: Decision | null) => void;

const Decisions = ({ cause, isOpen, onDecide }: CauseProps) => {
  const text = useTexts();
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState('');
  const { decisions, decision, target } = cause;
  const start = (kind: DecisionKind): void => {
    setIsChoosing(kind === 'choose');
    if (kind !== 'choose') onDecide({ kind });
  };
  return (
    <>
      <Flex gap={2} wrap="wrap">
        {decisions.map((kind) => (
          <Button
            key={kind}
            size="S"
            variant={kind === decision?.kind ? 'default' : 'secondary'}
            aria-pressed={kind === decision?.kind}
            disabled={!isOpen}
            onClick={() => start(kind)}
          >
            {kind === 'choose' && decision?.kind === 'choose'
              ? text('import-export.decision.chosen', { name: decision.name ?? '' })
              : text(`import-export.decision.${kind}`)}
          </Button>
        ))}
        {decision !== null && (
          <Button size="S" variant="tertiary" disabled={!isOpen} onClick={() => onDecide(null)}>
            {text('import-export.decision.remove')}
          </Button>
        )}
      </Flex>
      {isChoosing && isOpen && target !== null && (
        <Box paddingTop={3}>
          <EntrySelect
            name="chosen"
            label={text('import-export.decision.entry')}
            short={text('import-export.decision.short')}
            none={text('import-export.decision.none')}
            target={target}
            value={chosen}
            onChange={(documentId) => {
              setChosen(documentId);
              if (documentId !== '') onDecide({ kind: 'choose', documentId });
            }}
          />
        </Box>
      )}
    </>
  );
};

type CauseProps = { cause: Cause; isOpen: boolean; onDecide: Decide };

const CauseCard = ({ cause, isOpen, onDecide }: CauseProps) => {
  const text = useTexts();
  const { code, column, value, count, rows, reason, decisions, decision } = cause;
  return (
    <Box
      tag="li"
      background={decision === null ? 'warning100' : 'neutral100'}
      padding={4}
      hasRadius
      data-cause={code}
    >
      <Typography tag="p" fontWeight="bold" style={{ overflowWrap: 'anywhere' }}>
        {text(`import-export.cause.${code}`, { count, column, value })}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {code !== 'NOT_FOUND' && `${reason} `}
        {text('import-export.cause.rows', { rows: rows.join(', '), count: count - rows.length })}
      </Typography>
      {decisions.length > 0 && (
        <Box paddingTop={2}>
          <Decisions cause={cause} isOpen={isOpen} onDecide={onDecide} />
        </Box>
      )}
    </Box>
  );
};

/** Lists the errors of a dry run by cause, with one decision for all rows. */
export const Causes = ({
  run,
  onDecide,
}: {
  run: Run;
  onDecide: (about: CauseKey & { decision: Decision | null }) => Promise<void>;
}) => {
  const text = useTexts();
  const [causes, setCauses] = useState(run.causes);
  // Runs list causes when they are checked. The list stays in place during the next check.
  if (run.state === 'checked' && causes !== run.causes) setCauses(run.causes);
  if (causes.length === 0 || !isPlannedIn(run)) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography tag="h2" variant="delta">
        {text('import-export.causes')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
        {causes.map((cause) => {
          const { code, column, value } = cause;
          return (
            <CauseCard
              key={JSON.stringify([code, column, value])}
              cause={cause}
              isOpen={run.state === 'checked'}
              onDecide={(decision) => void onDecide({ code, column, value, decision })}
            />
          );
        })}
      </Flex>
      {causes.length === MOST_CAUSES && (
        <Typography textColor="neutral600">
          {text('import-export.causes.more', { count: MOST_CAUSES })}
        </Typography>
      )}
    </Flex>
  );
};

/** Returns the fields that columns can be assigned to. */
const useFields = (uid: string): readonly AssignableField[] =>
  useLoaded<readonly AssignableField[]>('/import-export/fields', { params: { uid } }).data ?? [];

const UNKNOWN = 'unknown';
const IGNORE = 'ignore';

/** Returns the body of a request that assigns a column. */
const createAssignment = (heading: string, chosen: string): object =>
  chosen === UNKNOWN || chosen === IGNORE
    ? { heading, as: chosen }
    : { heading, as: 'field', place: chosen.slice('field '.length) };

const getOptionValue = ({ place, isIgnored }: UnknownColumn): string =>
  place === null ? (isIgnored ? IGNORE : UNKNOWN) : `field ${place}`;

/** Assigns columns whose headings name no field. Imports of the type remember it. */
export const UnknownColumns = ({
  run,
  onAssign,
}: {
  run: Run;
  onAssign: (assignment: object) => Promise<void>;
}) => {
  const text = useTexts();
  const language = useLanguage();
  const fields = useFields(run.uid);
  const { file, isBusy, readAgain } = useReadAgain(run);
  const [isChanged, setIsChanged] = useState(false);
  const { columns, source } = run;
  const options = [
    { value: UNKNOWN, label: text('import-export.column.unknown') },
    { value: IGNORE, label: text('import-export.column.ignore') },
    ...fields.map(({ place, label }) => ({ value: `field ${place}`, label: label[language] })),
  ];
  return (
    <Flex direction="column" alignItems="stretch" gap={3} data-columns>
      <Typography tag="h2" variant="delta">
        {text('import-export.columns')}
      </Typography>
      <Typography textColor="neutral600">{text('import-export.columns.hint')}</Typography>
      <Flex gap={4} wrap="wrap" alignItems="flex-end">
        {columns.map((column) => (
          <Box key={column.heading} minWidth="16rem">
            <Choice
              name={`column-${column.heading}`}
              label={column.heading}
              value={getOptionValue(column)}
              options={options}
              onChange={(chosen) => {
                // Another check must not begin before the assignment is stored.
                void onAssign(createAssignment(column.heading, chosen)).then(() =>
                  setIsChanged(true),
                );
              }}
            />
          </Box>
        ))}
        {file !== undefined && (
          <Button
            variant="tertiary"
            loading={isBusy}
            disabled={!isChanged}
            onClick={() => readAgain(source)}
          >
            {text('import-export.read-again')}
          </Button>
        )}
      </Flex>
      {file === undefined && isChanged && (
        <Typography>{text('import-export.columns.choose-again')}</Typography>
      )}
    </Flex>
  );
};
