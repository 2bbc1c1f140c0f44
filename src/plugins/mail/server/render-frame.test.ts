import fc from 'fast-check';
import { pickContrastColor } from '#catalogue/contrast-color';
import { renderFrame } from './render-frame';

const style = { lang: 'es', vertical: 'Vets <& Co>', color: '#aa3311', logo: null, footer: '' };
const content = { subject: 'A "subject"', preheader: 'Before', body: '<p>Text</p>' };

const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (color: string, otherColor: string): number => {
  const [low = 0, high = 0] = [luminanceOf(color), luminanceOf(otherColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

describe('renderFrame', () => {
  it('sets the language and the colour of the business line', () => {
    const html = renderFrame(content, style);
    expect(html).toMatch(/^<!doctype html><html lang="es"/);
    expect(html).toContain('background-color:#aa3311');
    expect(html).toContain('<p>Text</p>');
  });

  it('shows the logo instead of the name', () => {
    const logo = { url: 'https://example.com/logo.png?a=1&b=2', width: 120 };
    const html = renderFrame(content, { ...style, logo });
    expect(html).toContain('src="https://example.com/logo.png?a=1&amp;b=2"');
    expect(html).toContain('alt="Vets &lt;&amp; Co&gt;"');
    expect(html).toContain('width="120"');
  });

  it('is at most 600 pixels wide, also in Outlook', () => {
    const html = renderFrame(content, style);
    expect(html).toContain('max-width:600px');
    expect(html).toMatch(/<!--\[if mso]><table[^>]*width="600"/);
    expect(html.match(/<!--\[if mso]>/g)).toHaveLength(html.match(/<!\[endif]-->/g)?.length ?? 0);
  });

  it('escapes everything but the body', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (subject, vertical) => {
        const html = renderFrame(
          { ...content, subject: `<i>${subject}`, preheader: `<b>${subject}` },
          { ...style, vertical: `<u>${vertical}` },
        );
        expect(html).not.toMatch(/<[ibu]>/);
      }),
    );
  });

  it('has readable contrast on any colour', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((n) => n.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const color = `#${red}${green}${blue}`;
        // Minimum contrast that WCAG requires for small text, such as the text of a button.
        expect(contrast(color, pickContrastColor(color))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('shows the legal footer of the business line with readable contrast', () => {
    const html = renderFrame(content, { ...style, footer: '<p>Vets S.L., CIF B-123</p>' });
    const [, footer = ''] = html.split('<p>Text</p>');
    expect(footer).toContain('<p>Vets S.L., CIF B-123</p>');
    const [, textColor = ''] = /[^-]color:(#[0-9a-f]{6})/.exec(footer) ?? [];
    const [, backgroundColor = ''] = /<body[^>]*background-color:(#[0-9a-f]{6})/.exec(html) ?? [];
    expect(contrast(textColor, backgroundColor)).toBeGreaterThanOrEqual(4.5);
    expect(renderFrame(content, style)).not.toContain('CIF');
  });
});
