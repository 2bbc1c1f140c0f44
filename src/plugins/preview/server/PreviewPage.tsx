import { renderToStaticMarkup } from 'react-dom/server';
import { languageName } from '../../../feature/language-name';
import { DocumentBody } from './DocumentBody';
import { Currencies, Language, useMessages } from './language';
import { LineHeader, type LineHeaderProps } from './LineHeader';
import type { Status } from './messages';
import { type PictureSizes, Sizes } from './picture-sizes';
import { type Edit, Editing } from './places';
import { styleAddress } from './style';
import { hasTitle, type Value } from './values';

export type PreviewPageProps = {
  title: string;
  lang: string;
  status: Status;
  typeName: string;
  /** Business lines and the like, to tell at a glance which of many documents this is. */
  labels: readonly string[];
  /** In which its prices are. */
  currencies: readonly string[];
  looks: LineHeaderProps;
  sizesOf: PictureSizes;
  /** Where its parts are written. */
  edit: Edit;
  document: Value;
};

type BannerProps = Pick<PreviewPageProps, 'status' | 'labels'> & {
  /** The name of its type, where the document has no title that would tell what it is. */
  heading: string | null;
};

/** What the preview says itself. */
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
  looks,
  sizesOf,
  edit,
  document,
}: PreviewPageProps) => {
  const language = languageName(lang, lang.startsWith('es') ? 'es' : 'en');
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={styleAddress(looks.line?.color ?? null)} />
      </head>
      <body>
        <Language.Provider value={lang}>
          <Currencies.Provider value={currencies}>
            <Sizes.Provider value={sizesOf}>
              <Editing.Provider value={edit}>
                {hasTitle(document) ? (
                  <Banner status={status} labels={[typeName, ...labels, language]} heading={null} />
                ) : (
                  <Banner status={status} labels={[...labels, language]} heading={typeName} />
                )}
                <LineHeader {...looks} />
                <DocumentBody document={document} />
              </Editing.Provider>
            </Sizes.Provider>
          </Currencies.Provider>
        </Language.Provider>
      </body>
    </html>
  );
};

/** The whole HTML page of a preview. Scripts and inline styles have no place in it, by its policy. */
export const renderPreviewPage = (props: PreviewPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<PreviewPage {...props} />)}`;
