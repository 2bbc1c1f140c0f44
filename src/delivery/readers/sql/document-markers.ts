import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';

/** A document that a text shows, with the number of its plan's inverse fields. */
export type MarkedDocument = {
  documentId: string;
  inverse: number | null;
  /** True if it was named besides the shown document, because a slot may show it. */
  isOther: boolean;
};

/** Byte offset in a text at which a separately read document belongs. */
type ReferenceMarker = { at: number; details: string };

type ParsedRow = {
  text: Buffer;
  marked: readonly MarkedDocument[];
  references: readonly ReferenceMarker[];
};

const INVERSE = '#';
const NEXT = ',';
/** Separator between the details of a reference. */
export const BETWEEN = '|';

/** Maximum UTF-8 bytes per character of a JavaScript string. */
const BYTES_PER_CHARACTER = 3;

/** Shared buffer for writing texts that fit into it, one after the other. */
const shared = Buffer.allocUnsafe(256 * 1024);

/**
 * Creates a writer that encodes a text piece by piece. Joining strings would copy each text three
 * times, and a long list has tens of thousands.
 *
 * @param characters upper limit of the characters to write
 */
const createWriter = (characters: number) => {
  const maxBytes = characters * BYTES_PER_CHARACTER;
  const bytes = maxBytes <= shared.byteLength ? shared : Buffer.allocUnsafe(maxBytes);
  let end = 0;
  return {
    write(piece: string): void {
      end += bytes.write(piece, end);
    },
    length: (): number => end,
    /**
     * Returns a copy of the written bytes. Call it before the next writer is created, because the
     * buffer is shared.
     */
    text: (): Buffer => Buffer.from(bytes.subarray(0, end)),
  };
};

const matchAt = (pattern: RegExp, text: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset;
  return pattern.exec(text);
};

/**
 * Creates the markers by which a statement reports the documents that it shows. The first key of an
 * object names its document, and a plucked value is wrapped in an object that does. The key's name
 * is random in each process, so that no editor's text can be mistaken for a marker.
 *
 *     {"mark_6rTq1x":"kx3v…","title":"Cálculo","vertical":[{"mark_6rTq1x_of":"p81z…","value":"medicina"}]}
 */
export const createMarkers = () => {
  const name = `mark_${randomBytes(6).toString('hex')}`;
  const ofValue = `${name}_of`;
  const ofReference = `${name}_at`;
  /** Common prefix of all markers; the patterns below match the rest. */
  const start = `"${name}`;
  const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
  const objects = new RegExp(`":(?:${quoted}|null),?`, 'y');
  const values = new RegExp(
    String.raw`_of":(?:${quoted}|null),"value":("(?:[^"\\]|\\.)*"|[^"{}[\],]+)\}`,
    'y',
  );
  const ofReferences = new RegExp(String.raw`_at" : ${quoted}\}`, 'y');

  const unescape = (content: string): string =>
    content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content;

  const parse = (content: string): MarkedDocument[] =>
    content.split(NEXT).map((item, index) => {
      const [documentId = '', inverse] = item.split(INVERSE);
      return {
        documentId,
        inverse: inverse === undefined ? null : Number(inverse),
        isOther: index > 0,
      };
    });

  return {
    /** Name of the marker key; it differs in each process. */
    name,

    /**
     * Returns the marker of the document in row `alias`, as a column of its object.
     *
     * @param inverse number of the inverse fields that show documents referencing this one
     * @param others SQL expression for more document IDs, separated by commas
     */
    column(alias: string, inverse: number | null, others: string | null): string {
      const ownMarker = `${alias}.document_id${inverse === null ? '' : ` || ${escapeLiteral(INVERSE + String(inverse))}`}`;
      const content = others === null ? ownMarker : `concat_ws('${NEXT}', ${ownMarker}, ${others})`;
      return `${content} AS ${escapeIdentifier(name)}`;
    },

    /**
     * Returns a value wrapped with markers of everything that it was made of.
     *
     *     (SELECT row_to_json(o) FROM (SELECT d1.document_id AS "mark_…_of", d1."slug" AS "value") o)
     *
     * @param keys SQL expression for its dependency keys, separated by commas
     * @param from source of both expressions, with one row, if they have one of their own
     */
    wrap: (keys: string, value: string, from?: string): string =>
      `(SELECT row_to_json(o) FROM (SELECT ${keys} AS ${escapeIdentifier(ofValue)}, ` +
      `${value} AS "value"${from === undefined ? '' : ` FROM ${from}`}) o)`,

    /**
     * Returns the placeholder for a separately read object.
     *
     *     json_build_object('mark_…_at', '0' || '|' || d1.document_id || '|' || …)
     *
     * @param details SQL expressions for text; only the last may contain a `|`
     */
    reference: (details: readonly string[]): string =>
      `json_build_object(${escapeLiteral(ofReference)}, ${details.join(` || '${BETWEEN}' || `)})`,

    /** Removes the markers and references. A document may appear in `marked` more than once. */
    takeOut(marked: string): ParsedRow {
      const markedDocuments: MarkedDocument[] = [];
      const references: ReferenceMarker[] = [];
      const writer = createWriter(marked.length);
      let from = 0;
      let offset = marked.indexOf(start);
      while (offset >= 0) {
        const after = offset + start.length;
        const object = matchAt(objects, marked, after);
        const reference = object === null ? matchAt(ofReferences, marked, after) : null;
        const value = object === null && reference === null ? matchAt(values, marked, after) : null;
        if (object !== null) {
          writer.write(marked.slice(from, offset));
          from = objects.lastIndex;
          if (object[1] !== undefined) markedDocuments.push(...parse(unescape(object[1])));
        } else if (reference !== null) {
          writer.write(marked.slice(from, offset - 1));
          from = ofReferences.lastIndex;
          references.push({ at: writer.length(), details: reference[1] ?? '' });
        } else if (value !== null) {
          writer.write(marked.slice(from, offset - 1));
          writer.write(value[2] ?? '');
          from = values.lastIndex;
          // A value depends on all documents that it names; none of them is read separately.
          const namedDocuments = value[1] === undefined ? [] : parse(unescape(value[1]));
          for (const document of namedDocuments)
            markedDocuments.push({ ...document, isOther: false });
        }
        offset = marked.indexOf(start, Math.max(after, from));
      }
      writer.write(marked.slice(from));
      return { text: writer.text(), marked: markedDocuments, references };
    },

    /** Returns the details of a reference. */
    detailsIn: (details: string): readonly string[] => unescape(details).split(BETWEEN),
  };
};

export type Markers = ReturnType<typeof createMarkers>;
