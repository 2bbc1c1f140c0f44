import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle } from 'styled-components';

/** The bar of a list whose controls are replaced: it contains an element with `data-list-bar`. */
const BAR = 'main div:has(> div > [data-list-bar])';

/** Strapi's buttons in the bar (`@strapi/content-manager`, ListViewPage), which open a popover each. */
const OPENERS = {
  filters: `${BAR} > div:first-child > button[aria-haspopup='dialog']`,
  columns: `${BAR} > div:last-child > button[aria-haspopup='dialog']:last-child`,
} as const;

/**
 * Hides Strapi's search, filters and columns above a list. A popover opens at its button, so the
 * buttons stay in place, invisibly, at the corner of the table.
 */
export const ListBarStyles = createGlobalStyle`
  ${BAR} {
    position: relative;
  }

  ${BAR} > div:first-child > button,
  ${BAR} > div:first-child > form,
  ${OPENERS.columns} {
    position: absolute;
    right: 5.6rem;
    bottom: 0;
    visibility: hidden;
  }

  [data-table-corner] {
    position: absolute;
    top: 1.2rem;
    right: 1.2rem;
    z-index: 1;
    display: flex;
    flex-direction: row-reverse;
    background: ${({ theme }) => theme.colors.neutral0};
  }
`;

/** Opens the popover of a hidden button. When it closes, `focus` returns the focus. */
export const openListPopover = (name: keyof typeof OPENERS, focus: () => void): void => {
  const opener = document.querySelector<HTMLElement>(OPENERS[name]);
  if (opener === null) return;
  const observer = new MutationObserver(() => {
    if (opener.dataset.state !== 'closed') return;
    observer.disconnect();
    focus();
  });
  opener.click();
  observer.observe(opener, { attributes: true, attributeFilter: ['data-state'] });
};

/** Returns the element at the corner of the list's table, which is added to it; null without a table. */
const ensureTableCorner = (): HTMLElement | null => {
  // The table scrolls within its parent; that one's parent does not move.
  const box = document.querySelector("main [role='grid']")?.parentElement?.parentElement;
  if (!box) return null;
  const existingCorner = box.querySelector<HTMLElement>(':scope > [data-table-corner]');
  if (existingCorner !== null) return existingCorner;
  const corner = document.createElement('div');
  corner.dataset.tableCorner = '';
  box.append(corner);
  return corner;
};

/**
 * Shows controls at the corner of the list's table, above the menus of its rows. Strapi has no slot
 * there. Without a table, they stay in the bar.
 */
export const TableCorner = ({ children }: { children: ReactNode }) => {
  const [corner, setCorner] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const find = (): void => setCorner(ensureTableCorner());
    const observer = new MutationObserver(find);
    observer.observe(document.body, { childList: true, subtree: true });
    find();
    return () => observer.disconnect();
  }, []);
  return corner === null ? <>{children}</> : createPortal(children, corner);
};
