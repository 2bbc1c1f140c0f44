import { useRBAC } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { LineRoles } from './LineRoles';
import { ROLES } from './permissions';
import { useTexts } from './texts';
import { BUSINESS_LINE } from '../../../catalogue/business-line';

/** Side panel of a business line's form that lists the roles limited to it. */
export const LineRolesPanel: PanelComponent = ({ model, documentId }) => {
  const text = useTexts();
  const { allowedActions } = useRBAC(ROLES.read);
  if (model !== BUSINESS_LINE || documentId === undefined || !allowedActions.canRead) return null;
  return { title: text('rights.roles.title'), content: <LineRoles documentId={documentId} /> };
};
