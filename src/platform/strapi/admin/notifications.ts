import { createGlobalStyle } from 'styled-components';

/**
 * Hides Strapi's notifications while it is mounted (`@strapi/admin`, Notifications, by `sonner`). For
 * dialogs that show the same error: Strapi notifies of every failed request of a form.
 */
export const NotificationsHidden = createGlobalStyle`
  [data-sonner-toaster] {
    visibility: hidden;
  }
`;
