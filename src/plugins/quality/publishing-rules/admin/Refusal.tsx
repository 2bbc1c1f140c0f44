import { useEffect, useState } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { createListeners } from '#platform/admin/listeners';
import { ModalHeading } from '#platform/admin/ModalHeading';
import { NotificationsHidden } from '#platform/strapi/admin/styles';
import type { Entry, Path, Severity } from '#feature/publishing-rules';
import { NEW_FORM } from '#feature/unsaved-forms';
import { parseFieldSteps } from '../models';
import { FindingList } from './FindingList';
import { revealField } from './reveal';
import { findRules, useShapes } from './rules';
import { useTexts } from './texts';
import { wrapSaves, type AboutDocument } from '#platform/strapi/admin/requests';

/** Finding as the server sends it with a refused publication. */
type DescribedFinding = {
  code: string;
  severity: Severity;
  path: Path;
  place: string;
  message: string;
};

const refusals = createListeners<[about: AboutDocument, findings: readonly DescribedFinding[]]>();

/** Reports every publication refused with `NOT_READY` to the listeners. Call it once. */
export const watchRefusedPublications = (): void =>
  wrapSaves({
    add: () => ({}),
    saved: () => undefined,
    refused: (document, { details }) => {
      if (details?.code !== 'NOT_READY') return;
      refusals.notify(document, (details.findings ?? []) as readonly DescribedFinding[]);
    },
  });

/** Duration in milliseconds of the dialog's closing, during which it holds the focus. */
const CLOSE_ANIMATION_MS = 250;

/**
 * Shows why a publication was refused, with links to the fields. It is mounted in every edit view.
 */
export const Refusal = () => {
  const text = useTexts();
  const { model, id } = useContentManagerContext();
  const shapes = useShapes(model);
  const values: unknown = useForm('Refusal', (form) => form.values);
  const [refused, setRefused] = useState<readonly DescribedFinding[] | null>(null);
  const documentId = id === NEW_FORM ? undefined : id;

  useEffect(
    () =>
      refusals.add((document, newFindings) => {
        if (document.model === model && document.documentId === documentId) setRefused(newFindings);
      }),
    [model, documentId],
  );

  const rules = findRules(model);
  if (refused === null || rules === undefined) return null;
  const close = (): void => setRefused(null);
  const lines = refused
    .filter(({ severity }) => severity === 'error')
    .map(({ code, severity, path, place, message }) => ({
      key: `${code} ${path.join('.')}`,
      code,
      severity,
      text: message,
      place,
      onFollow: () => {
        close();
        const steps = parseFieldSteps(
          { shapes, labelOf: rules.labelOf },
          model,
          values as Entry,
          path,
        );
        setTimeout(() => void revealField(path, steps), CLOSE_ANIMATION_MS);
      },
    }));
  return (
    <Modal.Root open onOpenChange={close}>
      <NotificationsHidden />
      <Modal.Content>
        <ModalHeading>{text('publishing-rules.refused.title')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{text('publishing-rules.refused.text')}</Typography>
            <Box data-refusal>
              <FindingList lines={lines} isComplete />
            </Box>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button onClick={close}>{text('publishing-rules.refused.close')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
