import { Duplicate } from '@strapi/icons';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { CopyPageForm } from './CopyPageForm';
import { useTexts } from './texts';

const isPage = (model: string): boolean => /^api::[a-z]+-page\./.test(model);

/** Menu action of a page that copies it to another business line or locale. */
export const CopyPageAction: DocumentActionComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  if (!isPage(model) || documentId === undefined || typeof locale !== 'string') return null;
  const title = text('pages.copy.title');
  return {
    label: title,
    icon: <Duplicate />,
    position: 'header',
    dialog: {
      type: 'modal',
      title,
      content: ({ onClose }) => (
        <CopyPageForm model={model} documentId={documentId} locale={locale} onClose={onClose} />
      ),
    },
  };
};
