import type { StrapiApp } from '@strapi/strapi/admin';
import { findFirstSettingsPage, maySeeOverview } from './pages';
import { addStyles } from './styles';

type Permission = { action: string; subject?: string | null };

/** Strapi's link to its shop of plugins has a permission of its own, but no settings. */
const SHOP = 'admin::marketplace.read';
const EXPLORER = 'plugin::content-manager.explorer.';

/** Width at which Strapi shows the menu as a column (`@strapi/design-system`, breakpoints). */
const COLUMN = '(min-width: 1080px)';
const MENU = 'nav:has(> div > ul > li a[aria-label])';
const LINK = 'nav > div > ul > li a[aria-label]';

/**
 * Shows the name of each link below its icon. The names are in the links as `aria-label`, and
 * Strapi would show them as tooltips.
 */
const STYLES = `
@media ${COLUMN} {
  ${MENU} { width: 9.6rem; min-width: 9.6rem; }
  ${MENU} > div > ul { gap: 0.4rem; }
  ${MENU} > div > ul > li { width: 100%; padding-inline: 0.4rem; }
  ${MENU} > div > ul > li > * { width: 100%; }
  ${LINK} {
    flex-direction: column; gap: 0.4rem; padding: 0.8rem 0.2rem; color: inherit;
    font-size: 1.1rem; line-height: 1.25; text-align: center; overflow-wrap: anywhere;
  }
  ${LINK}::after { content: attr(aria-label); }
  ${LINK}.active { font-weight: 600; }
  body:has(nav > div > ul > li > [data-state$='open']) [data-radix-popper-content-wrapper]:has([role='tooltip']) {
    display: none;
  }
}
nav > div > ul:has(a.active[href*='/collection-types/']) a.active[href$='/content-manager']:not(:hover) {
  background: none; font-weight: inherit;
}
html[data-absent~='settings'] nav > div > ul > li:has(a[href$='/settings']),
html[data-absent~='overview'] li:has(> a[href$='/settings/application-infos']),
html[data-absent~='content'] nav > div > ul > li:has(a[href$='/content-manager']) { display: none; }
`;

const formatAbsentLinks = (app: StrapiApp, permissions: readonly Permission[]): string => {
  const hasSettings =
    permissions.some(({ action }) => action.startsWith('admin::') && action !== SHOP) ||
    findFirstSettingsPage(app, permissions) !== undefined;
  const hasContent = permissions.some(
    ({ action, subject }) => action.startsWith(EXPLORER) && subject?.startsWith('api::') === true,
  );
  return [
    ...(hasSettings ? [] : ['settings']),
    ...(maySeeOverview(permissions) ? [] : ['overview']),
    ...(hasContent ? [] : ['content']),
  ].join(' ');
};

/**
 * Gives the menu words, and hides the settings and the content manager from users who have nothing
 * to do there. Strapi shows both links to everybody.
 */
export const adaptMenu = (app: StrapiApp): void => {
  addStyles(STYLES);
  app.addRBACMiddleware(({ permissions }) => {
    document.documentElement.dataset.absent = formatAbsentLinks(app, permissions);
    return (next) => (matching) => next(matching);
  });
};
