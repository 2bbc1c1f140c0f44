import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useModalFocus, ModalHeading } from '../../../../platform/admin/ModalHeading';
import type { Run, UndoCounts } from '../runs';
import { useTexts } from './texts';

type DialogProps = {
  run: Run;
  counts: UndoCounts;
  onUndo: () => void;
  onClose: () => void;
};

const UndoDialog = ({ run, counts, onUndo, onClose }: DialogProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  const { onFocus } = useModalFocus();
  const count = counts.created + counts.changed;
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content {...onFocus} data-undo>
        <ModalHeading>{text('import-export.undo.title')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={2}>
            {(['created', 'changed', 'kept'] as const).map((name) => (
              <Typography key={name} {...(name === 'kept' && counts.kept > 0 && warning)}>
                {text(`import-export.undo.${name}`, { count: counts[name] })}
              </Typography>
            ))}
            {counts.unrecorded > 0 && (
              <Typography {...warning}>
                {text('import-export.undo.unrecorded', { count: counts.unrecorded })}
              </Typography>
            )}
            {run.mode === 'publish' && (
              <Typography>{text('import-export.undo.published')}</Typography>
            )}
            <Typography textColor="neutral600">
              {text('import-export.undo.until', {
                date: formatDate(counts.until, { dateStyle: 'medium' }),
              })}
            </Typography>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('import-export.undo.cancel')}
          </Button>
          <Button variant="danger" disabled={count === 0} onClick={onUndo}>
            {text('import-export.undo.confirm', { count })}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};

const warning = { textColor: 'warning700' } as const;

/** Undoes an import, after a dialog with the number of entries. */
export const UndoButton = ({ run, onUndo }: { run: Run; onUndo: () => Promise<void> }) => {
  const text = useTexts();
  const { get } = useFetchClient();
  const noticeError = useErrorNotice();
  const [counts, setCounts] = useState<UndoCounts>();
  const ask = (): Promise<void> =>
    get<{ data: UndoCounts }>(`/import-export/runs/${run.id}/undo`).then(
      ({ data }) => setCounts(data.data),
      noticeError,
    );
  return (
    <>
      <Button variant="danger-light" onClick={() => void ask()}>
        {text('import-export.undo')}
      </Button>
      {counts !== undefined && (
        <UndoDialog
          run={run}
          counts={counts}
          onClose={() => setCounts(undefined)}
          onUndo={() => {
            setCounts(undefined);
            void onUndo();
          }}
        />
      )}
    </>
  );
};
