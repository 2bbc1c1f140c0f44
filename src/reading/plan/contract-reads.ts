import { endpoints } from '../../contracts';
import type { ContractRead } from '../../http/endpoint';
import { previewSubjects } from '../../plugins/preview/server/subjects';

/** Who reads what, for those who have to be told where something does not fit. */
export type NamedContractRead = ContractRead & { reader: string };

/** Everything that is read by contract: for the endpoints that say so, and for previews. */
export const contractReads: readonly NamedContractRead[] = [
  ...endpoints.flatMap(({ method, path, reads = [] }) =>
    reads.map((read) => ({ reader: `${method} ${path}`, ...read })),
  ),
  ...Object.entries(previewSubjects).flatMap(([uid, form]) =>
    form === undefined ? [] : [{ reader: `the preview of ${uid}`, uid, form }],
  ),
];
