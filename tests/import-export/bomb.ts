import { constants, crc32, deflateRawSync } from 'node:zlib';

const MEGABYTE = 2 ** 20;

/** Blanks as a part of a deflate stream that can be continued, and the end of a stream. */
const blanks = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), {
  finishFlush: constants.Z_FULL_FLUSH,
});
const END = Buffer.from([3, 0]);

/** Returns a workbook of some kilobytes whose sheet unpacks to the given megabytes. */
export const workbookOfBlanks = (megabytes: number): Buffer => {
  const parts = Array.from({ length: megabytes }, () => blanks);
  const sheet = Buffer.concat([...parts, END]);
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(sheet.length, 18);
  header.writeUInt32LE(megabytes * MEGABYTE, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, sheet]);
};

const END_OF_DIRECTORY = 22;

/** Returns a ZIP archive, in which `stated` replaces the true sizes of entries. */
const archiveOf = (
  entries: Readonly<Record<string, string>>,
  stated: Readonly<Record<string, number>> = {},
): Buffer => {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [path, text] of Object.entries(entries)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(content);
    const metadata = Buffer.alloc(26);
    metadata.writeUInt16LE(20, 0);
    metadata.writeUInt16LE(8, 4);
    metadata.writeUInt32LE(crc32(content), 10);
    metadata.writeUInt32LE(packed.length, 14);
    metadata.writeUInt32LE(stated[path] ?? content.length, 18);
    metadata.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), metadata, name, packed]);
    const location = Buffer.alloc(14);
    location.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), metadata, location, name]),
    );
    files.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(END_OF_DIRECTORY);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
};

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

type Parts = {
  /** The rows of each sheet as XML. */
  sheets: readonly string[];
  /** The XML before and after the rows of each sheet. */
  before?: string;
  behind?: string;
  /** The positions of hidden sheets. */
  hidden?: readonly number[];
  /** The positions of sheets that are only a chart. */
  charts?: readonly number[];
  /** The names of the sheets. */
  names?: readonly string[];
  /** Further XML of the workbook. */
  workbook?: string;
  /** The shared texts of cells, as XML. */
  strings?: string;
  /** The paths of the sheets. */
  folder?: string;
  /** Further parts by their path. */
  others?: Readonly<Record<string, string>>;
  /** The sizes that the archive states for parts, instead of the true ones. */
  stated?: Readonly<Record<string, number>>;
};

/** Returns a workbook of these parts. */
export const workbookWith = ({
  sheets,
  before = '',
  behind = '',
  hidden = [],
  charts = [],
  names = [],
  workbook = '',
  strings,
  folder = 'worksheets',
  others = {},
  stated,
}: Parts): Buffer => {
  const numbers = sheets.map((_, index) => index + 1);
  const sheetElements = numbers.map(
    (at) =>
      `<sheet name="${names[at - 1] ?? `S${at}`}"${hidden.includes(at) ? ' state="hidden"' : ''} sheetId="${at}" r:id="rId${at}"/>`,
  );
  const relationshipElements = numbers.map(
    (at) =>
      `<Relationship Id="rId${at}" Type="${RELATIONS}/${charts.includes(at) ? 'chartsheet' : 'worksheet'}" Target="${folder}/sheet${at}.xml"/>`,
  );
  if (strings !== undefined) {
    relationshipElements.push(
      `<Relationship Id="rIdS" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`,
    );
  }
  if ('xl/styles.xml' in others) {
    relationshipElements.push(
      `<Relationship Id="rIdF" Type="${RELATIONS}/styles" Target="styles.xml"/>`,
    );
  }
  const paths = sheets.map((rows, index) => [
    `xl/${folder}/sheet${index + 1}.xml`,
    `<?xml version="1.0"?><worksheet xmlns="${SPREADSHEET}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`,
  ]);
  return archiveOf(
    {
      // Some programs write the sheets before the workbook part.
      ...(Object.fromEntries(paths) as Record<string, string>),
      'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${sheetElements.join('')}</sheets>${workbook}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${relationshipElements.join('')}</Relationships>`,
      ...(strings !== undefined && {
        'xl/sharedStrings.xml': `<sst xmlns="${SPREADSHEET}">${strings}</sst>`,
      }),
      ...others,
    },
    stated,
  );
};

/** Returns the styles of a workbook by their formats; style 0 has none. */
export const stylesOf = (formats: readonly string[]): string => {
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`);
  return `<styleSheet xmlns="${SPREADSHEET}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
};

/** Returns a workbook whose sheets have rows given as XML. */
export const workbookOf = (...sheets: string[]): Buffer => workbookWith({ sheets });

/** Returns a cell with a text, as XML. */
export const textCell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Returns the maximum growth of this process in megabytes during a call. */
export const growthDuring = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (peak - before) / MEGABYTE;
};
