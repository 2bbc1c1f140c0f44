import { lazy, Suspense } from 'react';
import type { CustomInputProps } from '#platform/admin/custom-input';

const DateTimeInput = lazy(async () => ({
  default: (await import('./DateTimeInput')).DateTimeInput,
}));

/** Loads the input of instants and its time zone library with the first form that needs it. */
export const LazyDateTimeInput = (props: CustomInputProps) => (
  <Suspense fallback={null}>
    <DateTimeInput {...props} />
  </Suspense>
);
