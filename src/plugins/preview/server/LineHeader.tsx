import { useMessages } from './language';
import type { Line } from './line';

export type LineHeaderProps = {
  /** In whose looks the document is shown. */
  line: Line | null;
  /** All lines that show it, with the address of the preview in the looks of each. */
  lines: readonly { slug: string; name: string; address: string }[];
};

/** As at the top of the business line's site: its logo or its name, on its colour. None of it is the document's. */
export const LineHeader = ({ line, lines }: LineHeaderProps) => {
  const messages = useMessages();
  if (line === null) return null;
  return (
    <header className="line" data-own>
      {line.logo === null ? (
        <strong className="line-name">{line.name}</strong>
      ) : (
        <img className="line-logo" src={line.logo.url} alt={line.name} />
      )}
      {lines.length > 1 && (
        <nav aria-label={messages.section('lines')}>
          {lines.map(({ slug, name, address }) => (
            <a key={slug} href={address} aria-current={slug === line.slug ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
};
