import { BuyingButton, hasBuyingButton } from './BuyingButton';
import { List } from './Cards';
import { coverClass, findCover, type Cover } from './cover-pictures';
import { EditLink } from './EditLink';
import { useMessages } from './language';
import type { Messages } from './messages';
import { CoverPicture, Picture } from './Picture';
import { useEdit } from './form-paths';
import { Badge, Facts, Prose, Texts } from './Texts';
import {
  hasTitle,
  isMedia,
  isObject,
  isScalar,
  isText,
  saleFields,
  titleFields,
  titleKeyOf,
  titleOf,
  visibleFields,
  type Value,
} from './values';

const SearchResult = ({ seo }: { seo: Value }) => (
  <div className="seo">
    {isMedia(seo.image) && <Picture media={seo.image} className="thumb" size="small" />}
    <div>
      <h3>{typeof seo.title === 'string' ? seo.title : '—'}</h3>
      <p>{typeof seo.description === 'string' ? seo.description : ''}</p>
      <p className="meta">{typeof seo.author === 'string' ? seo.author : ''}</p>
    </div>
  </div>
);

const Panel = ({ value }: { value: Value }) => {
  const messages = useMessages();
  const cover = findCover(value);
  const title = titleOf(value);
  return (
    <div className={cover ? 'panel pictured' : 'panel'}>
      {cover && (
        <div className="piece">
          <CoverPicture cover={cover} />
          <EditLink of={value} field={cover.key} called={messages.field(cover.key)} />
        </div>
      )}
      <div>
        {title !== undefined && (
          <div className="piece">
            <h3>{title}</h3>
            <EditLink of={value} field={titleKeyOf(value)} called={title} />
          </div>
        )}
        <Facts of={value} />
        <Texts of={value} below={title === undefined ? 'h2' : 'h3'} />
      </div>
    </div>
  );
};

const contentOf = (key: string, value: unknown) => {
  if (isText(key, value)) return <Prose text={value} />;
  if (Array.isArray(value)) {
    return value.length > 0 && !isScalar(value) ? <List items={value} /> : null;
  }
  if (!isObject(value) || key === 'greenTag' || isMedia(value)) return null;
  return key === 'seo' ? <SearchResult seo={value} /> : <Panel value={value} />;
};

/**
 * Returns the heading of a field. A product's header is titled as academic data, a page's header by
 * its field name.
 */
const headingOf = (messages: Messages, key: string, value: unknown): string =>
  key === 'header' && isObject(value) && 'modality' in value
    ? messages.section('academic')
    : messages.field(key);

/**
 * A field with more than a short value; renders nothing if the field is empty. Documents that
 * reference this one appear here as well. They are content of other documents, so the section is
 * marked as not editable.
 */
const Section = ({ document, name }: { document: Value; name: string }) => {
  const messages = useMessages();
  const isWritten = useEdit()(document, name) !== null;
  const value = document[name];
  const content = contentOf(name, value);
  const heading = headingOf(messages, name, value);
  return (
    content && (
      <section className="piece">
        <h2 data-own={isWritten ? undefined : true}>{heading}</h2>
        {content}
        <EditLink of={document} field={name} called={heading} />
      </section>
    )
  );
};

/** The document's pictures that no other part of the page shows, such as a card image or a logo. */
const OtherPictures = ({ document, hero }: { document: Value; hero: Cover | undefined }) => {
  const messages = useMessages();
  const pictures = visibleFields(document).flatMap(([key, value]) =>
    isMedia(value) && key !== hero?.key ? [[key, value] as const] : [],
  );
  if (pictures.length === 0) return null;
  return (
    <section>
      <h2 data-own>{messages.section('pictures')}</h2>
      <div className="gallery">
        {pictures.map(([key, media]) => (
          <figure key={key} className="piece">
            <Picture media={media} className={coverClass(key, document)} />
            <figcaption className="meta">{messages.field(key)}</figcaption>
            <EditLink of={document} field={key} called={messages.field(key)} />
          </figure>
        ))}
      </div>
    </section>
  );
};

/** Fields for the main picture, widest format first. */
const heroFields = ['backgroundImage', 'mediaHeader', 'image', 'cardImage', 'logo'];

const Title = ({ document }: { document: Value }) => {
  const messages = useMessages();
  const key = titleKeyOf(document) ?? titleFields.find((name) => name in document);
  return (
    <div className="piece">
      <h1>{titleOf(document) ?? messages.section('untitled')}</h1>
      <EditLink of={document} field={key} called={messages.section('title')} />
    </div>
  );
};

/** Renders a document in a contract's form as a page of pictures, cards, texts and facts. */
export const DocumentBody = ({ document }: { document: Value }) => {
  const messages = useMessages();
  const hero = findCover(document, heroFields);
  const isSold = hasBuyingButton(document);
  // Metadata for search engines comes last.
  const sections = visibleFields(document).sort(
    ([one], [other]) => Number(one === 'seo') - Number(other === 'seo'),
  );
  return (
    <main>
      <header className="hero">
        {hero && (
          <div className="piece">
            <CoverPicture cover={hero} size="wide" />
            <EditLink of={document} field={hero.key} called={messages.field(hero.key)} />
          </div>
        )}
        <div>
          {isObject(document.greenTag) && (
            <div className="piece">
              <Badge label={document.greenTag} />
              <EditLink of={document} field="greenTag" called={messages.section('badge')} />
            </div>
          )}
          {hasTitle(document) && <Title document={document} />}
          <Facts of={document} hidden={isSold ? saleFields : undefined} />
          {isSold && <BuyingButton product={document} />}
        </div>
      </header>
      <OtherPictures document={document} hero={hero} />
      {sections.map(([key]) => (
        <Section key={key} document={document} name={key} />
      ))}
    </main>
  );
};
