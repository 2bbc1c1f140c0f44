import { findCover, CoverPicture, Picture } from './Picture';
import { Badge, EditLink, Prose } from './Texts';
import { useMessages, type Messages } from './messages';
import { isMedia, isObject, titleKeyOf, titleOf, unwrapComponent, type Value } from './values';

const slideMedia = (slide: Value, key: string): Value | undefined => {
  const media = slide[key];
  if (isMedia(media)) return media;
  const address = slide[`${key}Url`];
  return typeof address === 'string' ? { url: address } : undefined;
};

/** Returns true if an item of a list is a slide of a carousel. */
const isSlide = (item: Value): boolean => 'backgroundMedia' in item || 'backgroundMediaUrl' in item;

const Slide = ({ slide, at }: { slide: Value; at: number }) => {
  const messages = useMessages();
  const background = slideMedia(slide, 'backgroundMedia');
  const icon = slideMedia(slide, 'icon');
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

const namesOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.flatMap((item) => (isObject(item) ? [titleOf(item) ?? ''] : [])).join(', ')
    : '';

const cardFacts = ['type', 'duration', 'workPosition', 'hour', 'modality', 'link', 'm3u8Link'];

const factsOf = (messages: Messages, item: Value): string[] => {
  const header = isObject(item.header) ? item.header : {};
  return cardFacts.flatMap((name) => {
    const value = item[name] ?? header[name];
    return typeof value === 'string' && value !== '' ? [messages.value(name, value)] : [];
  });
};

const textOf = (item: Value): string | undefined =>
  [item.description, item.summary, item.about, item.cv].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );

const Card = ({ item }: { item: Value }) => {
  const facts = factsOf(useMessages(), item);
  const text = textOf(item);
  const [people, channels] = [namesOf(item.protagonists), namesOf(item.channels)];
  return (
    <article className="card piece">
      <CoverPicture cover={findCover(item)} />
      <div className="body">
        <Badge label={item.greenTag} />
        {titleOf(item) !== undefined && <h3>{titleOf(item)}</h3>}
        {facts.length > 0 && <p className="meta">{facts.join(' · ')}</p>}
        {text !== undefined && <Prose text={text} />}
        {people !== '' && <p className="who">{people}</p>}
        {channels !== '' && <p className="meta">{channels}</p>}
      </div>
      <EditLink part={item} label={titleOf(item) ?? ''} />
    </article>
  );
};

/** Returns true if an item has nothing to show but its title. */
const isName = (messages: Messages, item: Value): boolean =>
  findCover(item) === undefined &&
  textOf(item) === undefined &&
  factsOf(messages, item).length === 0 &&
  namesOf(item.protagonists) + namesOf(item.channels) === '';

const Cards = ({ items }: { items: readonly Value[] }) => {
  const messages = useMessages();
  if (items.every((item) => isName(messages, item))) {
    return (
      <ul className="names">
        {items.map((item, index) => (
          <li key={index} className="piece">
            {titleOf(item) ?? ''}
            <EditLink part={item} label={titleOf(item) ?? ''} />
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
const shelfItemsOf = (item: Value): readonly Value[] | undefined => {
  const items = [item.products, item.row].find((value) => Array.isArray(value));
  return items === undefined || findCover(item) !== undefined ? undefined : items.filter(isObject);
};

const Shelf = ({ item }: { item: Value }) => (
  <section className="shelf">
    <div className="piece">
      <h3>{titleOf(item) ?? ''}</h3>
      <EditLink part={item} field={titleKeyOf(item)} label={titleOf(item) ?? ''} />
    </div>
    <Cards items={shelfItemsOf(item) ?? []} />
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
  return objects.every((item) => shelfItemsOf(item) !== undefined) ? (
    objects.map((item, index) => <Shelf key={index} item={item} />)
  ) : (
    <Cards items={objects} />
  );
};
