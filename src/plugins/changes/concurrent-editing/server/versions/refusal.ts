import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { permittedFields } from '../../../../../platform/strapi/entry-access';
import { editingErrors } from '../errors';
import type { FieldChange } from './changes';
import type { Draft, DraftKey } from './draft';
import type { Expectation } from './expectation';

type Stale = {
  key: DraftKey;
  /** Stored draft; null if it was deleted. */
  draft: Draft | null;
  changes: readonly FieldChange[];
  expectation: Expectation;
};

/**
 * Returns the error of a save that is based on an outdated version, with the changes of others.
 * Authors are only included for panel users, and values only of fields that they may read.
 */
export const refusal = (
  { strapi }: WithStrapi,
  { key, draft, changes, expectation }: Stale,
): Error => {
  const ctx = strapi.requestContext.get();
  const ability: unknown = (ctx?.state as { userAbility?: unknown } | undefined)?.userAbility;
  const isAllowed =
    ability === undefined ? () => false : permittedFields({ strapi }, ability, key.uid);
  const baseVersion =
    expectation.kind === 'versions' && expectation.versions.length === 1
      ? expectation.versions[0]
      : null;
  return localizedError({ strapi }, editingErrors.STALE_VERSION, {
    details: {
      baseVersion,
      currentVersion: draft?.version ?? null,
      isDeleted: draft === null,
      changes: changes.map(({ field, version, by, text }) => ({
        field,
        changedAt: version,
        ...(ability !== undefined && { changedBy: by?.name ?? null }),
        ...(isAllowed(field) && { text }),
      })),
    },
  });
};
