type Entries = { uid: string; locale: string | null; documents: readonly string[] };

/** Builds the addresses of pages that other features link to. Each page is registered by its feature. */
export type PanelLinks = {
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
export const panelLink = <Name extends keyof PanelLinks>(name: Name): Partial<PanelLinks>[Name] =>
  links[name];
