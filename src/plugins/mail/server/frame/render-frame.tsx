import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_COLOR, contrastColor } from '../../../../feature/contrast-color';

/** How the frame of a mail looks. */
export type FrameStyle = {
  lang: string;
  vertical: string;
  /** With an absolute address; null: none can be shown. */
  logo: { url: string; width: number } | null;
  color: string | null;
  /** What stands below the mail besides the name, as HTML; blank: nothing. */
  footer: string;
};

/** What stands in the frame; `body` is HTML. */
export type FrameContent = { subject: string; preheader: string; body: string };

const WIDTH = 600;
const FONT = 'Helvetica, Arial, sans-serif';

/** What cannot be said on the elements themselves. Mail programs that drop it show the mail all the same. */
const sheet = `
  body { margin:0; padding:0; -webkit-text-size-adjust:100%; -ms-text-size-adjust:100%; }
  table, td { border-collapse:collapse; mso-table-lspace:0pt; mso-table-rspace:0pt; }
  img { border:0; height:auto; line-height:100%; outline:none; text-decoration:none; -ms-interpolation-mode:bicubic; }
`;

/** Outlook on Windows enlarges pictures on dense screens unless it is told how dense they are. */
const outlookDensity =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/>' +
  '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->';

/** Outlook on Windows knows no `max-width`; only it sees this table. */
const outlookWidth = {
  open: `<!--[if mso]><table align="center" role="presentation" border="0" cellpadding="0" cellspacing="0" width="${WIDTH}"><tr><td><![endif]-->`,
  close: '<!--[if mso]></td></tr></table><![endif]-->',
};

const Head = ({ subject }: { subject: string }) => {
  const markup = renderToStaticMarkup(
    <>
      <title>{subject}</title>
      <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <style type="text/css">{sheet}</style>
    </>,
  );
  // React has no comments, and Outlook reads nothing else.
  return <head dangerouslySetInnerHTML={{ __html: markup + outlookDensity }} />;
};

/** What an inbox shows beside the subject; the mail itself does not show it. */
const Preheader = ({ text }: { text: string }) => (
  <div
    style={{
      display: 'none',
      fontSize: '1px',
      color: '#ffffff',
      lineHeight: '1px',
      maxHeight: 0,
      maxWidth: 0,
      opacity: 0,
      overflow: 'hidden',
    }}
  >
    {text}
  </div>
);

const Table = ({ background, children }: { background?: string; children: ReactNode }) => (
  <table
    role="presentation"
    align="center"
    border={0}
    cellPadding={0}
    cellSpacing={0}
    width="100%"
    bgcolor={background}
    style={{ width: '100%', backgroundColor: background }}
  >
    <tbody>{children}</tbody>
  </table>
);

const Row = ({ style, children }: { style: CSSProperties; children: ReactNode }) => (
  <tr>
    <td style={{ direction: 'ltr', textAlign: 'left', wordBreak: 'break-word', ...style }}>
      {children}
    </td>
  </tr>
);

/** As wide as a mail is on a computer, and as narrow as a phone needs it. */
const Column = ({ children }: { children: ReactNode }) => {
  const markup = renderToStaticMarkup(
    <div style={{ margin: '0 auto', maxWidth: WIDTH }}>{children}</div>,
  );
  return (
    <Table background="#eceef3">
      <tr>
        <td
          style={{ padding: '24px 0 0' }}
          dangerouslySetInnerHTML={{ __html: outlookWidth.open + markup + outlookWidth.close }}
        />
      </tr>
    </Table>
  );
};

/** On white, because nobody knows on which colours a logo was meant to be seen. */
const LogoRow = ({
  logo,
  vertical,
  color,
}: {
  logo: { url: string; width: number };
  vertical: string;
  color: string;
}) => (
  <Row style={{ borderTop: `6px solid ${color}`, padding: '24px 32px 8px', fontSize: 0 }}>
    <img
      src={logo.url}
      alt={vertical}
      width={logo.width}
      style={{
        border: 0,
        display: 'block',
        outline: 'none',
        textDecoration: 'none',
        height: 'auto',
        width: logo.width,
        maxWidth: '100%',
        fontFamily: FONT,
        fontSize: '13px',
      }}
    />
  </Row>
);

const NameRow = ({ vertical, color }: { vertical: string; color: string }) => (
  <Row
    style={{
      backgroundColor: color,
      padding: '20px 32px',
      fontFamily: FONT,
      fontSize: '20px',
      fontWeight: 700,
      lineHeight: '28px',
      color: contrastColor(color),
    }}
  >
    {vertical}
  </Row>
);

const TextRow = ({ html }: { html: string }) => (
  <Row
    style={{
      padding: '24px 32px 16px',
      fontFamily: FONT,
      fontSize: '16px',
      lineHeight: '26px',
      color: '#3b4252',
    }}
  >
    <div dangerouslySetInnerHTML={{ __html: html }} />
  </Row>
);

const Card = ({ children }: { children: ReactNode }) => (
  <div style={{ backgroundColor: '#ffffff', borderRadius: '12px', overflow: 'hidden' }}>
    <Table background="#ffffff">{children}</Table>
  </div>
);

/** On the ground of the mail, with a contrast of 6.5 to 1. */
const Footer = ({ vertical, footer }: Pick<FrameStyle, 'vertical' | 'footer'>) => (
  <Table>
    <Row
      style={{
        padding: '26px 41px',
        textAlign: 'center',
        fontFamily: FONT,
        fontSize: '13px',
        lineHeight: '20px',
        color: '#4b5563',
      }}
    >
      <div style={{ margin: '0 0 8px', fontWeight: 700 }}>{vertical}</div>
      {footer !== '' && <div dangerouslySetInnerHTML={{ __html: footer }} />}
    </Row>
  </Table>
);

/** Namespaces in which Outlook looks for its own elements; React has no types for them. */
const outlookNames = {
  xmlns: 'http://www.w3.org/1999/xhtml',
  'xmlns:v': 'urn:schemas-microsoft-com:vml',
  'xmlns:o': 'urn:schemas-microsoft-com:office:office',
};

const Mail = ({ content, style }: { content: FrameContent; style: FrameStyle }) => {
  const { subject, preheader, body } = content;
  const { lang, vertical, logo, footer } = style;
  const color = style.color ?? DEFAULT_COLOR;
  return (
    <html lang={lang} dir="auto" {...outlookNames}>
      <Head subject={subject} />
      <body style={{ margin: 0, padding: 0, wordSpacing: 'normal', backgroundColor: '#eceef3' }}>
        <Preheader text={preheader} />
        <div role="article" aria-roledescription="email" aria-label={subject} dir="auto">
          <Column>
            <Card>
              {logo === null ? (
                <NameRow vertical={vertical} color={color} />
              ) : (
                <LogoRow logo={logo} vertical={vertical} color={color} />
              )}
              <TextRow html={body} />
            </Card>
            <Footer vertical={vertical} footer={footer} />
          </Column>
        </div>
      </body>
    </html>
  );
};

/** The whole mail as HTML: tables and styles on the elements, which is what mail programs understand. */
export const renderFrame = (content: FrameContent, style: FrameStyle): string =>
  `<!doctype html>${renderToStaticMarkup(<Mail content={content} style={style} />)}`;
