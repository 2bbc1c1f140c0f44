const MARK = '? ';

/**
 * Returns a form value for a text that has no valid value. The form and the server reject it, and
 * the field shows the text when it is rendered again.
 */
export const unread = (text: string): string => MARK + text;

/** Returns the text in {@link unread}; null for other values. */
export const textOfUnread = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null;
