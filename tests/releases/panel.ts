/** Calls the panel's API over HTTP, for nodes that run as processes. */

export const PERSON = {
  email: 'editor@example.com',
  password: 'Only-for-tests-1',
  firstname: 'Test',
  lastname: 'Editor',
};

export type Entry = Record<string, unknown> & { id: number; documentId: string };

export type Panel = {
  call: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  create: (uid: string, data: object) => Promise<Entry>;
  update: (uid: string, documentId: string, data: object) => Promise<Entry>;
  publish: (uid: string, documentId: string, data?: object) => Promise<Entry>;
  act: (uid: string, documentId: string, action: 'unpublish' | 'discard') => Promise<unknown>;
  read: (uid: string, documentId: string, status?: 'draft' | 'published') => Promise<Entry>;
};

const send = async (
  url: string,
  { method, token, body }: { method: string; token?: string; body?: object },
): Promise<{ status: number; text: string }> => {
  const answer = await fetch(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
};

/** Creates the first administrator, if there is none. */
export const signUp = async (url: string): Promise<void> => {
  await send(`${url}/admin/register-admin`, { method: 'POST', body: PERSON });
};

/** Logs in the first administrator, who is created if necessary. */
export const openPanel = async (url: string): Promise<Panel> => {
  await signUp(url);
  const { email, password } = PERSON;
  const login = await send(`${url}/admin/login`, { method: 'POST', body: { email, password } });
  const { data } = JSON.parse(login.text) as { data: { token: string } };

  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const { status, text } = await send(`${url}${path}`, {
      method,
      token: data.token,
      ...(body !== undefined && { body }),
    });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };

  const entry = async (method: string, path: string, body?: object): Promise<Entry> =>
    (await call<{ data: Entry }>(method, `/content-manager/collection-types/${path}`, body)).data;

  return {
    call,
    create: (uid, body) => entry('POST', uid, body),
    update: (uid, documentId, body) => entry('PUT', `${uid}/${documentId}`, body),
    publish: (uid, documentId, body = {}) =>
      entry('POST', `${uid}/${documentId}/actions/publish`, body),
    act: (uid, documentId, action) =>
      entry('POST', `${uid}/${documentId}/actions/${action}?force=true`, {}),
    read: (uid, documentId, status = 'draft') =>
      entry('GET', `${uid}/${documentId}?status=${status}`),
  };
};
