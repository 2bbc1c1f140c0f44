import { addStyles } from './styles';

const PANEL = "aside:has(> div > a[href*='/preview?'], > div > a[href$='/preview'])";

/** Shows Strapi's preview panel beside a form as a button, without a frame and heading. */
export const showPreviewAsButton = (): void =>
  addStyles(`
@media (min-width: 1080px) {
  ${PANEL} { padding: 0; border: none; background: none; box-shadow: none; }
  ${PANEL} > h2 { display: none; }
}
`);
