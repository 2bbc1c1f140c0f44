import type { StrapiApp } from '@strapi/strapi/admin';
import type { MessageDescriptor } from 'react-intl';
import type { Layout, Text } from '../layout';
import type { PublishingRules } from '../publishing-rules';

type Widget = Extract<Parameters<StrapiApp['widgets']['register']>[0], { id: string }>;

/** A list of open work, shown on the home page and in the to-do list. */
export type DashboardSection = Pick<Widget, 'id' | 'icon' | 'title' | 'component' | 'pluginId'> & {
  /** Users with one of these permissions see it. */
  permissions: readonly { action: string; subject?: string | null }[];
};

const sections: DashboardSection[] = [];

/** Registers the sections of all features, and adds them to the home page. */
export const registerDashboard = (
  app: StrapiApp,
  features: readonly { name: string; dashboard?: readonly DashboardSection[] }[],
): void => {
  for (const { name, dashboard = [] } of features) {
    for (const section of dashboard) {
      sections.push(section);
      app.widgets.register({
        pluginId: name,
        ...section,
        permissions: [...section.permissions],
      });
    }
  }
};

export const getDashboardSections = (): readonly DashboardSection[] => sections;

/** A kind of text by which entries are found. */
export type SearchTerm = 'title' | 'name' | 'sku' | 'email' | 'number';

/** A type whose entries the home page finds by text. */
export type EntrySearch = {
  uid: string;
  title: MessageDescriptor & { id: string; defaultMessage: string };
  /** Attributes that name an entry in the results; empty ones are left out. */
  names: readonly string[];
  /** Texts that the search field suggests to users who may read the type. */
  terms: readonly SearchTerm[];
  /** Whether each language has texts of its own, and is searched. */
  isLocalized?: boolean;
};

const searches: EntrySearch[] = [];

/** Registers the searches of all features, before they add their parts to the panel. */
export const registerEntrySearches = (
  features: readonly { searches?: readonly EntrySearch[] }[],
): void => {
  searches.push(...features.flatMap(({ searches: searchesOfFeature = [] }) => searchesOfFeature));
};

export const getEntrySearches = (): readonly EntrySearch[] => searches;

type Entries = { uid: string; locale: string | null; documents: readonly string[] };

/** Builds the addresses of pages that other features link to. Each page is registered by its feature. */
type PanelLinks = {
  /** The list of content errors and warnings. */
  contentQuality: () => string;
  /** The pages of each business line. */
  sitePages: () => string;
  /** Broken links, to be replaced everywhere at once. */
  brokenLinks: () => string;
  /** Pictures without alternative text in a language. */
  undescribedPictures: (locale: string | null) => string;
  /** Some entries in a grid. @param fields attribute names, each with `:locale` where it has several */
  grid: (entries: Entries & { fields: readonly string[] }) => string;
  /** Places where some entries can be shown. */
  placement: (entries: Entries) => string;
  /** The export of a list to a file. @param list the query of the list's address */
  exportList: (uid: string, list: string, locale: string | null) => string;
};

const links: Partial<PanelLinks> = {};

/** Registers the pages of all features, before the panel shows any. */
export const registerPanelLinks = (
  features: readonly { panelLinks?: Partial<PanelLinks> }[],
): void => {
  Object.assign(links, ...features.map(({ panelLinks }) => panelLinks));
};

/** Returns the address builder of a page, or undefined where the service has no such feature. */
export const getPanelLink = <Name extends keyof PanelLinks>(
  name: Name,
): Partial<PanelLinks>[Name] => links[name];

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
export const buildFormPermissions = (
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
