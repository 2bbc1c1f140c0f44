import { isWithheldAt } from '#catalogue/off-sale';
import { List } from './Cards';
import { getCoverClass, findCover, type Cover, CoverPicture, Picture } from './Picture';
import { Badge, EditLink, Facts, Prose, Texts } from './Texts';
import { useMessages, type Messages } from './messages';
import { useEdit } from './form-paths';
import {
  hasTitle,
  isMedia,
  isObject,
  isScalar,
  isText,
  saleFields,
  titleFields,
  findTitleKey,
  findTitle,
  listVisibleFields,
  type Value,
} from './values';

const getText = (product: Value, field: string): string | null => {
  const value = product[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Returns the field that decides what visitors see in place of the buying button. */
const pickDecidingField = (product: Value): string => {
  if (product.isSoon === true) return 'isSoon';
  return isWithheldAt(product, Date.now()) ? 'isOffSale' : 'enrolButton';
};

/** Returns whether a document is the page of a product, with the fields of its buying button. */
const hasBuyingButton = (document: Value): boolean =>
  [...saleFields].every((field) => field in document);

/**
 * The buying button of a product. While nobody can buy it, the text that visitors read instead, as
 * on the site.
 */
const BuyingButton = ({ product }: { product: Value }) => {
  const messages = useMessages();
  const field = pickDecidingField(product);
  const offSaleText = getText(product, 'offSaleText');
  const onSaleAgainAt = getText(product, 'onSaleAgainAt');
  const isSold = field === 'enrolButton' && product.payID !== null;
  const text = {
    isSoon: messages.field('isSoon'),
    isOffSale: offSaleText ?? messages.section('notOnSale'),
    enrolButton: getText(product, 'enrolButton') ?? messages.section('buy'),
  }[field];
  const edited = field === 'isOffSale' && offSaleText !== null ? 'offSaleText' : field;
  return (
    <>
      <div className="piece buying">
        <span className={isSold ? 'buy' : 'no-sale'}>
          {field === 'enrolButton' && !isSold ? messages.section('notOnSale') : text}
        </span>
        <EditLink part={product} field={edited} label={messages.field(edited)} />
      </div>
      {field === 'isOffSale' && onSaleAgainAt !== null && (
        <p className="piece meta">
          {`${messages.field('onSaleAgainAt')}: ${messages.value('onSaleAgainAt', onSaleAgainAt)}`}
          <EditLink part={product} field="onSaleAgainAt" label={messages.field('onSaleAgainAt')} />
        </p>
      )}
    </>
  );
};

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
  const title = findTitle(value);
  return (
    <div className={cover ? 'panel pictured' : 'panel'}>
      {cover && (
        <div className="piece">
          <CoverPicture cover={cover} />
          <EditLink part={value} field={cover.key} label={messages.field(cover.key)} />
        </div>
      )}
      <div>
        {title !== undefined && (
          <div className="piece">
            <h3>{title}</h3>
            <EditLink part={value} field={findTitleKey(value)} label={title} />
          </div>
        )}
        <Facts of={value} />
        <Texts of={value} below={title === undefined ? 'h2' : 'h3'} />
      </div>
    </div>
  );
};

const renderContent = (key: string, value: unknown) => {
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
const getHeading = (messages: Messages, key: string, value: unknown): string =>
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
  const content = renderContent(name, value);
  const heading = getHeading(messages, name, value);
  return (
    content && (
      <section className="piece">
        <h2 data-own={isWritten ? undefined : true}>{heading}</h2>
        {content}
        <EditLink part={document} field={name} label={heading} />
      </section>
    )
  );
};

/** The document's pictures that no other part of the page shows, such as a card image or a logo. */
const OtherPictures = ({ document, hero }: { document: Value; hero: Cover | undefined }) => {
  const messages = useMessages();
  const pictures = listVisibleFields(document).flatMap(([key, value]) =>
    isMedia(value) && key !== hero?.key ? [[key, value] as const] : [],
  );
  if (pictures.length === 0) return null;
  return (
    <section>
      <h2 data-own>{messages.section('pictures')}</h2>
      <div className="gallery">
        {pictures.map(([key, media]) => (
          <figure key={key} className="piece">
            <Picture media={media} className={getCoverClass(key, document)} />
            <figcaption className="meta">{messages.field(key)}</figcaption>
            <EditLink part={document} field={key} label={messages.field(key)} />
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
  const key = findTitleKey(document) ?? titleFields.find((name) => name in document);
  return (
    <div className="piece">
      <h1>{findTitle(document) ?? messages.section('untitled')}</h1>
      <EditLink part={document} field={key} label={messages.section('title')} />
    </div>
  );
};

/** Renders a document in a contract's form as a page of pictures, cards, texts and facts. */
export const DocumentBody = ({ document }: { document: Value }) => {
  const messages = useMessages();
  const hero = findCover(document, heroFields);
  const isSold = hasBuyingButton(document);
  // Metadata for search engines comes last.
  const sections = listVisibleFields(document).sort(
    ([first], [other]) => Number(first === 'seo') - Number(other === 'seo'),
  );
  return (
    <main>
      <header className="hero">
        {hero && (
          <div className="piece">
            <CoverPicture cover={hero} size="wide" />
            <EditLink part={document} field={hero.key} label={messages.field(hero.key)} />
          </div>
        )}
        <div>
          {isObject(document.greenTag) && (
            <div className="piece">
              <Badge label={document.greenTag} />
              <EditLink part={document} field="greenTag" label={messages.section('badge')} />
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
