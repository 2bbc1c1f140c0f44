import { Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useTexts } from './texts';
import { useRefusal } from './use-refusal';

/** Beside an entry's form: why it cannot be saved, before somebody types. */
export const LookOnlyPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  const isKnown = model.startsWith('api::') && documentId !== undefined && updatedAt !== undefined;
  const refusal = useRefusal(
    // What is saved may have changed whose it is.
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
