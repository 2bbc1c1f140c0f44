import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Liquid } from 'liquidjs';

/** A colour that nobody chooses: MJML wants to see one, and it is exchanged for the real one. */
const COLOR = '#0c0ff1';
const INK = '#0c0ff2';
/** Likewise a width that nobody chooses. */
const LOGO_WIDTH = '157';

/**
 * Everything around a letter's text. Where the business line has a logo it stands on white, because nobody
 * knows on which colours it was meant to be seen; otherwise its name stands on its colour.
 */
const source = `
<mjml>
  <mj-head>
    <mj-title>{{ subject }}</mj-title>
    <mj-preview>{{ preheader }}</mj-preview>
    <mj-attributes>
      <mj-all font-family="Helvetica, Arial, sans-serif" />
      <mj-section padding="0" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#eceef3" width="600px">
    <mj-section padding="12px 0" />
    <mj-wrapper background-color="#ffffff" border-radius="12px" padding="0">
      <mj-raw>{% if logo %}</mj-raw>
      <mj-section background-color="#ffffff" border-top="6px solid ${COLOR}" padding="24px 16px 8px">
        <mj-column>
          <mj-image src="{{ logo.url }}" alt="{{ vertical }}" width="${LOGO_WIDTH}px" align="left" padding="0 16px" />
        </mj-column>
      </mj-section>
      <mj-raw>{% else %}</mj-raw>
      <mj-section background-color="${COLOR}" padding="20px 16px">
        <mj-column>
          <mj-text color="${INK}" font-size="20px" font-weight="700" line-height="28px" padding="0 16px">{{ vertical }}</mj-text>
        </mj-column>
      </mj-section>
      <mj-raw>{% endif %}</mj-raw>
      <mj-section padding="24px 16px 16px">
        <mj-column>
          <mj-text padding="0 16px" font-size="16px" line-height="26px" color="#3b4252">{{ body | raw }}</mj-text>
        </mj-column>
      </mj-section>
    </mj-wrapper>
    <mj-section padding="16px">
      <mj-column>
        <mj-text align="center" font-size="13px" line-height="20px" color="#6b7280">{{ vertical }}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;

const liquid = new Liquid({ strictVariables: true, outputEscape: 'escape' });

const compile = async () => {
  const turning = promisify(execFile)(process.execPath, [path.join(__dirname, 'mjml.main.js')]);
  turning.child.stdin?.end(source);
  const { stdout } = await turning;
  const dynamic = stdout
    .replace('<html lang="und"', '<html lang="{{ lang }}"')
    .replaceAll(COLOR, '{{ color }}')
    .replaceAll(INK, '{{ ink }}')
    .replaceAll(LOGO_WIDTH, '{{ logo.width }}');
  return liquid.parse(dynamic);
};

let compiled: ReturnType<typeof compile> | undefined;

/** The compiled layout; made when it is first needed, and again only if that failed. */
const layout = (): ReturnType<typeof compile> => {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
};

/** Black or white, whichever can be read on a colour. */
const inkOn = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#1f2430' : '#ffffff';
};

export type Frame = {
  lang: string;
  vertical: string;
  /** With an absolute address; null: none can be shown. */
  logo: { url: string; width: number } | null;
  color: string | null;
};

const DEFAULT_COLOR = '#243b6b';

/** The whole letter as HTML. */
export const renderLayout = async (
  text: { subject: string; preheader: string; body: string },
  { lang, vertical, logo, color }: Frame,
): Promise<string> => {
  const shown = color ?? DEFAULT_COLOR;
  return liquid.render(await layout(), {
    ...text,
    lang,
    vertical,
    logo,
    color: shown,
    ink: inkOn(shown),
  }) as Promise<string>;
};
