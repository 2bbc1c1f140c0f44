import { Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useTexts } from './texts';
import { useRefusal } from './use-refusal';

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
