import { lazy, Suspense } from 'react';
import type { CustomInputProps } from '../../../../feature/admin/custom-input';

const DateTimeInput = lazy(async () => ({
  default: (await import('./DateTimeInput')).DateTimeInput,
}));

/** Loads the input of moments, with its library of time zones, with the first form that has one. */
export const LazyDateTimeInput = (props: CustomInputProps) => (
  <Suspense fallback={null}>
    <DateTimeInput {...props} />
  </Suspense>
);
