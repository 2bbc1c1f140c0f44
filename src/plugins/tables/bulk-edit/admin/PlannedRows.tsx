import { Box, Typography } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import type { Planned } from '../edit';
import { OutcomeText } from './OutcomeText';
import { useTexts } from './texts';
import type { Saving } from './use-save-changes';

/** Returns rows with a key for each locale, without changes for those already saved. */
export const byLanguage = (rows: readonly Planned[], saving: Saving): Planned[] =>
  rows.map((row): Planned => {
    const own = `${row.key} ${row.changes[0]?.locale ?? ''}`;
    const isDone = ['saved', 'published'].includes(saving.outcomes.get(own)?.kind ?? '');
    return { ...row, key: own, changes: isDone ? [] : row.changes };
  });

/** Shows the planned changes of entries and their results. */
export const PlannedRows = ({
  planned,
  saving,
}: {
  planned: readonly Planned[];
  saving: Saving;
}) => {
  const text = useTexts();
  const language = useLanguage();
  return (
    <Box tag="ul" maxHeight="24rem" overflow="auto">
      {planned.map(({ key, title, cells, error }) => (
        <Box tag="li" key={`${key} ${title}`} paddingBottom={2} data-row={key}>
          <Typography tag="p" fontWeight="semiBold">
            {title}
          </Typography>
          {error === null ? (
            cells.map(({ before, after }) => (
              <Typography key={before} tag="p" variant="pi" textColor="neutral600">
                {text('bulk-edit.after', { before, after })}
              </Typography>
            ))
          ) : (
            <Typography tag="p" variant="pi" textColor="danger700">
              {error[language]}
            </Typography>
          )}
          <OutcomeText outcome={saving.outcomes.get(key)} />
        </Box>
      ))}
    </Box>
  );
};
