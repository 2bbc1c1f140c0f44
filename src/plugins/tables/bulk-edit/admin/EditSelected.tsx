import { useNavigate } from 'react-router-dom';
import { Pencil } from '@strapi/icons';
import { useQueryParams, useRBAC } from '@strapi/strapi/admin';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { bulkEditAddress } from './address';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

const UPDATE = 'plugin::content-manager.explorer.update';

/** Returns whether the user may change entries of an application type. */
export const useMayUpdate = (model: string): boolean => {
  const { allowedActions } = useRBAC([{ action: UPDATE, subject: model }]);
  return model.startsWith('api::') && allowedActions.canUpdate === true;
};

/** Opens the bulk edit page with the selected entries. */
export const EditSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const navigate = useNavigate();
  const mayUpdate = useMayUpdate(model);
  const [{ query }] = useQueryParams<Query>();
  if (!mayUpdate) return null;
  return {
    label: text('bulk-edit.edit'),
    icon: <Pencil />,
    variant: 'tertiary',
    onClick: () =>
      navigate(
        bulkEditAddress(model, {
          locale: query.plugins?.i18n?.locale,
          documents: documents.map(({ documentId }) => documentId),
        }),
      ),
  };
};
