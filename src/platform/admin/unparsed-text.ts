const MARK = '? ';

/**
 * Returns a form value for a text that has no valid value. The form and the server reject it, and
 * the field shows the text when it is rendered again.
 */
export const unparsedText = (text: string): string => MARK + text;

/** Returns the text in {@link unparsedText}; null for other values. */
export const textOfUnparsed = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : null;
