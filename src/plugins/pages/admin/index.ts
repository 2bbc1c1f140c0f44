import type { StrapiApp } from '@strapi/strapi/admin';
import type {
  BulkActionComponent,
  DocumentActionComponent,
  PanelComponent,
} from '@strapi/content-manager/strapi-admin';
import { CopyPageAction } from './CopyPageAction';
import { ShownOnPanel } from './ShownOnPanel';
import { warnBeforeUnpublish, warnBeforeUnpublishingMany } from './warn-before-unpublish';

type ContentManagerApis = {
  addDocumentAction: (
    change: (actions: DocumentActionComponent[]) => DocumentActionComponent[],
  ) => void;
  addBulkAction: (change: (actions: BulkActionComponent[]) => BulkActionComponent[]) => void;
  addEditViewSidePanel: (panels: PanelComponent[]) => void;
};

/** Adds to the content manager what editors of pages need beyond Strapi. */
export const registerPageTools = (app: StrapiApp): void => {
  const apis = app.getPlugin('content-manager').apis as ContentManagerApis;
  apis.addEditViewSidePanel([ShownOnPanel]);
  apis.addDocumentAction((actions) => [
    ...actions.map((action) =>
      action.type === 'unpublish' ? warnBeforeUnpublish(action) : action,
    ),
    CopyPageAction,
  ]);
  apis.addBulkAction((actions) =>
    actions.map((action) =>
      action.type === 'unpublish' ? warnBeforeUnpublishingMany(action) : action,
    ),
  );
};
