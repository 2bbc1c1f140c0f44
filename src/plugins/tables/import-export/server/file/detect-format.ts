import { createReadStream } from 'node:fs';
import iconv from 'iconv-lite';
import { parse } from 'csv-parse/sync';
import {
  countDecoded,
  isMostlyUtf8,
  isText,
  type DecodedCounts,
  LINE_ENDS,
} from '#platform/http/spreadsheets/text';
import { type Encoding, delimiters } from '../../runs';
import { RefusedFile } from './protocol';

/** Yields the decoded text of a file, chunk by chunk. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  for await (const piece of createReadStream(path)) yield decoder.write(piece as Buffer);
  yield decoder.end() ?? '';
}

const detectMarkedEncoding = (head: Uint8Array): Encoding | null => {
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
};

/**
 * Detects UTF-16 without a byte order mark: in Latin text, one byte of almost every pair is zero.
 */
const detectUnmarkedUtf16 = (head: Uint8Array): Encoding | null => {
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2));
  if (odd > 0.7 && even < 0.1) return 'utf-16le';
  return even > 0.7 && odd < 0.1 ? 'utf-16be' : null;
};

const countUtf8 = async (path: string): Promise<DecodedCounts> => {
  const [counts, decoder] = [{ valid: 0, invalid: 0 }, new TextDecoder()];
  const count = (text: string): void => {
    const { valid, invalid } = countDecoded(text);
    counts.valid += valid;
    counts.invalid += invalid;
  };
  for await (const piece of createReadStream(path)) {
    count(decoder.decode(piece as Buffer, { stream: true }));
  }
  count(decoder.decode());
  return counts;
};

/** Single-byte encodings, the most frequent first: it wins if the scores are equal. */
const SINGLE_BYTE = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850'] as const;

/** Bytes that suffice to compare encodings. */
const MOST_COMPARED = 65_536;

/** Reads the surroundings of non-ASCII bytes, in which encodings differ. */
const readAroundOthers = async (path: string): Promise<Buffer> => {
  const [sample, space]: [Buffer[], Buffer] = [[], Buffer.from(' ')];
  let length = 0;
  for await (const chunk of createReadStream(path)) {
    const piece = chunk as Buffer;
    for (let index = 0; index < piece.length && length < MOST_COMPARED; index += 1) {
      if ((piece[index] ?? 0) < 0x80) continue;
      let end = index;
      while (end < piece.length && end - index < 64 && (piece[end] ?? 0) > 0x20) end += 1;
      const word = piece.subarray(Math.max(0, index - 2), end);
      sample.push(word, space);
      length += word.length;
      index = end;
    }
    if (length >= MOST_COMPARED) break;
  }
  return Buffer.concat(sample);
};

const SPANISH = /[áéíóúüñ]/iu;

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** Scores how well a non-ASCII letter fits between its neighbours. */
const scoreLetter = (letter: string, before: string, after: string): number => {
  // `2020–2026` in Windows-1252 reads as `2020ñ2026` in Mac Roman.
  if (/\d/.test(before + after)) return -2;
  const isAlone = !isLetter(before) && !isLetter(after);
  if (/\p{Lu}/u.test(letter)) {
    // A capital follows a small letter, as in “JosŽ”.
    if (/\p{Ll}/u.test(before)) return -2;
    // A single letter proves little: `à` in Windows-1252 is `Ó` in code page 850.
    if (isAlone) return 0;
    return SPANISH.test(letter) ? 3 : 1;
  }
  // A dash in Windows-1252 reads as `ñ` or `ó` in Mac Roman.
  if (isAlone) return letter === 'ñ' ? 0 : 0.5;
  if (/\p{Lu}/u.test(after)) return -1;
  if (letter === 'ñ' && isLetter(after) && !/[aeiouáéíóúü]/i.test(after)) return -2;
  // A non-breaking space in Windows-1252 reads as `á` in code page 850.
  if (letter === 'á' && /[aeoáéó]/.test(before)) return 0;
  return SPANISH.test(letter) ? 3 : 1;
};

