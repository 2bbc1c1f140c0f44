import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { detectEncoding, readText, detectDelimiter } from './detect-format';

const SPANISH = [
  'SKU;título;autor',
  'A-1;¿Qué es la pediatría?;José Núñez',
  'A-2;«Cirugía» – año 2;María Peña',
  'A-3;ÁREA DE URGENCIAS;Íñigo Güell',
].join('\r\n');

const ENGLISH_WITH_NAMES = 'SKU;title\r\nA-1;A course by José\r\n';

describe('detectEncoding', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'encodings-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const detect = async (bytes: Buffer): Promise<[encoding: string, text: string]> => {
    const file = path.join(folder, 'file.csv');
    writeFileSync(file, bytes);
    const encoding = await detectEncoding(file, bytes);
    let text = '';
    for await (const piece of readText(file, encoding)) text += piece;
    return [encoding, text];
  };

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'cp850'])(
    'Spanish text in %s without BOM – is decoded',
    async (encoding) => {
      // Code page 850 has no en dash.
      const text = encoding === 'cp850' ? SPANISH.replace('–', '-') : SPANISH;
      expect(await detect(iconv.encode(text, encoding))).toEqual([encoding, text]);
    },
  );

  it.each(['windows-1252', 'macintosh', 'cp850'])(
    'one accent in %s – is decoded',
    async (encoding) => {
      const [, text] = await detect(iconv.encode(ENGLISH_WITH_NAMES, encoding));
      expect(text).toBe(ENGLISH_WITH_NAMES);
    },
  );

  it.each(['utf-8', 'utf-16le', 'utf-16be'])(
    'text in %s with BOM – is decoded',
    async (encoding) => {
      const bytes = iconv.encode(SPANISH, encoding, { addBOM: true });
      expect(await detect(bytes)).toEqual([encoding, SPANISH]);
    },
  );

  it('euro signs in ISO-8859-15 – are decoded', async () => {
    const text = 'SKU;precio\r\nA-1;10 €\r\nA-2;año: 20 €\r\n';
    expect(await detect(iconv.encode(text, 'iso-8859-15'))).toEqual(['iso-8859-15', text]);
  });

  it('UTF-8 with a byte of another encoding – loses that character only', async () => {
    const bytes = Buffer.concat([Buffer.from(SPANISH), Buffer.from('\r\nA-4;Jos\xe9;x', 'latin1')]);
    expect(await detect(bytes)).toEqual(['utf-8', `${SPANISH}\r\nA-4;Jos\uFFFD;x`]);
  });

  it('UTF-8 with one accent and one byte of another encoding – loses that character only', async () => {
    const bytes = Buffer.concat([Buffer.from('SKU;a\r\nA-1;José\r\nA-2;Jos'), Buffer.from([0xe9])]);
    expect(await detect(bytes)).toEqual(['utf-8', 'SKU;a\r\nA-1;José\r\nA-2;Jos\uFFFD']);
  });

  it.each([
    'Curso 2020–2026',
    'De 2020 – 2026',
    'Desde 2020–presente',
    'Lunes – viernes',
    'Lunes — viernes',
    'Tren Madrid–Barcelona',
    'Un hombre–mujer',
    'Espera…',
    'Precio 1\u00A0000',
    'Precio 12\u00A0€',
    'Curso\u00A0de cine',
    'La “casa”',
    '• Punto',
    'd’Or',
  ])('%s – one special character in Windows-1252 – is decoded', async (title) => {
    const text = `SKU;title\r\nA-1;${title}\r\n`;
    expect((await detect(iconv.encode(text, 'windows-1252')))[1]).toBe(text);
  });

  it.each([
    ...['Málaga', 'España', 'Ángel', 'ÁNGEL', 'ESPAÑA', 'Óscar', 'Cádiz', 'Índice', 'niño'],
    ...['pingüino', 'Begoña', 'océano', 'país', 'diálogo', 'Pediatría', 'Güell'],
  ])('%s – single word in any encoding – is decoded', async (word) => {
    const text = `SKU;title\r\nA-1;${word}\r\n`;
    for (const encoding of ['utf-8', 'windows-1252', 'macintosh', 'cp850']) {
      const [, read] = await detect(iconv.encode(text, encoding));
      expect([encoding, read]).toEqual([encoding, text]);
    }
  });

  it.each(['Initiation à la chirurgie', 'De 1 à 3', 'Um é o outro', 'Vino è vita'])(
    '%s – single title in Windows-1252 – is decoded',
    async (title) => {
      const text = `SKU;title\r\nA-1;${title}\r\n`;
      expect(await detect(iconv.encode(text, 'windows-1252'))).toEqual(['windows-1252', text]);
    },
  );

  it('Portuguese and French texts in Windows-1252 – are decoded', async () => {
    const text = 'SKU;título\r\nA-1;Coração e órgãos\r\nA-2;L’élève à l’hôpital\r\n';
    expect(await detect(iconv.encode(text, 'windows-1252'))).toEqual(['windows-1252', text]);
  });
});

describe('detectDelimiter', () => {
  it.each([
    ['SKU;title\nA;b, c, d\nB;e, f', ';'],
    ['SKU,title\nA,b; c\nB,d', ','],
    ['SKU\ttitle\nA\tb, c; d', '\t'],
    ['SKU|title\nA|b, c; d', '|'],
    ['sep=;\nSKU;title\nA;b, c', ';'],
    ['\uFEFF"sep=|"\r\nSKU|title\r\nA|b', '|'],
    ['sep=\t\nSKU\ttitle\n', '\t'],
    ['"Título; subtítulo",SKU\n"a; b",A\n', ','],
    ['Products, of 2026\nof the line, for all\n\nSKU;title;fullPrice\nA;b;1,5\nC;d;2,5\n', ';'],
    ['SKU;fullPrice\nA;1,5\nB;2,5\n', ';'],
    ['SKU;title\nA;"two, lines\nof; text"\nB;c\n', ';'],
    ['SKU,title\nA,"cut within quotation', ','],
    ['SKU', ';'],
    ['SKU,title\r\nA,b; c\nB,d; e\rC,f\n', ','],
    ['SKU;title\rA;b, c\rB;d', ';'],
    ['id;text\nA;"a, b\nc, d"\nB;"e, f\ng, h, i\nj, k\n', ';'],
  ])('%j – is separated by %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});
