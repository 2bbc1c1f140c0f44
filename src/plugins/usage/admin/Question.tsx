import { useLanguageName } from '#platform/admin/named-languages';
import { useState, useEffect } from 'react';
import {
  useDocumentRBAC,
  unstable_useDocumentActions as useDocumentActions,
} from '@strapi/content-manager/strapi-admin';
import { Box, Button, Flex, Loader, Modal, Radio, Typography } from '@strapi/design-system';
import type { Removal, UsesOf } from '#catalogue/references/uses';
import { useTexts } from './texts';
import { isBlocking, Uses, useUses } from './Uses';
import { useForm, useTable } from '@strapi/strapi/admin';
import { useMatch, useNavigate } from 'react-router-dom';
import { ModalHeading } from '#platform/admin/ModalHeading';
import { decideAboutRefusals } from '#platform/strapi/admin/refused-requests';

/** An entry as the panel loads it. */
export type Entry = {
  documentId: string;
  locale?: string | null;
  status?: string;
  localizations?: readonly { locale?: string | null; status?: string }[];
};

/** A removal that the user requests. */
export type Request = {
  removal: Removal;
  model: string;
  collectionType: string;
  entries: readonly Entry[];
  /** Whether the entries were selected in a list, even if it is only one. */
  isSelection: boolean;
  /** Locales to remove; null for all. */
  locales: readonly string[] | null;
};

/** Returns true if a version is published, so that it can be unpublished instead of deleted. */
const isPublished = ({ entries, locales }: Request): boolean =>
  entries.some(({ status, localizations = [] }) =>
    [{ status }, ...(locales === null ? localizations : [])].some(
      (version) => version.status === 'published' || version.status === 'modified',
    ),
  );

/** Returns the published locales of an entry that a request covers. */
const listPublishedLocales = ({ locales }: Request, entry: Entry): readonly (string | null)[] => {
  const versions = [entry, ...(locales === null ? (entry.localizations ?? []) : [])];
  const published = versions.filter(
    ({ status }) => status === 'published' || status === 'modified',
  );
  return [...new Set(published.map(({ locale }) => locale ?? null))];
};

/**
 * Returns a function that performs the confirmed removal. It uses Strapi's functions, which notify
 * the user and reload lists. It sends `force`, because the user has seen the uses.
 */
const useRemoval = (request: Request) => {
  const { delete: deleteOne, deleteMany, unpublish, unpublishMany } = useDocumentActions();
  const navigate = useNavigate();
  const isInForm = useMatch('/content-manager/:collectionType/:slug/:id') !== null;
  const setSubmitting = useForm('Removing', (form) => form.setSubmitting);
  const selectRow = useTable('Removing', (table) => table.selectRow, false);
  const { model, collectionType, entries, locales, isSelection } = request;
  const documentIds = entries.map(({ documentId }) => documentId);
  const [first] = entries;
  const documentId = first?.documentId;

  const createRequestParams = (locale: string | null): Record<string, string> => ({
    force: 'true',
    ...(locale !== null && { locale }),
  });

  const deleteAll = async (): Promise<boolean> => {
    if (isSelection) {
      const params = createRequestParams(locales?.[0] ?? null);
      return !('error' in (await deleteMany({ model, documentIds, params })));
    }
    // With unsaved changes the form would block leaving the page.
    if (isInForm) setSubmitting(true);
    try {
      const params = createRequestParams(locales?.[0] ?? '*');
      const answer = await deleteOne({ collectionType, model, documentId, params });
      if ('error' in answer) return false;
      if (isInForm) navigate(`/content-manager/${collectionType}/${model}`, { replace: true });
      return true;
    } finally {
      if (isInForm) setSubmitting(false);
    }
  };

  const unpublishAll = async (discardsDraft: boolean): Promise<boolean> => {
    if (isSelection) {
      const params = createRequestParams(locales?.[0] ?? null);
      return !('error' in (await unpublishMany({ model, documentIds, params })));
    }
    if (first === undefined) return false;
    for (const locale of listPublishedLocales(request, first)) {
      const params = createRequestParams(locale);
      const answer = await unpublish({ collectionType, model, documentId, params }, discardsDraft);
      if ('error' in answer) return false;
    }
    return true;
  };

  return async (removal: Removal, discardsDraft: boolean): Promise<boolean> => {
    const isDone = await (removal === 'delete' ? deleteAll() : unpublishAll(discardsDraft));
    if (isDone && isSelection) selectRow?.([]);
    return isDone;
  };
};

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

  const removeEntries = async (chosenRemoval: Removal): Promise<void> => {
    setBusyWith(chosenRemoval);
    try {
      if (await remove(chosenRemoval, !keepsDraft)) onClose();
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
              onClick={() => void removeEntries('unpublish')}
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
              onClick={() => void removeEntries(removal)}
            >
              {text(isSure ? `usage.sure.${removal}` : `usage.submit.${removal}`)}
            </Button>
          )}
        </Flex>
      </Modal.Footer>
    </>
  );
};

/** A refused removal, and the function that receives the user's decision. */
type RefusedRemoval = {
  removal: Removal;
  uses: readonly UsesOf[];
  decide: (insists: boolean) => void;
};

type Listener = (refused: RefusedRemoval) => void;

/** Stack of listeners; dialogs can overlap, and the topmost one asks. */
const listeners: Listener[] = [];

/** @returns a function that removes the listener */
const onRefusal = (listener: Listener): (() => void) => {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
};

/**
 * Asks for confirmation after every refused removal that was not confirmed before, wherever it was
 * requested. Call it once.
 */
export const watchRefusedRemovals = (): void =>
  decideAboutRefusals('STILL_USED', { force: 'true' }, (details) => {
    const listener = listeners.at(-1);
    if (listener === undefined) return Promise.resolve(false);
    const { removal, uses } = details as Pick<RefusedRemoval, 'removal' | 'uses'>;
    return new Promise((decide) => listener({ removal, uses, decide }));
  });

/**
 * Asks for confirmation after the server refused a removal: of files, and of entries in places that
 * do not ask before.
 */
export const RefusedQuestion = () => {
  const text = useTexts();
  const [refused, setRefused] = useState<RefusedRemoval | null>(null);
  const [isSure, setIsSure] = useState(false);

  useEffect(
    () =>
      onRefusal((newRefusal) => {
        setIsSure(false);
        setRefused(newRefusal);
      }),
    [],
  );

  if (refused === null) return null;
  const decide = (insists: boolean): void => {
    setRefused(null);
    refused.decide(insists);
  };
  return (
    <Modal.Root open onOpenChange={() => decide(false)}>
      <Modal.Content>
        <ModalHeading>{text('usage.refused.title')}</ModalHeading>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4} data-usage-question>
            <Uses removal={refused.removal} uses={refused.uses} />
            {isSure && (
              <Typography role="alert" fontWeight="semiBold" textColor="danger700">
                {text('usage.refused.warning')}
              </Typography>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer justifyContent="space-between">
          <Button variant="tertiary" onClick={() => decide(false)}>
            {text('usage.cancel')}
          </Button>
          {isSure ? (
            <Button key="sure" variant="danger" onClick={() => decide(true)}>
              {text('usage.refused.sure')}
            </Button>
          ) : (
            <Button key="force" variant="danger-light" onClick={() => setIsSure(true)}>
              {text('usage.refused.force')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
