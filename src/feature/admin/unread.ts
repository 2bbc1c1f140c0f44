const MARK = '? ';

/**
 * Returns what a form holds while a text has no value: neither the form nor the server takes it, and the field shows
 * the text when it is drawn again.
 */
export const unread = (text: string): string => MARK + text;

/** The text of {@link unread}; null for other values. */
export const textOfUnread = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null;
