/** @param {string} text */
const escape = (text) =>
  text.replace(/[&<>"]/g, (character) => `&#${String(character.codePointAt(0))};`);

/** Returns a hue that is always the same for a name. @param {string} name */
const hueOf = (name) => Buffer.from(name).reduce((sum, byte) => sum + byte * 7, 0) % 360;

/**
 * Draws a plain picture with a text.
 *
 * @param {{ name: string, words: string, kind: string }} picture
 */
export const drawPicture = ({ name, words, kind }) => {
  const hue = hueOf(name);
  const [width, height] = kind === 'author' ? [400, 400] : [1280, 720];
  const size = Math.min(64, Math.floor((width * 1.5) / Math.max(words.length, 1)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    '<defs><linearGradient id="g" x2="1" y2="1">',
    `<stop stop-color="hsl(${hue} 45% 30%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360} 55% 55%)"/>`,
    '</linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    kind === 'background'
      ? ''
      : `<text x="50%" y="50%" fill="#fff" font-family="sans-serif" font-size="${size}" ` +
        `text-anchor="middle" dominant-baseline="middle">${escape(words)}</text>`,
    '</svg>',
  ].join('');
};
