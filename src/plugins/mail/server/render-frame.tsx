import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DEFAULT_COLOR, pickContrastColor } from '#catalogue/contrast-color';

/** Style of the frame of a mail. */
export type FrameStyle = {
  lang: string;
  vertical: string;
  /** Logo with an absolute URL; null if no logo can be shown. */
  logo: { url: string; width: number } | null;
  color: string | null;
  /** HTML below the mail, after the name of the business line; empty if there is none. */
  footer: string;
};

/** Content of the frame; `body` is HTML. */
export type FrameContent = { subject: string; preheader: string; body: string };

const WIDTH = 600;
const FONT = 'Helvetica, Arial, sans-serif';

/**
 * Styles that inline styles cannot express. Mail programs that drop the sheet still show the mail.
 */
const sheet = `
  body { margin:0; padding:0; -webkit-text-size-adjust:100%; -ms-text-size-adjust:100%; }
  table, td { border-collapse:collapse; mso-table-lspace:0pt; mso-table-rspace:0pt; }
  img { border:0; height:auto; line-height:100%; outline:none; text-decoration:none; -ms-interpolation-mode:bicubic; }
`;

/** Tells Outlook on Windows the pixel density; otherwise it enlarges pictures on dense screens. */
const outlookDensity =
  '<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/>' +
  '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->';

/** Table that only Outlook on Windows sees, because it does not support `max-width`. */
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
  // React cannot render comments, and Outlook reads only comments.
  return <head dangerouslySetInnerHTML={{ __html: markup + outlookDensity }} />;
};

/** Text that an inbox shows beside the subject; hidden in the mail itself. */
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

/** Column that is 600 pixels wide on a computer and narrower on a phone. */
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

/** Logo on a white background, because the colours that a logo is designed for are unknown. */
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
      color: pickContrastColor(color),
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

/** Footer on the background of the mail, with a contrast of 6.5 to 1. */
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

/** Namespaces that Outlook needs for its own elements; React has no types for them. */
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

/** Returns the whole mail as HTML, with tables and inline styles, which mail programs support. */
export const renderFrame = (content: FrameContent, style: FrameStyle): string =>
  `<!doctype html>${renderToStaticMarkup(<Mail content={content} style={style} />)}`;
