import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { EventList } from './EventList';
import { useTexts } from './texts';

/** Beside an entry's form: what became of it, and a way back. */
export const HistoryPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  if (!model.startsWith('api::') || documentId === undefined) return null;
  const { locale, updatedAt } = (document ?? {}) as { locale?: string | null; updatedAt?: string };
  return {
    title: text('history.panel.title'),
    content: (
      <EventList
        // What is saved is told at once.
        key={`${documentId} ${locale ?? ''} ${updatedAt ?? ''} ${document?.status ?? ''}`}
        model={model}
        documentId={documentId}
        locale={locale ?? ''}
      />
    ),
  };
};
