/**
 * The words that the passwords everybody tries first are made of. What people put around and into them to
 * please a rule (capitals, figures at the end, 0 for o) is taken off before the comparison.
 */
const words = new Set(
  `
  password passwort passw pass contrasena contrasenia clave clavesecreta micontrasena contrasenya
  welcome bienvenido bienvenida hello hola holamundo login admin administrator administrador root
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

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const unmasked = (text: string): string =>
  Array.from(text, (letter) => letters[letter] ?? letter).join('');

/** `aaaa`, `abcabc`: a short piece over and over. */
const isRepetition = (text: string): boolean => /^(.{1,3})\1+$/u.test(text);

const backwards = rows.map((row) => Array.from(row).reverse().join(''));

const isRun = (text: string): boolean =>
  text.length > 2 && [...rows, ...backwards].some((row) => row.includes(text));

/** Two or three runs and repetitions in a row, such as `Abcd1234` or `Aa123456`. */
const isPieces = (text: string): boolean => {
  const pieces = text.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
  const isTrivial = (piece: string): boolean => isRun(piece) || isRepetition(piece);
  return (
    pieces.length <= 3 &&
    pieces.some(isTrivial) &&
    pieces.every((piece) => piece.length < 3 || isTrivial(piece))
  );
};

/** Whether a password is among those that are tried first. */
export const isCommon = (password: string): boolean => {
  const simple = plain(password);
  const candidates = [
    simple,
    withoutEnds(simple),
    withoutEnds(unmasked(simple)),
    unmasked(withoutEnds(simple)),
    unmasked(simple.replace(/[\d\W_]+$/u, '')),
  ];
  return candidates.some((text) => words.has(text)) || isPieces(simple) || isRepetition(simple);
};
