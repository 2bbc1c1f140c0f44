import type { StrapiApp } from '@strapi/strapi/admin';
import type { Layout, Text } from '../layout';
import type { Readiness } from '../readiness';

/** Texts under their ids, one file of `translations/` a language. */
export type Translations = Readonly<Record<keyof Text, Readonly<Record<string, string>>>>;

/** What is known of the forms of all types. */
export type Forms = { layouts: readonly Layout[]; readiness: readonly Readiness[] };

/** Whoever may change entries of any type: what they work with stands in the menu and on the home page of nobody else. */
export const WRITERS = [{ action: 'plugin::content-manager.explorer.update', subject: null }];

/** Whoever may do something with entries of some of the types that have forms. */
export const whoMayOf = (
  action: 'read' | 'update',
  { layouts }: Pick<Forms, 'layouts'>,
  isMeant: (layout: Layout) => boolean = () => true,
): { action: string; subject: string }[] =>
  layouts
    .filter((layout) => layout.uid.startsWith('api::') && isMeant(layout))
    .map(({ uid }) => ({ action: `plugin::content-manager.explorer.${action}`, subject: uid }));

/**
 * What a feature adds to the admin panel. The panel finds it by itself: as `panel` in the feature's
 * `admin/index`.
 */
export type PanelFeature = {
  name: string;
  translations?: Translations;
  /** Content types whose entries are shown and never written. */
  readOnlyTypes?: readonly string[];

  /** While the panel puts its parts together: links of the menu and widgets are added here. */
  register?: (app: StrapiApp, forms: Forms) => void;
  /** When the parts of Strapi's plugins are there and can be added to or changed. */
  bootstrap?: (app: StrapiApp, forms: Forms) => void;
};
