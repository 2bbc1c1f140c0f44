declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> };

  /** The package brings no types of its own; this is the part of it that is used. */
  export const htmlToText: (
    html: string,
    options?: { wordwrap?: number | false; selectors?: Selector[] },
  ) => string;
}
