import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { isShown, ShownOn } from './ShownOn';
import { useTexts } from './texts';
import { useUses } from './use-uses';

/** Side panel of an entry's form that lists the entries showing it. */
export const UsedPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  const uses = useUses({
    model,
    documentIds: documentId === undefined || document === undefined ? [] : [documentId],
    locales: typeof locale === 'string' ? [locale] : null,
    removal: 'delete',
  });
  const [of] = uses ?? [];
  if (of === undefined || !isShown(of)) return null;
  return { title: text('usage.panel.title'), content: <ShownOn of={of} /> };
};
