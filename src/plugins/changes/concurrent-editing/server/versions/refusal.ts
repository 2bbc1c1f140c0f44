import type { WithStrapi } from '../../../../../platform/with-strapi';
import { localizedError } from '../../../../../platform/http/localized-error';
import { permittedFields } from '../../../../../platform/strapi/permitted-fields';
import { editingErrors } from '../errors';
import type { FieldChange } from './changes';
import type { Draft, DraftKey } from './draft';
import type { Expectation } from './expectation';

type Stale = {
  key: DraftKey;
  /** What is stored; null where it has been deleted. */
  draft: Draft | null;
  changes: readonly FieldChange[];
  expectation: Expectation;
};

/**
 * The refusal of a save that is based on an older state, with what others have changed since. Who has done
 * it and what a field says now is only told to administrators, and of fields that they may read.
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
