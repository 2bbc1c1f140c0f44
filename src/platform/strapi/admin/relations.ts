/**
 * The options of a combobox (`@strapi/ui-primitives`, Combobox). Each begins with the same icon.
 */
const OPTION = '[role="option"]';

/** The combobox's drop-down list, which is as wide as the field. */
const LIST = '[role="listbox"]';

/** Width of one line of an entry's description, within the window. */
const WIDTH = 'min(600px, 90vw)';

/**
 * The rows of selected entries are as narrow as the field and high enough for two lines. Strapi
 * cuts the text to one line, because the state stands beside it.
 */
const SELECTED_ROWS = `
  [data-handler-id] button span, [data-handler-id] a span {
    display: -webkit-box;
    overflow: hidden;
    white-space: pre-line;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-height: 1.6rem;
    text-align: start;
  }
  li > [data-handler-id] { padding-top: 2px; padding-bottom: 2px; }
  [data-handler-id] [role='status'] { padding: 2px 6px; }
  [data-handler-id] [role='status'] span { font-size: 1.1rem; }
`;

const SIZE = '24px';

const withPicture = (icon: SVGElement, address: string): void => {
  Object.assign(icon.style, {
    width: SIZE,
    height: SIZE,
    flexShrink: '0',
    borderRadius: '4px',
    background: `center / cover url(${JSON.stringify(address)})`,
  });
  for (const part of icon.children) part.setAttribute('visibility', 'hidden');
};

/**
 * Shows the full texts of relations in the panel, and a picture in place of each option's icon.
 * Strapi has no hook for these options, so they are found when they appear.
 *
 * @param pictureOf returns the URL of an option's picture by its text: null for an option without a
 * picture, undefined for other texts
 */
export const showOptions = (pictureOf: (text: string) => string | null | undefined): void => {
  const labelOptions = (node: Node): void => {
    if (!(node instanceof Element)) return;
    const options = node.matches(OPTION) ? [node] : node.querySelectorAll(OPTION);
    for (const option of options) {
      const icon = option.querySelector('svg');
      const name = icon?.nextElementSibling;
      const address = pictureOf(name?.textContent ?? '');
      if (icon === null || !(name instanceof HTMLElement) || address === undefined) continue;
      // Fields are narrow, and the distinguishing part of a text is at its end or on its own line.
      name.style.whiteSpace = 'pre-line';
      const list = option.closest<HTMLElement>(LIST);
      if (list !== null) list.style.minWidth = WIDTH;
      if (address !== null) withPicture(icon, address);
    }
  };
  const style = document.createElement('style');
  style.textContent = SELECTED_ROWS;
  document.head.append(style);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(labelOptions);
  }).observe(document.body, { childList: true, subtree: true });
};

/** An entry in a form's relation. An entry selected in the form has its id in `apiData` only. */
type Link = { documentId?: string; apiData?: { documentId?: string } };

/** A form's changes to a relation since the last save (`@strapi/content-manager`, Relations). */
export type RelationChanges =
  { connect?: readonly Link[]; disconnect?: readonly Link[] } | null | undefined;

const collectDocumentIds = (links: readonly Link[] | undefined): string[] =>
  (links ?? []).flatMap(({ documentId, apiData }) => apiData?.documentId ?? documentId ?? []);

/** Returns the document ids that were added in a form since it was opened. */
export const findConnected = (changes: RelationChanges): readonly string[] =>
  collectDocumentIds(changes?.connect);

/** Returns the document ids that were removed in a form since it was opened. */
export const findDisconnected = (changes: RelationChanges): readonly string[] =>
  collectDocumentIds(changes?.disconnect);

/** Returns the change of a form that selects an entry in an empty relation. */
export const buildConnected = ({
  id,
  documentId,
  name,
}: {
  id: number;
  documentId: string;
  name: string;
}): object => ({
  connect: [
    // The key orders the selected entries; "a0" is the first one (`fractional-indexing`).
    { id, label: name, name, __temp_key__: 'a0', apiData: { id, documentId, isTemporary: true } },
  ],
  disconnect: [],
});
