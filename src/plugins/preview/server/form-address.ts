import type { WithStrapi } from '../../../platform/with-strapi';
import { featuresOf } from '../../../feature/application';

/**
 * Returns a function that tells whether the form of a type shows an attribute. Types without a
 * layout show all.
 */
export const isInFormOf = ({ strapi }: WithStrapi, uid: string) => {
  const layout = featuresOf({ strapi })
    .flatMap(({ layouts }) => layouts?.types ?? [])
    .find((one) => one.uid === uid);
  const shown = new Set(layout?.rows.flatMap((row) => Object.keys(row)));
  return (attribute: string): boolean => layout === undefined || shown.has(attribute);
};

/** Returns a function for the panel URL of a document's form, optionally at one of its fields. */
export const formAddressOf =
  ({ strapi }: WithStrapi, uid: string, version: { documentId: string; locale: string | null }) =>
  (field?: string): string => {
    const admin = strapi.config.get<string>('admin.path', '/admin');
    const query = new URLSearchParams({
      ...(version.locale !== null && { 'plugins[i18n][locale]': version.locale }),
      ...(field !== undefined && { at: field }),
    });
    return `${admin}/content-manager/collection-types/${uid}/${version.documentId}?${query.toString()}`;
  };
