import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { EventList } from './EventList';
import { useTexts } from './texts';

/** Panel beside an entry's form that lists its history. */
export const HistoryPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  if (!model.startsWith('api::') || documentId === undefined) return null;
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  return {
    title: text('history.panel.title'),
    content: (
      <EventList
        // A new key reloads the list after each save.
        key={`${documentId} ${locale ?? ''} ${updatedAt ?? ''} ${document?.status ?? ''}`}
        model={model}
        documentId={documentId}
        locale={locale ?? ''}
      />
    ),
  };
};
