import Link from 'next/link';
import { Picture } from './picture';

export type CardData = {
  key: string;
  title: string;
  href: string | undefined;
  /** `null`: a placeholder; not given: none. */
  image?: { url: string; alternativeText?: string | null } | null;
  note?: string | undefined;
};

export const Cards = ({ cards }: { cards: CardData[] }) => (
  <ul className="cards">
    {cards.map(({ key, title, href, image, note }) => (
      <li key={key}>
        {image !== undefined && <Picture media={image} />}
        <h3>
          {href === undefined ? (
            title
          ) : (
            <Link href={href} prefetch={false}>
              {title}
            </Link>
          )}
        </h3>
        {note && <p>{note}</p>}
      </li>
    ))}
  </ul>
);
