import { cms, found, type Place } from '@/lib/cms';
import { textsOf } from '@/lib/texts';

export const dynamic = 'force-dynamic';

type Props = {
  params: Promise<Place>;
  searchParams: Promise<{ session?: string; problem?: string }>;
};

/** Students return here from the payment provider, or read why they cannot buy. */
export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params;
  const { session, problem } = await searchParams;
  const texts = textsOf(lang);
  if (session === undefined) return <p role="alert">{problem || texts.notOnSale}</p>;
  const { data } = found(await cms.get('/checkout/session/{id}', { path: { id: session } }));
  return (
    <>
      <h1>{data.product?.title}</h1>
      <p>{data.state === 'paid' ? texts.paid : texts.notPaid}</p>
    </>
  );
}
