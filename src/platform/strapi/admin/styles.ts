import { createGlobalStyle } from 'styled-components';

/** Adds rules for Strapi's elements. If Strapi's elements change, the rules match nothing. */
export const addStyles = (rules: string): void => {
  const style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
};

/**
 * Hides Strapi's notifications while it is mounted (`@strapi/admin`, Notifications, by `sonner`). For
 * dialogs that show the same error: Strapi notifies of every failed request of a form.
 */
export const NotificationsHidden = createGlobalStyle`
  [data-sonner-toaster] {
    visibility: hidden;
  }
`;

const PANEL = "aside:has(> div > a[href*='/preview?'], > div > a[href$='/preview'])";

/** Shows Strapi's preview panel beside a form as a button, without a frame and heading. */
export const showPreviewAsButton = (): void =>
  addStyles(`
@media (min-width: 1080px) {
  ${PANEL} { padding: 0; border: none; background: none; box-shadow: none; }
  ${PANEL} > h2 { display: none; }
}
`);
