import { useLanguageName } from '../../../platform/admin/named-languages';
import { useState } from 'react';
import { useDocumentRBAC } from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Loader, Modal, Radio, Typography } from '@strapi/design-system';
import type { Removal } from '../../../catalogue/references/uses';
import { isPublished, useRemoval, type Request } from './use-removal';
import { useTexts } from './texts';
import { isBlocking, Uses } from './Uses';
import { useUses } from './use-uses';

/**
 * Returns true for a single entry with unpublished changes; lists do not load the changes of each
 * entry.
 */
const hasChanges = ({ removal, isSelection, entries }: Request): boolean =>
  removal === 'unpublish' && !isSelection && entries[0]?.status === 'modified';

/**
 * Asks for confirmation before entries are deleted or unpublished, and shows where they are used.
 * An entry in use needs a second click on another button. It can be unpublished instead of deleted.
 */
export const Question = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const text = useTexts();
  const languageOf = useLanguageName();
  const { removal, model, entries, locales, isSelection } = request;
  const [isSure, setIsSure] = useState(false);
  const [busyWith, setBusyWith] = useState<Removal | null>(null);
  const [keepsDraft, setKeepsDraft] = useState(true);
  const canPublish = useDocumentRBAC('Question', (rights) => rights.canPublish);
  const remove = useRemoval(request);
  const documentIds = entries.map(({ documentId }) => documentId);
  const uses = useUses({ model, documentIds, locales, removal });
  const isInUse = uses === undefined || uses === null || uses.some(isBlocking);
  const canUnpublish = removal === 'delete' && canPublish === true && isPublished(request);

  const act = async (what: Removal): Promise<void> => {
    setBusyWith(what);
    try {
      if (await remove(what, !keepsDraft)) onClose();
    } finally {
      setBusyWith(null);
    }
  };

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4} data-usage-question>
          {removal === 'delete' && !isSelection && typeof entries[0]?.locale === 'string' && (
            <Typography fontWeight="semiBold">
              {locales === null
                ? text('usage.delete.locales')
                : text('usage.delete.locale', {
                    locale: locales.map(languageOf).join(', '),
                  })}
            </Typography>
          )}
          {uses === undefined && (
            <Flex justifyContent="center">
              <Loader />
            </Flex>
          )}
          {uses === null && <Typography role="alert">{text('usage.failed')}</Typography>}
          {uses !== undefined && uses !== null && <Uses removal={removal} uses={uses} />}
          {hasChanges(request) && (
            <Box>
              <Box paddingBottom={2}>
                <Typography id="usage-draft">{text('usage.unpublish.draft')}</Typography>
              </Box>
              <Radio.Group
                aria-labelledby="usage-draft"
                value={keepsDraft ? 'keep' : 'discard'}
                onValueChange={(value) => setKeepsDraft(value === 'keep')}
              >
                <Radio.Item value="keep">{text('usage.unpublish.keep')}</Radio.Item>
                <Radio.Item value="discard">{text('usage.unpublish.discard')}</Radio.Item>
              </Radio.Group>
            </Box>
          )}
          {isSure && (
            <Typography role="alert" fontWeight="semiBold" textColor="danger700">
              {text(`usage.warning.${removal}`)}
            </Typography>
          )}
        </Flex>
      </Modal.Body>
      <Modal.Footer justifyContent="space-between">
        <Button variant="tertiary" onClick={onClose}>
          {text('usage.cancel')}
        </Button>
        <Flex gap={2} wrap="wrap" justifyContent="flex-end">
          {canUnpublish && isInUse && (
            <Button
              variant="secondary"
              loading={busyWith === 'unpublish'}
              disabled={busyWith !== null || uses === undefined}
              onClick={() => void act('unpublish')}
            >
              {text('usage.instead')}
            </Button>
          )}
          {isInUse && !isSure ? (
            <Button
              // A different key than the next button's, so that a double click does not confirm.
              key="force"
              variant="danger-light"
              disabled={uses === undefined || uses === null || busyWith !== null}
              onClick={() => setIsSure(true)}
            >
              {text(`usage.force.${removal}`)}
            </Button>
          ) : (
            <Button
              key="sure"
              variant="danger"
              loading={busyWith === removal}
              disabled={busyWith !== null}
              onClick={() => void act(removal)}
            >
              {text(isSure ? `usage.sure.${removal}` : `usage.submit.${removal}`)}
            </Button>
          )}
        </Flex>
      </Modal.Footer>
    </>
  );
};
