import { cms, found, type Place } from '@/lib/cms';
import { textsOf } from '@/lib/texts';

export const dynamic = 'force-dynamic';

type Props = { params: Promise<Place>; searchParams: Promise<{ session?: string }> };

/** Students return here from the payment provider. */
export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params;
  const { session = '' } = await searchParams;
  const { data } = found(await cms.get('/checkout/session/{id}', { path: { id: session } }));
  const texts = textsOf(lang);
  return (
    <>
      <h1>{data.product?.title}</h1>
      <p>{data.state === 'paid' ? texts.paid : texts.notPaid}</p>
    </>
  );
}
