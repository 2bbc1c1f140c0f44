import { Button, Flex, Grid, Modal, Typography } from '@strapi/design-system';
import { labelOf } from '../../../../feature/admin/labels';
import { useModalFocus } from '../../../../platform/admin/modal-focus';
import { ModalHeading } from '../../../../platform/admin/ModalHeading';
import { ComparedText } from '../../../../platform/admin/ComparedText';
import type { ChangedField } from '../source-changes';
import { useTexts } from './texts';

/** Returns all texts of a value, components included, one on each line. */
const collectTexts = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([name]) => name !== '__component')
    .map(([, inner]) => collectTexts(inner))
    .filter((text) => text !== '')
    .join('\n');
};

type Props = { model: string; fields: readonly ChangedField[]; onClose: () => void };

/** Compares each changed field of the source with its state at the time of the translation. */
export const ChangesDialog = ({ model, fields, onClose }: Props) => {
  const text = useTexts();
  const { onFocus } = useModalFocus();
  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content {...onFocus}>
        <ModalHeading>{text('stale-translations.compare')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            {fields.map(({ field, before, now }) => (
              <Flex key={field} direction="column" alignItems="stretch" gap={1}>
                <Typography variant="sigma" tag="h3">
                  {labelOf(model, field)}
                </Typography>
                <Grid.Root gap={4}>
                  <Grid.Item col={6} direction="column" alignItems="stretch">
                    <Typography textColor="neutral600">
                      {text('stale-translations.before')}
                    </Typography>
                    <ComparedText
                      value={collectTexts(before)}
                      other={collectTexts(now)}
                      side="before"
                    />
                  </Grid.Item>
                  <Grid.Item col={6} direction="column" alignItems="stretch">
                    <Typography textColor="neutral600">{text('stale-translations.now')}</Typography>
                    <ComparedText
                      value={collectTexts(now)}
                      other={collectTexts(before)}
                      side="after"
                    />
                  </Grid.Item>
                </Grid.Root>
              </Flex>
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {text('stale-translations.close')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
