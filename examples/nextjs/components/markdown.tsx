import MarkdownIt from 'markdown-it';

// HTML in the text is escaped. Plain addresses are no links, because finding them takes quadratic time.
const markdown = new MarkdownIt();

/** A text that the OpenAPI document describes as `text/markdown`. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="text" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />
);
