import { Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useTexts } from './texts';
import { useLoaded } from '../../../platform/admin/use-loaded';

/**
 * Returns why the signed-in user may not change an entry, in their language. Returns null if they
 * may, or while it is not known.
 */
const useRefusal = (address: string | null): string | null => {
  // Saving reports the same error.
  const { data, isCurrent } = useLoaded<{ refusal: string | null }>(address, { isOptional: true });
  return isCurrent ? (data?.refusal ?? null) : null;
};

/** Side panel of an entry's form that explains why the user cannot save it, before they type. */
export const LookOnlyPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  const isKnown = model.startsWith('api::') && documentId !== undefined && updatedAt !== undefined;
  const refusal = useRefusal(
    // Saving may have changed the entry's business lines.
    isKnown
      ? `/rights/entries/${model}/${documentId}?locale=${locale ?? ''}&at=${updatedAt}`
      : null,
  );
  if (refusal === null) return null;
  return {
    title: text('rights.entry.title'),
    content: (
      <Typography role="note" textColor="warning700">
        {refusal}
      </Typography>
    ),
  };
};
