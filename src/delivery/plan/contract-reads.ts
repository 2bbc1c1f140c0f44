import type { WithStrapi } from '../../platform/with-strapi';
import { endpointsOf, featuresOf, previewsOf } from '../../feature/application';
import type { ContractRead, Endpoint } from '../../platform/http/endpoint';
import { includables, type Includable } from './field-source';

/** A contract with the name of its reader, for error messages. */
export type NamedContractRead = ContractRead & {
  reader: string;
  /** Groups of optional fields that are read too. */
  includes?: readonly Includable[];
};

/** Query parameter with the groups of optional fields that a response has. */
export const INCLUDE = 'include';

const readsOf = ({ method, path, query, reads = [] }: Endpoint): NamedContractRead[] =>
  reads.flatMap((read) => {
    const plain = { reader: `${method} ${path}`, ...read };
    return query !== undefined && INCLUDE in query.shape
      ? [plain, { ...plain, includes: includables }]
      : [plain];
  });

/** Returns every contract that is read: by endpoints, by features and by previews. */
export const contractReadsOf = ({ strapi }: WithStrapi): readonly NamedContractRead[] => {
  const features = featuresOf({ strapi });
  return [
    ...endpointsOf(features).flatMap(readsOf),
    ...features.flatMap(({ reads = [] }) => reads),
    ...Object.entries(previewsOf(features)).map(([uid, form]) => ({
      reader: `the preview of ${uid}`,
      uid,
      form,
    })),
  ];
};
