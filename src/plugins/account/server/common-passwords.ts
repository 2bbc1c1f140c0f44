/**
 * Base words of the most common passwords. Additions that satisfy a rule (capitals, digits at the
 * end, 0 for o) are ignored in the comparison.
 */
const words = new Set(
  `
  password passwort passw pass contrasena contrasenia clave clavesecreta micontrasena contrasenya
  welcome bienvenido bienvenida hello hola holamundo helloworld login admin administrator administrador root
  user usuario guest invitado test testing prueba demo temp temporal default changeme letmein secret
  secreto qwerty qwertyui qwertyuiop qwert qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx
  qazwsxedc qweasd qweasdzxc wasd poiuyt abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaaaa
  iloveyou teamo tequiero teamomucho loveyou love amor amormio sunshine princess princesa football
  futbol baseball basketball soccer barcelona realmadrid madrid athletic sevilla valencia betis
  monkey dragon master shadow michael jordan superman batman spiderman starwars pokemon naruto
  trustno trustnoone whatever computer internet google facebook instagram youtube samsung apple
  iphone android microsoft windows linux charlie daniel andrea alejandro alejandra carlos maria jose
  josemaria fernando francisco antonio manuel david javier jesus jesuscristo angel angeles estrella
  estrellita corazon cariño chocolate mariposa bonita hermosa preciosa flower flores summer winter
  spring autumn verano invierno primavera otono january february march april june july august
  september october november december enero febrero marzo abril mayo junio julio agosto septiembre
  octubre noviembre diciembre monday tuesday wednesday thursday friday saturday sunday lunes martes
  miercoles jueves viernes sabado domingo spain espana españa mexico argentina colombia chile peru
  london america company empresa school escuela colegio universidad university estudiante student
  profesor teacher doctor medico medicina medicine veterinaria psicologia access acceso security
  seguridad system sistema server database oracle mysql freedom libertad family familia mother
  father mama papa mimama mipapa baby bebe killer hunter ranger buster ginger pepper cookie cheese
  banana orange purple silver golden diamond hottie harley matrix mustang ferrari porsche yamaha
  mercedes corvette maverick phoenix cowboys yankees lakers eagles steelers liverpool chelsea arsenal
  juventus thomas robert william jennifer jessica amanda ashley nicole michelle hannah andrew joshua
  matthew anthony george jordan tigger snoopy donald mickey minnie disney hogwarts harrypotter
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const rows = ['01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz'];

/**
 * Letters with the signs that replace them. Letters that share a sign, as `l` and `i` share 1, count
 * as equal.
 */
const LOOKALIKES = ['a@4', 'b8', 'c(<', 'e3€', 'g96', 'il1!|', 'o0', 's$5z2', 't7+'] as const;

const letterOf = new Map(
  LOOKALIKES.flatMap((signs) => Array.from(signs, (sign) => [sign, signs.charAt(0)] as const)),
);

const foldCase = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const unmaskLetters = (text: string): string =>
  Array.from(foldCase(text), (sign) => letterOf.get(sign) ?? sign).join('');

const commonWords = new Set(Array.from(words, unmaskLetters));

const LONGEST_WORD = Math.max(...Array.from(commonWords, (word) => word.length));

/** Tells whether a text is a common word, once or twice, with or without separators. */
const isWord = (text: string): boolean => {
  const letters = unmaskLetters(text.replace(/[\s._-]/g, ''));
  const half = letters.slice(0, letters.length / 2);
  return commonWords.has(letters) || (half + half === letters && commonWords.has(half));
};

/**
 * Tells whether a lower-case text consists of a common word with only signs and digits around it.
 * Signs at its ends can belong to the word, as in `w3lc0m3!`.
 */
const hasOnlyWord = (text: string): boolean => {
  const first = text.search(/\p{L}/u);
  if (first < 0) return false;
  const end = text.search(/[^\p{L}]*$/u);
  const longest = 3 * LONGEST_WORD;
  if (end - first > longest) return false;
  for (let from = Math.max(0, end - longest); from <= first; from += 1) {
    for (let to = end; to <= Math.min(text.length, from + longest); to += 1) {
      if (isWord(text.slice(from, to))) return true;
    }
  }
  return false;
};

/** Keys of two keyboards by row, and the shift of each row to the right, in keys. */
const KEYBOARDS = [
  { rows: ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'], shift: 0.5 },
  { rows: ['789', '456', '123'], shift: 0 },
] as const;

/** Signs above the digits 0 to 9 on English keyboards. */
const SHIFTED_DIGITS = ')!@#$%^&*(';

const placesOf = KEYBOARDS.map(
  ({ rows, shift }) =>
    new Map(
      rows.flatMap((row, y) =>
        Array.from(row, (key, index) => [key, { x: index + y * shift, y }] as const),
      ),
    ),
);

const areNeighbours = (key: string, other: string): boolean =>
  placesOf.some((places) => {
    const [first, two] = [places.get(key), places.get(other)];
    if (first === undefined || two === undefined) return false;
    const [across, rows] = [Math.abs(first.x - two.x), Math.abs(first.y - two.y)];
    return rows === 0 ? across <= 1 : rows === 1 && across <= 1.5;
  });

/** Minimum number of keys of a walk; a password may contain fewer other keys besides its walks. */
const STEPS = 3;

/** Tells whether a text walks over adjacent keys, as in `1q2w3e4r` and `!QAZ2wsx`. */
const isWalk = (text: string): boolean => {
  const keys = Array.from(text, (sign) => {
    const digit = SHIFTED_DIGITS.indexOf(sign);
    return digit < 0 ? sign : String(digit);
  });
  let besides = 0;
  let steps = 1;
  for (let index = 1; index <= keys.length; index += 1) {
    if (areNeighbours(keys[index - 1] ?? '', keys[index] ?? '')) {
      steps += 1;
      continue;
    }
    if (steps < STEPS) besides += steps;
    steps = 1;
  }
  return besides < STEPS;
};

/** Tells whether a text repeats a short piece, as in `aaaa` or `abcabc`. */
const isRepetition = (text: string): boolean => /^(.{1,3})\1+$/u.test(text);

const backwards = rows.map((row) => Array.from(row).reverse().join(''));

const isRun = (text: string): boolean =>
  text.length > 2 && [...rows, ...backwards].some((row) => row.includes(text));

/**
 * Tells whether a text consists of up to three runs and repetitions, as in `Abcd1234` or
 * `Aa123456`.
 */
const hasOnlyRuns = (text: string): boolean => {
  const pieces = text.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
  const isTrivial = (piece: string): boolean => isRun(piece) || isRepetition(piece);
  return (
    pieces.length <= 3 &&
    pieces.some(isTrivial) &&
    pieces.every((piece) => piece.length < 3 || isTrivial(piece))
  );
};

/** Tells whether a password is one of the most common ones. */
export const isCommon = (password: string): boolean => {
  const simple = foldCase(password);
  return hasOnlyWord(simple) || hasOnlyRuns(simple) || isRepetition(simple) || isWalk(simple);
};
