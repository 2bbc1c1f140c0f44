import type { ReactElement } from 'react';
import { useNavigate, Link, useLocation, useParams } from 'react-router-dom';
import { ArrowsHorizontal, Eye, Pencil, FileXls } from '@strapi/icons';
import { useRBAC } from '@strapi/strapi/admin';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { LinkButton } from '@strapi/design-system';
import { usePanelLocale } from '#platform/admin/named-languages';
import { pickListFilters } from '#platform/admin/panel-addresses';
import { ReplaceDialog } from './ReferenceChange';
import { useTexts } from './texts';

type GridSelection = {
  locale?: string | null | undefined;
  documents?: readonly string[];
  fields?: readonly string[];
  /** Query of the list from which the user comes. */
  list?: string;
};

const buildSelectionQuery = ({
  locale,
  documents = [],
  fields = [],
  list = '',
}: GridSelection): string => {
  const narrowing = pickListFilters(list);
  return new URLSearchParams({
    ...(locale && { locale }),
    ...(documents.length > 0 && { documents: documents.join(',') }),
    ...(fields.length > 0 && { fields: fields.join(',') }),
    ...(narrowing !== '' && { list: narrowing }),
  }).toString();
};

export const buildBulkEditAddress = (model: string, selection: GridSelection): string =>
  `/plugins/bulk-edit/${model}?${buildSelectionQuery(selection)}`;

export const buildPlacesAddress = (model: string, selection: GridSelection): string =>
  `/plugins/bulk-edit/${model}/places?${buildSelectionQuery(selection)}`;

const UPDATE = 'plugin::content-manager.explorer.update';

/** Returns whether the user may change entries of an application type. */
const useMayUpdate = (model: string): boolean => {
  const { allowedActions } = useRBAC([{ action: UPDATE, subject: model }]);
  return model.startsWith('api::') && allowedActions.canUpdate === true;
};

/** Returns an action that opens a page with the selected entries. */
const useOpening = (
  { model, documents }: Parameters<BulkActionComponent>[0],
  { label, icon }: { label: 'bulk-edit.edit' | 'bulk-edit.place'; icon: ReactElement },
  addressOf: typeof buildBulkEditAddress,
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

export const EditSelected: BulkActionComponent = (selection) =>
  useOpening(selection, { label: 'bulk-edit.edit', icon: <Pencil /> }, buildBulkEditAddress);

export const PlaceSelected: BulkActionComponent = (selection) =>
  useOpening(selection, { label: 'bulk-edit.place', icon: <Eye /> }, buildPlacesAddress);

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

/** Links a list to the page that edits its entries from a spreadsheet. */
export const SheetLink = () => {
  const text = useTexts();
  const { slug: model = '' } = useParams();
  const locale = usePanelLocale();
  const { search } = useLocation();
  const mayUpdate = useMayUpdate(model);
  if (!mayUpdate) return null;
  return (
    <LinkButton
      tag={Link}
      to={buildBulkEditAddress(model, { locale, list: search })}
      variant="secondary"
      size="S"
      startIcon={<FileXls />}
    >
      {text('bulk-edit.open')}
    </LinkButton>
  );
};
