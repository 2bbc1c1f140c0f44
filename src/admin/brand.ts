/// <reference types="vite/client" />
import mark from './mark.svg';

/**
 * What the panel calls itself, and the mark that it shows. Strapi hands what begins with `STRAPI_ADMIN_` to the panel
 * when it is built.
 */
const name = process.env.STRAPI_ADMIN_NAME ?? 'Education CMS';
const light = process.env.STRAPI_ADMIN_MARK ?? mark;
const dark = process.env.STRAPI_ADMIN_MARK_DARK ?? light;

/** Where Strapi keeps which theme somebody has chosen (`@strapi/admin`, reducer). */
const THEME = 'STRAPI_THEME';

/** The theme in which the panel begins; who changes it sees the other mark when they load the panel again. */
const isDark = (): boolean => {
  const chosen = localStorage.getItem(THEME) ?? 'system';
  return (
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  );
};

/** As Strapi takes it: the marks of the sign-in and of the menu, and of the browser's tab. */
export const brandConfig = () => {
  const logo = isDark() ? dark : light;
  return {
    auth: { logo },
    menu: { logo },
    head: { favicon: light },
    // News of Strapi's releases are for who develops the service, not for who works with it.
    notifications: { releases: false },
    tutorials: false,
  };
};

/** What Strapi says in its own name. */
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

/** What Strapi ends the title of every page with. */
const STRAPI = '| Strapi';

const nameTitle = (): void => {
  if (document.title.endsWith(STRAPI)) {
    document.title = `${document.title.slice(0, -STRAPI.length)}| ${name}`;
  }
};

/** Where Strapi keeps that somebody has closed its announcement of a new media library (`@strapi/admin`, MediaLibraryBanner). */
const ANNOUNCEMENT = 'STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false';

/** Puts the name into the titles of pages, and keeps Strapi's announcements from who works with the panel. */
export const showBrand = (): void => {
  new MutationObserver(nameTitle).observe(document.head, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  nameTitle();
  // Before and after the panel knows which instance of Strapi it belongs to; without telemetry that is none.
  for (const instance of ['undefined', 'false']) {
    localStorage.setItem(`${ANNOUNCEMENT}:${instance}`, 'true');
  }
};
