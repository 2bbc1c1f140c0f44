import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import { useLanguage } from '../../../../feature/admin/texts';
import { Choice } from '../../../../platform/admin/Choice';
import type { AssignableField, Run, UnknownColumn } from '../runs';
import { useTexts } from './texts';
import { useReadAgain } from './use-runs';

/** Returns the fields that columns can be assigned to. */
const useFields = (uid: string): readonly AssignableField[] =>
  useLoaded<readonly AssignableField[]>('/import-export/fields', { params: { uid } }).data ?? [];

const UNKNOWN = 'unknown';
const IGNORE = 'ignore';

/** Returns the body of a request that assigns a column. */
const assignmentOf = (heading: string, chosen: string): object =>
  chosen === UNKNOWN || chosen === IGNORE
    ? { heading, as: chosen }
    : { heading, as: 'field', place: chosen.slice('field '.length) };

const valueOf = ({ place, isIgnored }: UnknownColumn): string =>
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
              value={valueOf(column)}
              options={options}
              onChange={(chosen) => {
                // Another check must not begin before the assignment is stored.
                void onAssign(assignmentOf(column.heading, chosen)).then(() => setIsChanged(true));
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
