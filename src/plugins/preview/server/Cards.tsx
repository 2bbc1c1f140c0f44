import { findCover, CoverPicture, Picture } from './Picture';
import { Badge, EditLink, Prose } from './Texts';
import { useMessages, type Messages } from './messages';
import { isMedia, isObject, findTitleKey, findTitle, unwrapComponent, type Value } from './values';

const getSlideMedia = (slide: Value, key: string): Value | undefined => {
  const media = slide[key];
  if (isMedia(media)) return media;
  const address = slide[`${key}Url`];
  return typeof address === 'string' ? { url: address } : undefined;
};

/** Returns true if an item of a list is a slide of a carousel. */
const isSlide = (item: Value): boolean => 'backgroundMedia' in item || 'backgroundMediaUrl' in item;

const Slide = ({ slide, at }: { slide: Value; at: number }) => {
  const messages = useMessages();
  const background = getSlideMedia(slide, 'backgroundMedia');
  const icon = getSlideMedia(slide, 'icon');
  const { description, link } = slide;
  return (
    <figure className="piece">
      {background && <Picture media={background} className="cover" size="wide" />}
      <figcaption>
        {icon && <Picture media={icon} className="icon" size="small" />}
        <div>
          {typeof description === 'string' && <p>{description}</p>}
          {typeof link === 'string' && <p className="meta">{link}</p>}
        </div>
      </figcaption>
      <EditLink part={slide} label={`${messages.section('slide')} ${at + 1}`} />
    </figure>
  );
};

/** A carousel's slides in a row that scrolls horizontally. */
const Slides = ({ slides }: { slides: readonly Value[] }) => (
  <div className="slides" tabIndex={0}>
    {slides.map((slide, index) => (
      <Slide key={index} slide={slide} at={index} />
    ))}
  </div>
);

const joinNames = (value: unknown): string =>
  Array.isArray(value)
    ? value.flatMap((item) => (isObject(item) ? [findTitle(item) ?? ''] : [])).join(', ')
    : '';

const cardFacts = ['type', 'duration', 'workPosition', 'hour', 'modality', 'link', 'm3u8Link'];

const listFacts = (messages: Messages, item: Value): string[] => {
  const header = isObject(item.header) ? item.header : {};
  return cardFacts.flatMap((name) => {
    const value = item[name] ?? header[name];
    return typeof value === 'string' && value !== '' ? [messages.value(name, value)] : [];
  });
};

const findText = (item: Value): string | undefined =>
  [item.description, item.summary, item.about, item.cv].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );

const Card = ({ item }: { item: Value }) => {
  const facts = listFacts(useMessages(), item);
  const text = findText(item);
  const [people, channels] = [joinNames(item.protagonists), joinNames(item.channels)];
  return (
    <article className="card piece">
      <CoverPicture cover={findCover(item)} />
      <div className="body">
        <Badge label={item.greenTag} />
        {findTitle(item) !== undefined && <h3>{findTitle(item)}</h3>}
        {facts.length > 0 && <p className="meta">{facts.join(' · ')}</p>}
        {text !== undefined && <Prose text={text} />}
        {people !== '' && <p className="who">{people}</p>}
        {channels !== '' && <p className="meta">{channels}</p>}
      </div>
      <EditLink part={item} label={findTitle(item) ?? ''} />
    </article>
  );
};

/** Returns true if an item has nothing to show but its title. */
const isName = (messages: Messages, item: Value): boolean =>
  findCover(item) === undefined &&
  findText(item) === undefined &&
  listFacts(messages, item).length === 0 &&
  joinNames(item.protagonists) + joinNames(item.channels) === '';

const Cards = ({ items }: { items: readonly Value[] }) => {
  const messages = useMessages();
  if (items.every((item) => isName(messages, item))) {
    return (
      <ul className="names">
        {items.map((item, index) => (
          <li key={index} className="piece">
            {findTitle(item) ?? ''}
            <EditLink part={item} label={findTitle(item) ?? ''} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="cards">
      {items.map((item, index) => (
        <Card key={index} item={item} />
      ))}
    </div>
  );
};

/**
 * Returns the items of a titled row of cards: the products of a shelf, or the items of a programme
 * part. Returns undefined for any other item.
 */
const findShelfItems = (item: Value): readonly Value[] | undefined => {
  const items = [item.products, item.row].find((value) => Array.isArray(value));
  return items === undefined || findCover(item) !== undefined ? undefined : items.filter(isObject);
};

const Shelf = ({ item }: { item: Value }) => (
  <section className="shelf">
    <div className="piece">
      <h3>{findTitle(item) ?? ''}</h3>
      <EditLink part={item} field={findTitleKey(item)} label={findTitle(item) ?? ''} />
    </div>
    <Cards items={findShelfItems(item) ?? []} />
  </section>
);

/** A list in the layout that suits its items: slides, pictures, shelves, cards or names. */
export const List = ({ items }: { items: readonly unknown[] }) => {
  const messages = useMessages();
  if (items.every(isMedia)) {
    return (
      <div className="gallery">
        {items.map((item, index) => (
          <div key={index} className="piece">
            <Picture media={item} className="cover" />
            <EditLink part={item} label={`${messages.section('pictures')} ${index + 1}`} />
          </div>
        ))}
      </div>
    );
  }
  const objects = items.filter(isObject).map(unwrapComponent);
  if (objects.every(isSlide)) return <Slides slides={objects} />;
  return objects.every((item) => findShelfItems(item) !== undefined) ? (
    objects.map((item, index) => <Shelf key={index} item={item} />)
  ) : (
    <Cards items={objects} />
  );
};
