const MARK = '? ';

/**
 * What a form holds while a text is no price: no number, so that neither the form nor the server takes it,
 * and the text itself, so that it is there again when the field is drawn anew.
 */
export const unread = (text: string): string => MARK + text;

/** The text of {@link unread}; null for other values. */
export const textOfUnread = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null;
