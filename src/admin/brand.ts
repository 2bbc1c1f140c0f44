/// <reference types="vite/client" />
import mark from './mark.svg';

/**
 * The panel's name and logo. Strapi passes variables that begin with `STRAPI_ADMIN_` to the panel
 * at build time.
 */
const name = process.env.STRAPI_ADMIN_NAME ?? 'Education CMS';
const light = process.env.STRAPI_ADMIN_MARK ?? mark;
const dark = process.env.STRAPI_ADMIN_MARK_DARK ?? light;

/** Key under which Strapi stores the user's theme (`@strapi/admin`, reducer). */
const THEME = 'STRAPI_THEME';

/**
 * Returns whether the panel starts in the dark theme. After a change of the theme, the logo changes
 * at the next load.
 */
const isDark = (): boolean => {
  const chosen = localStorage.getItem(THEME) ?? 'system';
  return (
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  );
};

/**
 * Returns Strapi's configuration of the logos on the login page, in the menu and in the browser
 * tab.
 */
export const createBrandConfig = () => {
  const logo = isDark() ? dark : light;
  return {
    auth: { logo },
    menu: { logo },
    head: { favicon: light },
    // News about Strapi's releases are for developers, not for editors.
    notifications: { releases: false },
    tutorials: false,
  };
};

/** Texts that replace those in which Strapi names itself. */
export const brandTexts = {
  en: {
    'Auth.form.welcome.title': name,
    'Auth.form.welcome.subtitle': 'Log in to your account',
    'Auth.form.register.subtitle': 'This account is for this panel only.',
    'app.components.LeftMenu.navbrand.title': name,
    'Settings.permissions.users.listview.header.subtitle': 'Everybody who has access to this panel',
  },
  es: {
    'Auth.form.welcome.title': name,
    'Auth.form.welcome.subtitle': 'Inicia sesión en tu cuenta',
    'Auth.form.register.subtitle': 'Esta cuenta es solo para este panel.',
    'app.components.LeftMenu.navbrand.title': name,
    'Settings.permissions.users.listview.header.subtitle':
      'Todas las personas que tienen acceso a este panel',
  },
} as const;

/** Strapi's ending of each page title. */
const STRAPI = '| Strapi';

const nameTitle = (): void => {
  if (document.title.endsWith(STRAPI)) {
    document.title = `${document.title.slice(0, -STRAPI.length)}| ${name}`;
  }
};

/**
 * Key under which Strapi stores that a user dismissed its announcement of a new media library
 * (`@strapi/admin`, MediaLibraryBanner).
 */
const ANNOUNCEMENT = 'STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false';

/** Puts the panel's name into page titles, and hides Strapi's announcements. */
export const showBrand = (): void => {
  new MutationObserver(nameTitle).observe(document.head, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  nameTitle();
  // Both keys are needed: before and after the panel knows its Strapi instance, which is none
  // without telemetry.
  for (const instance of ['undefined', 'false']) {
    localStorage.setItem(`${ANNOUNCEMENT}:${instance}`, 'true');
  }
};
