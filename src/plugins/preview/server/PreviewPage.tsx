import { renderToStaticMarkup } from 'react-dom/server';
import { DocumentBody } from './DocumentBody';
import { Currencies, Language, useMessages } from './language';
import type { Status } from './messages';
import type { Value } from './values';

export type PreviewPageProps = {
  title: string;
  lang: string;
  status: Status;
  /** Business lines and the like, to tell at a glance which of many documents this is. */
  labels: readonly string[];
  /** In which its prices are. */
  currencies: readonly string[];
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

const PreviewPage = ({ title, lang, status, labels, currencies, document }: PreviewPageProps) => (
  <html lang={lang}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      <link rel="stylesheet" href="/preview/style.css" />
    </head>
    <body>
      <Language.Provider value={lang}>
        <Currencies.Provider value={currencies}>
          <Banner status={status} labels={[...labels, lang]} />
          <DocumentBody document={document} title={title} />
        </Currencies.Provider>
      </Language.Provider>
    </body>
  </html>
);

/** The whole HTML page of a preview. Scripts and inline styles have no place in it, by its policy. */
export const renderPreviewPage = (props: PreviewPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<PreviewPage {...props} />)}`;
