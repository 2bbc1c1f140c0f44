import { ArrowsHorizontal } from '@strapi/icons';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { useMayUpdate } from './EditSelected';
import { ReplaceDialog } from './ReplaceDialog';
import { useTexts } from './texts';

/** Opens the dialog that replaces a reference in a selection. */
export const ReplaceSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const mayUpdate = useMayUpdate(model);
  if (!mayUpdate) return null;
  return {
    label: text('bulk-edit.replace'),
    icon: <ArrowsHorizontal />,
    variant: 'tertiary',
    dialog: {
      type: 'modal',
      title: text('bulk-edit.replace.title'),
      content: ({ onClose }: { onClose: () => void }) => (
        <ReplaceDialog
          model={model}
          documents={documents.map(({ documentId }) => documentId)}
          onClose={onClose}
        />
      ),
    },
  };
};
