/**
 * Returns a generator of pseudo-random numbers, which are the same on every machine and in every
 * run.
 *
 * @param {string} seed
 * @returns {() => number} returns numbers from 0 up to, but not including, 1
 */
export const randomOf = (seed) => {
  let state = 2_166_136_261;
  for (const letter of seed) {
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Returns an ID in Strapi's format: 24 lower-case letters and digits, starting with a letter.
 *
 * @param {string} seed
 */
export const documentIdOf = (seed) => {
  const random = randomOf(`document ${seed}`);
  const digits = Array.from({ length: 23 }, () => DIGITS[Math.floor(random() * 36)]);
  return `b${digits.join('')}`;
};

/**
 * Returns some different items in random order.
 *
 * @template T
 * @param {() => number} random
 * @param {readonly T[]} from
 * @param {number} count
 */
export const sample = (random, from, count) => {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [taken] = left.splice(Math.floor(random() * left.length), 1);
    return /** @type {T} */ (taken);
  });
};

const WORDS =
  'aprende práctica gestión diseño análisis salud energía derecho educación técnica estrategia ' +
  'clínica investigación proyecto comunicación finanzas tecnología liderazgo innovación método ' +
  'programa docente experiencia internacional sesión vídeo módulo evaluación niños mañana ética ' +
  'the learning course about modern applied practice leadership people with and for every chapter';

const words = WORDS.split(' ');

/**
 * Returns a text of about that many characters.
 *
 * @param {() => number} random
 * @param {number} length
 */
export const textOf = (random, length) => {
  let text = '';
  while (text.length < length) {
    text += `${text === '' ? '' : ' '}${words[Math.floor(random() * words.length)] ?? ''}`;
  }
  return text;
};
