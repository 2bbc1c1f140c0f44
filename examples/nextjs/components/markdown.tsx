import MarkdownIt from 'markdown-it';

// HTML in the text is escaped.
const markdown = new MarkdownIt({ linkify: true });

/** A text that the OpenAPI document describes as `text/markdown`. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="text" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />
);
