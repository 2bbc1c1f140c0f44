'use client';
import { useParams } from 'next/navigation';
import { textsOf } from '@/lib/texts';

export default function NotFound() {
  const { lang = '' } = useParams<{ lang?: string }>();
  return <h1>{textsOf(lang).notFound}</h1>;
}
