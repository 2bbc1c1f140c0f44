import MarkdownIt from 'markdown-it';
import { getPriceFields, computeProductPrices } from '#catalogue/money/product-prices';
import { useEdit } from './form-paths';
import { useMessages } from './messages';
import {
  isObject,
  isScalar,
  isText,
  settingFields,
  titleFields,
  type Value,
  listVisibleFields,
} from './values';

type EditLinkProps = {
  /** The part of the document, and optionally one of its fields. */
  part: unknown;
  field?: string;
  /** Display name of the part. */
  label: string;
};

/**
 * An invisible link over a part of the page (class `piece`) that opens the form at its field.
 * Beside a form it navigates the whole panel instead of the preview's frame.
 */
export const EditLink = ({ part, field, label }: EditLinkProps) => {
  const messages = useMessages();
  const address = useEdit()(part, field);
  return (
    address !== null && (
      <a className="edit" href={address} target="_top" aria-label={messages.edit(label)} />
    )
  );
};

/** Renderer for editors' Markdown. HTML in it is displayed as text. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** Maximum length of addresses that become links. The renderer takes quadratic time for them. */
const LONGEST_ADDRESS = 2_000;

const { linkify } = markdown;
const [match, matchAtStart] = [linkify.match.bind(linkify), linkify.matchAtStart.bind(linkify)];
const isShort = ({ url }: { url: string }): boolean => url.length <= LONGEST_ADDRESS;
linkify.match = (text) => match(text)?.filter(isShort) ?? null;
linkify.matchAtStart = (text) => {
  const matches = matchAtStart(text);
  return matches !== null && isShort(matches) ? matches : null;
};

const withoutLinks = new MarkdownIt({ html: false, breaks: true });

/** Maximum number of addresses in a text. The renderer takes quadratic time to find them. */
const MOST_ADDRESSES = 200;

/** Every address contains one of these. */
const ADDRESS_PARTS = /\/\/|@|\.(?=\p{L})/gu;

const pickRenderer = (text: string): MarkdownIt =>
  (text.match(ADDRESS_PARTS)?.length ?? 0) > MOST_ADDRESSES ? withoutLinks : markdown;

/** Maximum number of brackets in a rendered text. The renderer takes quadratic time for them. */
const MOST_BRACKETS = 5_000;

/** A text of several paragraphs. With more brackets than any page has, it is shown as typed. */
export const Prose = ({ text }: { text: string }) =>
  text.split('[').length > MOST_BRACKETS ? (
    <div className="prose">{text}</div>
  ) : (
    <div className="prose" dangerouslySetInnerHTML={{ __html: pickRenderer(text).render(text) }} />
  );

/** The label of a product or channel. */
export const Badge = ({ label }: { label: unknown }) => {
  const text = isObject(label) ? label.greenTag : undefined;
  return typeof text === 'string' ? <span className="badge">{text}</span> : null;
};

/** Returns true for values such as URLs and code, which would wrap badly in a narrow column. */
const isWide = (text: string): boolean => /\S{28}/.test(text);

/**
 * The short fields of a document as pairs of name and value.
 *
 * @param hidden fields that the page shows elsewhere
 */
export const Facts = ({ of: value, hidden }: { of: Value; hidden?: ReadonlySet<string> }) => {
  const messages = useMessages();
  const facts = listVisibleFields(value).filter(
    ([key, item]) =>
      isScalar(item) &&
      !isText(key, item) &&
      !titleFields.includes(key) &&
      hidden?.has(key) !== true,
  );
  if (facts.length === 0) return null;
  const hasEnrolmentFee = computeProductPrices(getPriceFields(value)).enrolmentFee !== null;
  const nameOf = (key: string): string =>
    key === 'tuitionPrice' && hasEnrolmentFee
      ? messages.section('enrolmentFee')
      : messages.field(key);
  return (
    <dl>
      {facts.map(([key, item]) => {
        const text = messages.value(key, item);
        return (
          <div
            key={key}
            className={isWide(text) ? 'piece wide' : 'piece'}
            data-own={settingFields.has(key) ? true : undefined}
          >
            <dt>{nameOf(key)}</dt>
            <dd>
              {text}
              <EditLink part={value} field={key} label={nameOf(key)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
};

/**
 * The long fields of a part of a document, with headings if there are several.
 *
 * @param below level of the heading above them
 */
export const Texts = ({ of: value, below }: { of: Value; below: 'h2' | 'h3' }) => {
  const Heading = below === 'h2' ? 'h3' : 'h4';
  const messages = useMessages();
  const texts = listVisibleFields(value).filter((entry): entry is [string, string] =>
    isText(...entry),
  );
  return texts.map(([key, text]) => (
    <div key={key} className="piece">
      {texts.length > 1 && <Heading className="text">{messages.field(key)}</Heading>}
      <Prose text={text} />
      <EditLink part={value} field={key} label={messages.field(key)} />
    </div>
  ));
};
