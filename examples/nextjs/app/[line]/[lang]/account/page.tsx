import { redirect } from 'next/navigation';
import type { Place } from '@/lib/cms';
import { home } from '@/lib/paths';
import { readingStudent } from '@/lib/student';
import { textsOf } from '@/lib/texts';
import { logIn, logOut, register } from './actions';

export const dynamic = 'force-dynamic';

type Props = { params: Promise<Place>; searchParams: Promise<{ problem?: string }> };

export async function generateMetadata({ params }: Props) {
  return { title: textsOf((await params).lang).account };
}

export default async function Page({ params, searchParams }: Props) {
  const place = await params;
  const { problem } = await searchParams;
  const texts = textsOf(place.lang);
  const hiddenFields = (
    <>
      <input type="hidden" name="line" value={place.line} />
      <input type="hidden" name="lang" value={place.lang} />
    </>
  );
  const student = await readingStudent(place.lang);
  const result = await student?.get('/user-endpoints/orders');
  if (result?.error?.code === 'UNAUTHENTICATED') redirect(`${home(place)}/account/renew`);
  if (result?.error) return <p role="alert">{result.error.message}</p>;
  if (result === undefined) {
    return (
      <>
        <h1>{texts.account}</h1>
        {problem && <p role="alert">{problem}</p>}
        <form action={logIn} id="login">
          {hiddenFields}
          <label>
            {texts.email} <input type="email" name="email" required />
          </label>
          <label>
            {texts.password} <input type="password" name="password" required />
          </label>
          <button>{texts.login}</button>
        </form>
        <form action={register} id="register">
          {hiddenFields}
          <label>
            {texts.name} <input name="nameLastName" required />
          </label>
          <label>
            {texts.document} <input name="identificationNumber" required />
          </label>
          <label>
            {texts.email} <input type="email" name="email" required />
          </label>
          <label>
            {texts.password} <input type="password" name="password" required />
          </label>
          <button>{texts.register}</button>
        </form>
      </>
    );
  }
  const orders = result.data.data;
  return (
    <>
      <h1>{texts.account}</h1>
      <h2>{texts.orders}</h2>
      {orders.length === 0 && <p>{texts.noOrders}</p>}
      <ul>
        {orders.map(({ documentId, product, state }) => (
          <li key={documentId}>
            {product?.title} ({state})
          </li>
        ))}
      </ul>
      <form action={logOut}>
        {hiddenFields}
        <button>{texts.logout}</button>
      </form>
    </>
  );
}
