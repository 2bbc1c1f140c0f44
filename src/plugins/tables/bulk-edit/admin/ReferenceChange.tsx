import { useState } from 'react';
import { Box, Typography } from '@strapi/design-system';
import { useLanguage } from '../../../../feature/admin/texts';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { Planned } from '../edit';
import { EntrySelect } from './EntrySelect';
import { OutcomeText, SaveButtons } from './SaveButtons';
import { useTexts } from './texts';
import { useSaveChanges, type Saving } from './use-save-changes';

/** Returns rows with a key for each locale, without changes for those already saved. */
const byLanguage = (rows: readonly Planned[], saving: Saving): Planned[] =>
  rows.map((row): Planned => {
    const own = `${row.key} ${row.changes[0]?.locale ?? ''}`;
    const isDone = ['saved', 'published'].includes(saving.outcomes.get(own)?.kind ?? '');
    return { ...row, key: own, changes: isDone ? [] : row.changes };
  });

/** Shows the planned changes of entries and their results. */
const PlannedRows = ({ planned, saving }: { planned: readonly Planned[]; saving: Saving }) => {
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

type Props = {
  /** Type of the written entries. */
  uid: string;
  label: string;
  /** Type of the entry to choose, and an entry that is not offered. */
  target: string | undefined;
  except?: string | undefined;
  /** Request of the plan, which the chosen entry completes. */
  address: string;
  body: object;
};

/** Selects an entry, plans the references to it in a selection, and saves them. */
export const ReferenceChange = ({ uid, label, target, except, address, body }: Props) => {
  const text = useTexts();
  const [to, setTo] = useState('');
  const saving = useSaveChanges(uid);
  const { data = [], isCurrent } = useLoaded<readonly Planned[]>(to === '' ? null : address, {
    body: { ...body, to },
  });
  const planned = byLanguage(isCurrent ? data : [], saving);
  return (
    <>
      <EntrySelect
        name="to"
        label={label}
        short={text('bulk-edit.replace.short')}
        none={text('bulk-edit.replace.none')}
        target={target}
        except={except}
        value={to}
        isDisabled={saving.outcomes.size > 0}
        onChange={setTo}
      />
      {planned.length > 0 && (
        <>
          <SaveButtons model={uid} planned={planned} saving={saving} />
          <PlannedRows planned={planned} saving={saving} />
        </>
      )}
    </>
  );
};
