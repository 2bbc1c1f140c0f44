import MarkdownIt from 'markdown-it';
import { useMessages } from './language';
import { isObject, isScalar, isText, titleFields, visible, type Value } from './values';

/** Editors write Markdown; HTML in it is shown, never interpreted. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** A text of several paragraphs. */
export const Prose = ({ text }: { text: string }) => (
  <div className="prose" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />
);

/** The label that a product or channel wears. */
export const Badge = ({ label }: { label: unknown }) => {
  const text = isObject(label) ? label.greenTag : undefined;
  return typeof text === 'string' ? <span className="badge">{text}</span> : null;
};

/** Addresses and code, which a narrow column would break to pieces. */
const isWide = (text: string): boolean => /\S{28}/.test(text);

/** The short fields of a document as pairs of name and value. */
export const Facts = ({ of: value }: { of: Value }) => {
  const messages = useMessages();
  const facts = visible(value).filter(
    ([key, item]) => isScalar(item) && !isText(key, item) && !titleFields.includes(key),
  );
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(([key, item]) => {
        const text = messages.value(key, item);
        return (
          <div key={key} className={isWide(text) ? 'wide' : undefined}>
            <dt>{messages.field(key)}</dt>
            <dd>{text}</dd>
          </div>
        );
      })}
    </dl>
  );
};

/** The long fields of a part of a document, named where there are several. */
export const Texts = ({ of: value }: { of: Value }) => {
  const messages = useMessages();
  const texts = visible(value).filter((entry): entry is [string, string] => isText(...entry));
  return texts.map(([key, text]) => (
    <div key={key}>
      {texts.length > 1 && <h4>{messages.field(key)}</h4>}
      <Prose text={text} />
    </div>
  ));
};
