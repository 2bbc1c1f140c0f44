import { Picture } from './Picture';
import { isMedia, type Value } from './values';

const slideMedia = (slide: Value, key: string): Value | undefined => {
  const media = slide[key];
  if (isMedia(media)) return media;
  const address = slide[`${key}Url`];
  return typeof address === 'string' ? { url: address } : undefined;
};

/** Whether an item of a list is a slide of a carousel. */
export const isSlide = (item: Value): boolean =>
  'backgroundMedia' in item || 'backgroundMediaUrl' in item;

const Slide = ({ slide }: { slide: Value }) => {
  const background = slideMedia(slide, 'backgroundMedia');
  const icon = slideMedia(slide, 'icon');
  const { description, link } = slide;
  return (
    <figure>
      {background && <Picture media={background} className="cover" />}
      <figcaption>
        {icon && <Picture media={icon} className="icon" />}
        <div>
          {typeof description === 'string' && <p>{description}</p>}
          {typeof link === 'string' && <p className="meta">{link}</p>}
        </div>
      </figcaption>
    </figure>
  );
};

/** A carousel's slides side by side, to be pushed along. */
export const Slides = ({ slides }: { slides: readonly Value[] }) => (
  <div className="slides" tabIndex={0}>
    {slides.map((slide, at) => (
      <Slide key={at} slide={slide} />
    ))}
  </div>
);
