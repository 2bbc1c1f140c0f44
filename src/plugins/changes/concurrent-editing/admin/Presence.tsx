import { useEffect, useRef, useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useAuth, useFetchClient } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useTexts } from './texts';

type Present = { name: string; since: string; isSelf: boolean };

/** Users see each other within this time. */
const EVERY_MS = 3_000;
/** Hidden windows announce themselves less often; browsers let them do so once a minute only. */
const HIDDEN_EVERY_MS = 12_000;

/** Shows who else has the entry open, and who edits it. */
export const Presence = ({ address }: { address: string }) => {
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
    const own = form.current;
    let [sentAt, isSending] = [0, false];
    const again = (): void => {
      // An earlier answer that arrives late would replace a newer one.
      if (isSending) return;
      [sentAt, isSending] = [performance.now(), true];
      void announce.current(false).finally(() => {
        isSending = false;
      });
    };
    again();
    const timer = setInterval(() => {
      const isVisible = document.visibilityState === 'visible';
      if (isVisible || performance.now() - sentAt >= HIDDEN_EVERY_MS) again();
    }, EVERY_MS);
    const [path, query = ''] = address.split('?');
    const left = (): void =>
      leave.current(`/concurrent-editing/present/${path}?${query}&form=${own}`);
    window.addEventListener('online', again);
    window.addEventListener('focus', again);
    window.addEventListener('pagehide', left);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
      window.removeEventListener('focus', again);
      window.removeEventListener('pagehide', left);
      left();
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
