import { EditLink } from './EditLink';
import { useMessages } from './language';
import { Picture } from './Picture';
import { isMedia, type Value } from './values';

const slideMedia = (slide: Value, key: string): Value | undefined => {
  const media = slide[key];
  if (isMedia(media)) return media;
  const address = slide[`${key}Url`];
  return typeof address === 'string' ? { url: address } : undefined;
};

/** Returns true if an item of a list is a slide of a carousel. */
export const isSlide = (item: Value): boolean =>
  'backgroundMedia' in item || 'backgroundMediaUrl' in item;

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
      <EditLink of={slide} called={`${messages.section('slide')} ${at + 1}`} />
    </figure>
  );
};

/** A carousel's slides in a row that scrolls horizontally. */
export const Slides = ({ slides }: { slides: readonly Value[] }) => (
  <div className="slides" tabIndex={0}>
    {slides.map((slide, at) => (
      <Slide key={at} slide={slide} at={at} />
    ))}
  </div>
);
