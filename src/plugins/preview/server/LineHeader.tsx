import { useMessages } from './language';
import type { BusinessLine } from './business-line';

export type LineHeaderProps = {
  /** Business line whose branding the preview uses. */
  line: BusinessLine | null;
  /**
   * All business lines that show the document, with the URL of the preview in each one's branding.
   */
  lines: readonly { slug: string; name: string; address: string }[];
};

/**
 * Header with the business line's logo or name on its colour. Nothing in it belongs to the
 * document.
 */
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
