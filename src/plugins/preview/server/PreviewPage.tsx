import { renderToStaticMarkup } from 'react-dom/server';
import { getLanguageName } from '#catalogue/locale-names';
import { DocumentBody } from './DocumentBody';
import { Currencies, DocumentLanguage, TimeZone, useMessages, type Status } from './messages';
import { type PictureSizes, Sizes } from './Picture';
import { type Edit, Editing } from './form-paths';
import { buildStyleAddress, UPDATES_ADDRESS } from './page-files';
import type { BusinessLine } from './business-line';
import { hasTitle, type Value } from './values';

type LineHeaderProps = {
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
const LineHeader = ({ line, lines }: LineHeaderProps) => {
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

export type PreviewPageProps = {
  title: string;
  lang: string;
  status: Status;
  typeName: string;
  /** Labels such as business lines that distinguish similar documents. */
  labels: readonly string[];
  /** Currencies of the document's prices. */
  currencies: readonly string[];
  /** Time zone of the document's instants. */
  timeZone: string;
  looks: LineHeaderProps;
  sizesOf: PictureSizes;
  /** Returns the form URL of a part of the document. */
  edit: Edit;
  document: Value;
};

type BannerProps = Pick<PreviewPageProps, 'status' | 'labels'> & {
  /** Name of the content type, for documents without a title. */
  heading: string | null;
};

/** Banner with the status of the document. */
const Banner = ({ status, labels, heading }: BannerProps) => {
  const messages = useMessages();
  return (
    <div className={`banner ${status}`} role="status" data-own>
      {heading !== null && <h1>{heading}</h1>}
      <strong>{messages.status(status)}</strong>
      <span>{messages.note(status)}</span>
      <span>{labels.join(' · ')}</span>
    </div>
  );
};

const PreviewPage = ({
  title,
  typeName,
  lang,
  status,
  labels,
  currencies,
  timeZone,
  looks,
  sizesOf,
  edit,
  document,
}: PreviewPageProps) => {
  const language = getLanguageName(lang, lang.startsWith('es') ? 'es' : 'en');
  return (
    <html lang={lang} translate="no">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={buildStyleAddress(looks.line?.color ?? null)} />
        <script src={UPDATES_ADDRESS} defer />
      </head>
      <body>
        <DocumentLanguage.Provider value={lang}>
          <Currencies.Provider value={currencies}>
            <TimeZone.Provider value={timeZone}>
              <Sizes.Provider value={sizesOf}>
                <Editing.Provider value={edit}>
                  {hasTitle(document) ? (
                    <Banner
                      status={status}
                      labels={[typeName, ...labels, language]}
                      heading={null}
                    />
                  ) : (
                    <Banner status={status} labels={[...labels, language]} heading={typeName} />
                  )}
                  <LineHeader {...looks} />
                  <DocumentBody document={document} />
                </Editing.Provider>
              </Sizes.Provider>
            </TimeZone.Provider>
          </Currencies.Provider>
        </DocumentLanguage.Provider>
      </body>
    </html>
  );
};

/**
 * Renders the HTML page of a preview. It contains no scripts or inline styles, because its content
 * security policy forbids them.
 */
export const renderPreviewPage = (props: PreviewPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<PreviewPage {...props} />)}`;
