import type { StrapiApp } from '@strapi/strapi/admin';
import type { DocumentActionComponent, PanelComponent } from '@strapi/content-manager/strapi-admin';
import { getContentManager } from '#platform/strapi/admin/content-manager';

const WRITING = ['update', 'delete', 'clone', 'publish', 'discard'];

/** Returns the action or panel, hidden for entries of these types. */
const hideForTypes = <T extends DocumentActionComponent | PanelComponent>(
  types: readonly string[],
  Original: T,
): T => {
  const Changed = (props: Parameters<T>[0]) => {
    const description = (Original as (props: Parameters<T>[0]) => ReturnType<T> | null)(props);
    return types.includes(props.model) ? null : description;
  };
  return Object.assign(Changed, Original);
};

/** Hides actions for entries of read-only types. Strapi would show their buttons as disabled. */
export const hideWriting = (app: StrapiApp, types: readonly string[]): void => {
  const contentManager = getContentManager(app);
  contentManager.addDocumentAction((actions) =>
    actions.map((action) =>
      WRITING.includes(action.type ?? '') ? hideForTypes(types, action) : action,
    ),
  );
  contentManager.addEditViewSidePanel((panels) =>
    panels.map((panel) => (panel.type === 'actions' ? hideForTypes(types, panel) : panel)),
  );
};
