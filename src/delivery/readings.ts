import { endpoints } from '../contracts';
import type { Reading } from '../contracts/kit/endpoint';
import { previewSubjects } from '../preview/subjects';

/** Who reads what, for those who have to be told where something does not fit. */
export type NamedReading = Reading & { reader: string };

/** Everything that is read by contract: for the endpoints that say so, and for previews. */
export const readings: readonly NamedReading[] = [
  ...endpoints.flatMap(({ method, path, reads = [] }) =>
    reads.map((reading) => ({ reader: `${method} ${path}`, ...reading })),
  ),
  ...Object.entries(previewSubjects).flatMap(([uid, form]) =>
    form === undefined ? [] : [{ reader: `the preview of ${uid}`, uid, form }],
  ),
];
