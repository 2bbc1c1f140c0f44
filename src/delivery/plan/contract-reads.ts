import type { Core } from '@strapi/types';
import { endpointsOf, featuresOf, previewsOf } from '../../feature/application';
import type { ContractRead } from '../../platform/http/endpoint';

/** Who reads what, for those who have to be told where something does not fit. */
export type NamedContractRead = ContractRead & { reader: string };

/** Everything that is read by contract: for the endpoints that say so, for features besides, and for previews. */
export const contractReadsOf = ({
  strapi,
}: {
  strapi: Core.Strapi;
}): readonly NamedContractRead[] => {
  const features = featuresOf({ strapi });
  return [
    ...endpointsOf(features).flatMap(({ method, path, reads = [] }) =>
      reads.map((read) => ({ reader: `${method} ${path}`, ...read })),
    ),
    ...features.flatMap(({ reads = [] }) => reads),
    ...Object.entries(previewsOf(features)).map(([uid, form]) => ({
      reader: `the preview of ${uid}`,
      uid,
      form,
    })),
  ];
};
