import type { Admin } from './admin';

type Version = { documentId: string; locale?: string | null; status?: 'draft' | 'published' };

/** Requests the address of a preview as a user of the panel. */
export const askForPreview = (
  admin: Pick<Admin, 'get'>,
  uid: string,
  { documentId, locale, status = 'draft' }: Version,
) => {
  const query = new URLSearchParams({ documentId, status });
  if (locale !== undefined && locale !== null) query.set('locale', locale);
  return admin.get(`/content-manager/preview/url/${uid}?${query.toString()}`);
};

/** Returns the address that the panel's preview button opens. */
export const previewLinkOf = async (
  admin: Pick<Admin, 'get'>,
  uid: string,
  version: Version,
): Promise<string> => {
  const { status, body } = await askForPreview(admin, uid, version);
  if (status !== 200) throw new Error(`There is no preview of ${uid}: ${status}`);
  return (body.data as { url: string }).url;
};

/** Returns the token in that address. */
export const previewTokenOf = async (
  admin: Pick<Admin, 'get'>,
  uid: string,
  version: Version,
): Promise<string> => {
  const link = new URL(await previewLinkOf(admin, uid, version), 'http://localhost');
  return link.searchParams.get('previewToken') ?? '';
};

/** An open connection to the changes of a draft. */
export type WatchedDraft = {
  status: number;
  headers: Headers;
  /** Returns the text received so far. */
  text: () => string;
  /** The names of the events so far. */
  events: string[];
  /** Resolves when the service ends the connection. */
  ended: Promise<void>;
  close: () => void;
};

/** Connects to the changes of a token's draft. */
export const watchDraftAt = async (url: string, previewToken: string): Promise<WatchedDraft> => {
  const controller = new AbortController();
  const query = new URLSearchParams({ previewToken });
  const { signal } = controller;
  const answer = await fetch(`${url}/api/draft-changes?${query.toString()}`, { signal });
  const events: string[] = [];
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      events.splice(
        0,
        Infinity,
        ...[...text.matchAll(/^event: (\w+)$/gm)].map(([, name = '']) => name),
      );
    }
  };
  const ended = read();
  ended.catch(() => undefined);
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events,
    ended,
    close: () => controller.abort(),
  };
};

/** Script that makes a page believe that its tab is hidden, so that it stops watching its draft. */
export const hideTab = `Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange'));`;
