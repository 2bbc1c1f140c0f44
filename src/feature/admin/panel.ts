import type { StrapiApp } from '@strapi/strapi/admin';
import type { Layout, Text } from '../layout';
import type { PublishingRules } from '../publishing-rules';
import type { DashboardSection } from './dashboard';
import type { EntrySearch } from './entry-searches';
import type { PanelLinks } from './panel-links';

/** Translations by id, one file in `translations/` for each language. */
export type Translations = Readonly<Record<keyof Text, Readonly<Record<string, string>>>>;

/** The forms and publishing rules of all types. */
export type Forms = { layouts: readonly Layout[]; publishingRules: readonly PublishingRules[] };

/**
 * Permissions of editors of any type. Only they see editing tools in the menu and on the home page.
 */
export const WRITERS = [{ action: 'plugin::content-manager.explorer.update', subject: null }];

/**
 * Positions of links in the menu, in every language. Strapi's own are 0 (home), 1 (content), 4
 * (media) and 9 (settings), and it sorts links of one position by their names.
 */
export const MENU_POSITIONS = {
  toDo: 0.5,
  pages: 2,
  orders: 4.2,
  students: 4.4,
  importExport: 5.5,
  trash: 6.5,
} as const;

/** Returns the permissions for an action on any of the types with forms. */
export const permissionsFor = (
  action: 'read' | 'update',
  { layouts }: Pick<Forms, 'layouts'>,
  isMeant: (layout: Layout) => boolean = () => true,
): { action: string; subject: string }[] =>
  layouts
    .filter((layout) => layout.uid.startsWith('api::') && isMeant(layout))
    .map(({ uid }) => ({ action: `plugin::content-manager.explorer.${action}`, subject: uid }));

/**
 * A feature's additions to the admin panel. The panel finds it automatically, as `panel` in the
 * feature's `admin/index`.
 */
export type PanelFeature = {
  name: string;
  translations?: Translations;
  /** Content types whose entries are read-only in the panel. */
  readOnlyTypes?: readonly string[];
  /** Its lists of open work, for the home page and the to-do list. */
  dashboard?: readonly DashboardSection[];
  /** Its types that the search of the home page covers. */
  searches?: readonly EntrySearch[];
  /** Its pages that other features link to. */
  panelLinks?: Partial<PanelLinks>;

  /** Runs while the panel is assembled. Add menu links and widgets here. */
  register?: (app: StrapiApp, forms: Forms) => void;
  /** Runs when Strapi's plugins are loaded and can be extended. */
  bootstrap?: (app: StrapiApp, forms: Forms) => void;
};
