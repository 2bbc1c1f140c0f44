import { renderToStaticMarkup } from 'react-dom/server';
import { DocumentBody } from './DocumentBody';
import { Currencies, Language, useMessages } from './language';
import { LineHeader, type LineHeaderProps } from './LineHeader';
import type { Status } from './messages';
import { type PictureSizes, Sizes } from './picture-sizes';
import { type Edit, Editing } from './places';
import { styleAddress } from './style';
import type { Value } from './values';

export type PreviewPageProps = {
  title: string;
  lang: string;
  status: Status;
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

const Banner = ({ status, labels }: Pick<PreviewPageProps, 'status' | 'labels'>) => {
  const messages = useMessages();
  return (
    <div className={`banner ${status}`} role="status">
      <strong>{messages.status(status)}</strong>
      <span>{messages.note(status)}</span>
      <span>{labels.join(' · ')}</span>
    </div>
  );
};

const PreviewPage = ({
  title,
  lang,
  status,
  labels,
  currencies,
  looks,
  sizesOf,
  edit,
  document,
}: PreviewPageProps) => (
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
              <Banner status={status} labels={[...labels, lang]} />
              <LineHeader {...looks} />
              <DocumentBody document={document} title={title} />
            </Editing.Provider>
          </Sizes.Provider>
        </Currencies.Provider>
      </Language.Provider>
    </body>
  </html>
);

/** The whole HTML page of a preview. Scripts and inline styles have no place in it, by its policy. */
export const renderPreviewPage = (props: PreviewPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<PreviewPage {...props} />)}`;
