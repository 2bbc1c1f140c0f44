import { Flex, Typography, Button, Dialog } from '@strapi/design-system';
import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useMatch } from 'react-router-dom';
import type { PanelComponent, PanelComponentProps } from '@strapi/content-manager/strapi-admin';
import { useIntl } from 'react-intl';
import { copyOf, NEW_FORM } from '#feature/unsaved-forms';
import type { UnsavedChanges } from '../unsaved-changes';
import { labelOf } from '#feature/admin/labels';
import { isHidden } from '#feature/layout';
import { Conflict } from './Conflict';
import { buildFormAddress } from './storage';
import { useTexts } from './texts';
import { useUnsavedChanges } from './use-unsaved-changes';
import { useEffect, useRef, useState } from 'react';

type Present = { name: string; since: string; isSelf: boolean };

/** Users see each other within this time. */
const EVERY_MS = 3_000;
/** Hidden windows announce themselves less often; browsers let them do so once a minute only. */
const HIDDEN_EVERY_MS = 12_000;

/** Shows who else has the entry open, and who edits it. */
const Presence = ({ address }: { address: string }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const { formatTime } = useIntl();
  const token = useAuth('Presence', (auth) => auth.token);
  const form = useRef(crypto.randomUUID());
  const [people, setPeople] = useState<readonly Present[] | null>(null);
  const [isOffline, setIsOffline] = useState(false);
  /** Start of the user's presence when they were the first editor. */
  const wasFirst = useRef<string | null>(null);
  const [isReplaced, setIsReplaced] = useState(false);

  const announce = useRef<(takesOver: boolean) => Promise<void>>(() => Promise.resolve());
  announce.current = async (takesOver) => {
    try {
      const { data } = await post<{ data: Present[] }>(`/concurrent-editing/present/${address}`, {
        form: form.current,
        takesOver,
      });
      const isFirst = data.data[0]?.isSelf === true;
      const since = data.data.find(({ isSelf }) => isSelf)?.since ?? null;
      // A user who closed their first window has a later start time; nobody took over from them.
      setIsReplaced(!isFirst && since !== null && since === wasFirst.current);
      if (isFirst) wasFirst.current = since;
      setPeople(data.data);
      setIsOffline(false);
    } catch {
      setIsOffline(true);
    }
  };

  // Browsers abort the requests of Strapi's client when the window closes, so it cannot send this one.
  const leave = useRef<(url: string) => void>(() => undefined);
  leave.current = (url) => {
    if (token === null) return;
    const { backendURL } = window.strapi as unknown as { backendURL: string };
    const headers = { Authorization: `Bearer ${token}` };
    const request = { method: 'DELETE', headers, keepalive: true };
    fetch(`${backendURL}${url}`, request).catch(() => undefined);
  };

  useEffect(() => {
    const formElement = form.current;
    let [sentAt, isSending] = [0, false];
    const announcePresence = (): void => {
      // An earlier answer that arrives late would replace a newer one.
      if (isSending) return;
      [sentAt, isSending] = [performance.now(), true];
      void announce.current(false).finally(() => {
        isSending = false;
      });
    };
    announcePresence();
    const timer = setInterval(() => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible || performance.now() - sentAt >= HIDDEN_EVERY_MS) announcePresence();
    }, EVERY_MS);
    const [path, query = ''] = address.split('?');
    const announceLeaving = (): void =>
      leave.current(`/concurrent-editing/present/${path}?${query}&form=${formElement}`);
    window.addEventListener('online', announcePresence);
    window.addEventListener('focus', announcePresence);
    window.addEventListener('pagehide', announceLeaving);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', announcePresence);
      window.removeEventListener('focus', announcePresence);
      window.removeEventListener('pagehide', announceLeaving);
      announceLeaving();
    };
  }, [address]);

  if (isOffline) {
    return <Typography textColor="warning600">{text('concurrent-editing.offline')}</Typography>;
  }
  const others = (people ?? []).filter(({ isSelf }) => !isSelf);
  // Users with read permission only are not listed and cannot take over.
  const isAmongThem = others.length !== people?.length;
  const [first] = people ?? [];
  if (first === undefined || others.length === 0) {
    return <span data-alone={people !== null} hidden />;
  }
  if (first.isSelf) {
    const names = others.map(({ name }) => name).join(', ');
    return <Typography>{text('concurrent-editing.self', { names })}</Typography>;
  }
  const values = {
    name: first.name,
    time: formatTime(first.since, { hour: '2-digit', minute: '2-digit' }),
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography textColor="warning700" fontWeight="semiBold">
        {isReplaced
          ? text('concurrent-editing.taken-over', values)
          : text('concurrent-editing.editing', values)}
      </Typography>
      {isAmongThem && (
        <Button variant="secondary" onClick={() => void announce.current(true)}>
          {text('concurrent-editing.take-over')}
        </Button>
      )}
    </Flex>
  );
};

