import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { ArrowsHorizontal, Eye, Pencil } from '@strapi/icons';
import { useRBAC } from '@strapi/strapi/admin';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { usePanelLocale } from '../../../../platform/admin/use-panel-locale';
import { bulkEditAddress, placeAddress } from './address';
import { ReplaceDialog } from './ReplaceDialog';
import { useTexts } from './texts';

const UPDATE = 'plugin::content-manager.explorer.update';

/** Returns whether the user may change entries of an application type. */
export const useMayUpdate = (model: string): boolean => {
  const { allowedActions } = useRBAC([{ action: UPDATE, subject: model }]);
  return model.startsWith('api::') && allowedActions.canUpdate === true;
};

/** Returns an action that opens a page with the selected entries. */
const useOpening = (
  { model, documents }: Parameters<BulkActionComponent>[0],
  { label, icon }: { label: 'bulk-edit.edit' | 'bulk-edit.place'; icon: ReactElement },
  addressOf: typeof bulkEditAddress,
): ReturnType<BulkActionComponent> => {
  const text = useTexts();
  const navigate = useNavigate();
  const mayUpdate = useMayUpdate(model);
  const locale = usePanelLocale();
  if (!mayUpdate) return null;
  const ids = documents.map(({ documentId }) => documentId);
  return {
    label: text(label),
    icon,
    variant: 'tertiary',
    onClick: () => navigate(addressOf(model, { locale, documents: ids })),
  };
};

/** Opens the bulk edit page with the selected entries. */
export const EditSelected: BulkActionComponent = (selection) =>
  useOpening(selection, { label: 'bulk-edit.edit', icon: <Pencil /> }, bulkEditAddress);

/** Opens the page that adds the selected entries to a place. */
export const PlaceSelected: BulkActionComponent = (selection) =>
  useOpening(selection, { label: 'bulk-edit.place', icon: <Eye /> }, placeAddress);

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
