import { createClient, type Login, type LoginStore } from 'education-cms-client';
import { cookies } from 'next/headers';
import { baseUrl } from './cms';
import { fetchForVisitor } from './visitor';

const COOKIE = 'login';

export const readLogin = async (): Promise<Login | undefined> => {
  const text = (await cookies()).get(COOKIE)?.value;
  return text === undefined ? undefined : (JSON.parse(text) as Login);
};

const store: LoginStore = {
  read: readLogin,
  write: async (login) => {
    const jar = await cookies();
    if (login === undefined) {
      jar.delete(COOKIE);
      return;
    }
    const { jwt, refreshToken } = login;
    jar.set(COOKIE, JSON.stringify({ jwt, refreshToken }), {
      httpOnly: true,
      secure: process.env.NODE_ENV === 'production',
      sameSite: 'lax',
      maxAge: 30 * 24 * 3600,
    });
  },
};

/** The student's client for actions and routes, which may write cookies and so renew the login. */
export const studentIn = (lang: string) =>
  createClient({ baseUrl, token: store, locale: lang, fetch: fetchForVisitor });

/** The client of a visitor who is not logged in, for requests that limits count. */
export const visitorIn = (lang: string) =>
  createClient({ baseUrl, locale: lang, fetch: fetchForVisitor });

/** The student's client for pages, which may not write cookies; `undefined` if nobody is logged in. */
export const readingStudent = async (lang: string) => {
  const login = await readLogin();
  return login && createClient({ baseUrl, token: login.jwt, locale: lang, fetch: fetchForVisitor });
};