type UnsavedChangesDialogProps = {
  model: string;
  typing: UnsavedChanges;
  onRestore: () => void;
  onForget: () => void;
};

/**
 * Offers earlier unsaved typing. The dialog must be answered first, so that old and new input are
 * not mixed.
 */
const UnsavedChangesDialog = ({
  model,
  typing,
  onRestore,
  onForget,
}: UnsavedChangesDialogProps) => {
  const text = useTexts();
  const { formatDate } = useIntl();
  return (
    <Dialog.Root open onOpenChange={() => undefined}>
      <Dialog.Content>
        <Dialog.Header>{text('concurrent-editing.typed.title')}</Dialog.Header>
        <Dialog.Body>
          <Typography textAlign="center">
            {text('concurrent-editing.typed.text', {
              time: formatDate(typing.at, { dateStyle: 'long', timeStyle: 'short' }),
              fields: Object.keys(typing.fields)
                .filter((field) => field !== 'documentId' && !isHidden(model, field))
                .map((field) => labelOf(model, field))
                .join(', '),
            })}
          </Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Button variant="danger-light" fullWidth onClick={onForget}>
            {text('concurrent-editing.typed.forget')}
          </Button>
          <Button fullWidth onClick={onRestore}>
            {text('concurrent-editing.typed.restore')}
          </Button>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};

/** The content manager's address of a copy's form. Its id is that of the original. */
const COPY_PATH = '/content-manager/:collectionType/:slug/clone/:origin';

const getDocumentLocale = (document: PanelComponentProps['document']): string => {
  const ownLocale: unknown = document?.locale;
  if (typeof ownLocale === 'string') return ownLocale;
  const requestedLocale = new URLSearchParams(window.location.search).get('plugins[i18n][locale]');
  return document === undefined ? (requestedLocale ?? '') : '';
};

/** Hides the panel while nobody else is there. The content stays mounted: it stores the typing. */
const HIDE_WHILE_ALONE = 'aside:has(> div > style + [data-alone]:last-child) { display: none; }';

type EditingProps = PanelComponentProps & { userId: string };

/** Shows who has the entry open to a user who may only read it, and therefore types nothing. */
const Reading = ({ model, documentId, document, userId }: EditingProps) => {
  if (documentId === undefined) return null;
  const address = buildFormAddress({
    userId,
    model,
    documentId,
    locale: getDocumentLocale(document),
  });
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <style>{HIDE_WHILE_ALONE}</style>
      <Presence key={address} address={address} />
    </Flex>
  );
};

const Editing = ({ model, documentId, document, userId }: EditingProps) => {
  const text = useTexts();
  const isCopy = useMatch(COPY_PATH) !== null;
  const isSaved = documentId !== undefined && !isCopy;
  const unsaved = documentId === undefined ? NEW_FORM : copyOf(documentId);
  const form = {
    userId,
    model,
    documentId: isSaved ? documentId : unsaved,
    locale: getDocumentLocale(document),
  };
  const version: unknown = document?.updatedAt;
  const typing = useUnsavedChanges(form, typeof version === 'string' ? version : null);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <style>{HIDE_WHILE_ALONE}</style>
      {isSaved ? (
        <Presence key={buildFormAddress(form)} address={buildFormAddress(form)} />
      ) : (
        <span data-alone hidden />
      )}
      {typing.isTooLarge && (
        <Typography textColor="warning600">{text('concurrent-editing.too-large')}</Typography>
      )}
      {typing.found !== null && (
        <UnsavedChangesDialog
          model={model}
          typing={typing.found}
          onRestore={typing.restore}
          onForget={typing.throwAway}
        />
      )}
      {typing.question !== null && (
        <Conflict
          fields={typing.question.fields}
          choices={typing.question.choices}
          onChoose={typing.choose}
          onContinue={typing.settle}
        />
      )}
    </Flex>
  );
};

const WRITING = ['create', 'update'].map((verb) => `plugin::content-manager.explorer.${verb}`);

/** Shows who else has the entry open. It also stores the typing and resolves conflicts. */
export const EditingPanel: PanelComponent = (props) => {
  const text = useTexts();
  const userId = useAuth('EditingPanel', ({ user }) => user?.id);
  const isWriter = useAuth('EditingPanel', ({ permissions }) =>
    permissions.some(({ action, subject }) => subject === props.model && WRITING.includes(action)),
  );
  if (userId === undefined || props.activeTab === 'published') return null;
  const Content = isWriter ? Editing : Reading;
  return {
    title: text('concurrent-editing.title'),
    content: <Content {...props} userId={String(userId)} />,
  };
};
