import { useNavigate } from 'react-router-dom';
import { Eye } from '@strapi/icons';
import { useQueryParams } from '@strapi/strapi/admin';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { placeAddress } from './address';
import { useMayUpdate } from './EditSelected';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Opens the page that adds the selected entries to a place. */
export const PlaceSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const navigate = useNavigate();
  const mayUpdate = useMayUpdate(model);
  const [{ query }] = useQueryParams<Query>();
  if (!mayUpdate) return null;
  return {
    label: text('bulk-edit.place'),
    icon: <Eye />,
    variant: 'tertiary',
    onClick: () =>
      navigate(
        placeAddress(model, {
          locale: query.plugins?.i18n?.locale,
          documents: documents.map(({ documentId }) => documentId),
        }),
      ),
  };
};
