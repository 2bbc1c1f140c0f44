import type { Core } from '@strapi/types';
import { endpointsOf, featuresOf, previewsOf } from '../../feature/application';
import type { ContractRead } from '../../platform/http/endpoint';

/** A contract with the name of its reader, for error messages. */
export type NamedContractRead = ContractRead & { reader: string };

/** Returns every contract that is read: by endpoints, by features and by previews. */
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
