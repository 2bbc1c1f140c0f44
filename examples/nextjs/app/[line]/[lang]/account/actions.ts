'use server';
import { redirect } from 'next/navigation';
import { home } from '@/lib/paths';
import { studentIn } from '@/lib/student';

const read = (form: FormData) => {
  const value = (name: string) => String(form.get(name) ?? '');
  const place = { line: value('line'), lang: value('lang') };
  return { value, place, page: `${home(place)}/account`, student: studentIn(place.lang) };
};

const withProblem = (page: string, message: string) =>
  `${page}?${new URLSearchParams({ problem: message }).toString()}`;

export const logIn = async (form: FormData): Promise<void> => {
  const { value, page, student } = read(form);
  const { error } = await student.login({ email: value('email'), password: value('password') });
  redirect(error === undefined ? page : withProblem(page, error.message));
};

export const register = async (form: FormData): Promise<void> => {
  const { value, place, page, student } = read(form);
  const credentials = { email: value('email'), password: value('password') };
  const { error } = await student.post('/user-endpoints/register', {
    body: {
      ...credentials,
      nameLastName: value('nameLastName'),
      identificationNumber: value('identificationNumber'),
      language: place.lang,
      vertical: place.line,
    },
  });
  if (error !== undefined) redirect(withProblem(page, error.message));
  await student.login(credentials);
  redirect(page);
};

export const logOut = async (form: FormData): Promise<void> => {
  const { page, student } = read(form);
  await student.logout();
  redirect(page);
};