/** Scores how well a non-ASCII character fits between its neighbours in a Western European text. */
const scoreCharacter = (character: string, before: string, after: string): number => {
  if (/[ªº]/u.test(character)) return /[\d.]/.test(before) ? 2 : -1;
  if (isLetter(character)) return scoreLetter(character, before, after);
  if (/[¿¡«“‘]/u.test(character)) return /[\p{L}\d]/u.test(before) ? -2 : 2;
  if (/[»”]/u.test(character)) return isLetter(after) ? -2 : 2;
  if (character === '’') return 2;
  if (character === '€') return isLetter(before + after) ? -2 : 3;
  if (character === '…') return isLetter(after) ? -1 : 2;
  if (/[–—]/u.test(character)) return 1.5;
  if (/[·•°\u00A0]/u.test(character)) return isLetter(before) && isLetter(after) ? 0 : 1;
  return -2;
};

const scoreText = (text: string): number => {
  const letters = Array.from(text);
  return letters.reduce(
    (sum, letter, index) =>
      letter > '\u007F'
        ? sum + scoreCharacter(letter, letters[index - 1] ?? ' ', letters[index + 1] ?? ' ')
        : sum,
    0,
  );
};

/** Returns the single-byte encoding that gives the most plausible words. */
const guessSingleByte = (words: Buffer): Encoding =>
  SINGLE_BYTE.map((encoding) => ({
    encoding,
    score: scoreText(iconv.decode(words, encoding)),
  })).reduce((best, other) => (other.score > best.score ? other : best)).encoding;

/**
 * Detects the encoding of a text file. Existing libraries do not detect UTF-16 without a byte order
 * mark, Mac Roman or code page 850, which spreadsheet programs of macOS and DOS write.
 *
 * @param head beginning of the file
 * @throws RefusedFile for binary files
 */
export const detectEncoding = async (path: string, head: Uint8Array): Promise<Encoding> => {
  const wide = detectMarkedEncoding(head) ?? detectUnmarkedUtf16(head);
  if (wide !== null) return wide;
  if (!isText(head)) throw new RefusedFile({ reason: 'no-text' });
  if (isMostlyUtf8(await countUtf8(path))) return 'utf-8';
  return guessSingleByte(await readAroundOthers(path));
};

/** Number of rows examined. */
const EXAMINED_ROWS = 60;

const parseRows = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter,
      recordDelimiter: LINE_ENDS,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      bom: true,
      to: EXAMINED_ROWS,
      onRecord: (row: string[]) => {
        rows.push(row);
        return row;
      },
    });
  } catch {
    // The excerpt may end within quotation marks. The rows before that count.
  }
  return rows;
};

type Regularity = { share: number; count: number; columns: number };

/**
 * Counts the rows with the most frequent number of cells, and their share from the first such row
 * on. Title rows above it have other numbers of cells.
 */
const measureRegularity = (rows: readonly string[][]): Regularity => {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  counts.delete(1);
  const [columns = 1, count = 0] =
    [...counts].toSorted((left, other) => other[1] - left[1] || other[0] - left[0])[0] ?? [];
  const first = rows.findIndex(({ length }) => length === columns);
  return { share: count === 0 ? 0 : count / (rows.length - first), count, columns };
};

const byRegularity = (first: Regularity, other: Regularity): number =>
  other.share - first.share || other.count - first.count || other.columns - first.columns;

/**
 * Detects the separator of CSV. A line `sep=;` names it; otherwise the one that gives the most
 * regular rows is chosen. Separators within quotation marks are ignored.
 *
 * @param beginning excerpt of the file, which may end within a row
 */
export const detectDelimiter = (beginning: string): string => {
  const [, declared] = /^\uFEFF?"?sep=(.)"?\s*(?:\r|\n|$)/i.exec(beginning) ?? [];
  if (declared !== undefined) return declared;
  const end = Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r'));
  const completeText = end === -1 ? beginning : beginning.slice(0, end + 1);
  const candidates = delimiters.map((delimiter) => {
    const rows = parseRows(completeText, delimiter);
    // The excerpt may have been cut within quotation marks.
    const lines = completeText.split(/\r\n|\n|\r/).map((line) => line.split(delimiter));
    return { delimiter, ...measureRegularity(rows.length > 0 ? rows : lines) };
  });
  return candidates.toSorted(byRegularity)[0]?.delimiter ?? ';';
};
