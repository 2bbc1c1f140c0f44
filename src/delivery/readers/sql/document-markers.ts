import { randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';

/** A document that a text shows, and which of the plan's inverse fields were read of it. */
export type MarkedDocument = {
  documentId: string;
  inverse: number | null;
  /** Named beside the document that is shown: it may be shown there. */
  isOther: boolean;
};

/** Where in a text, in bytes, a document belongs that is read of its own. */
type FoundReference = { at: number; details: string };

type TakenApart = {
  text: Buffer;
  marked: readonly MarkedDocument[];
  references: readonly FoundReference[];
};

const INVERSE = '#';
const NEXT = ',';
/** Between the details of a reference. */
export const BETWEEN = '|';

/** A character of a string takes so many bytes at most. */
const BYTES_PER_CHARACTER = 3;

/** Where texts are written that are not longer, one after the other. */
const shared = Buffer.allocUnsafe(256 * 1024);

/**
 * Writes a text piece by piece, as bytes from the beginning: joined as a string it would be written three times, and of a
 * long list tens of thousands are.
 *
 * @param characters how many are going to be written at most
 */
const createWriter = (characters: number) => {
  const most = characters * BYTES_PER_CHARACTER;
  const bytes = most <= shared.byteLength ? shared : Buffer.allocUnsafe(most);
  let end = 0;
  return {
    write(piece: string): void {
      end += bytes.write(piece, end);
    },
    length: (): number => end,
    /** A copy of what was written; nothing else is to be written before. */
    text: (): Buffer => Buffer.from(bytes.subarray(0, end)),
  };
};

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/**
 * Statements mark which documents they show: an object's first key names its document, and a value that
 * is shown alone is wrapped in an object that does. The name of that key is drawn anew in each process, so
 * that nothing an editor writes can be taken for a mark.
 *
 *     {"mark_6rTq1x":"kx3v…","title":"Cálculo","vertical":[{"mark_6rTq1x_of":"p81z…","value":"medicina"}]}
 */
export const createMarkers = () => {
  const name = `mark_${randomBytes(6).toString('hex')}`;
  const ofValue = `${name}_of`;
  const ofReference = `${name}_at`;
  /** What every mark begins with; each of those below goes on from there. */
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
    content.split(NEXT).map((one, at) => {
      const [documentId = '', inverse] = one.split(INVERSE);
      return {
        documentId,
        inverse: inverse === undefined ? null : Number(inverse),
        isOther: at > 0,
      };
    });

  return {
    /** What statements call it; another one in each process. */
    name,

    /**
     * The mark of the document in the row called `alias`, as a column of its object.
     *
     * @param inverse which fields show documents that point at this one
     * @param others an expression for more documents, as a list with commas
     */
    column(alias: string, inverse: number | null, others: string | null): string {
      const own = `${alias}.document_id${inverse === null ? '' : ` || ${escapeLiteral(INVERSE + String(inverse))}`}`;
      const content = others === null ? own : `concat_ws('${NEXT}', ${own}, ${others})`;
      return `${content} AS ${escapeIdentifier(name)}`;
    },

    /**
     * A value with the mark of the document in the row called `alias`.
     *
     *     (SELECT row_to_json(o) FROM (SELECT d1.document_id AS "mark_…_of", d1."slug" AS "value") o)
     */
    wrap: (alias: string, value: string): string =>
      `(SELECT row_to_json(o) FROM (SELECT ${alias}.document_id AS ${escapeIdentifier(ofValue)}, ` +
      `${value} AS "value") o)`,

    /**
     * A value with marks of everything that it was made of.
     *
     * @param keys an expression for what its dependencies are called, with commas between
     * @param from where both are selected from; one row
     */
    wrapKeys: (keys: string, value: string, from: string): string =>
      `(SELECT row_to_json(o) FROM (SELECT ${keys} AS ${escapeIdentifier(ofValue)}, ` +
      `${value} AS "value" FROM ${from}) o)`,

    /**
     * What stands for an object that is read of its own.
     *
     *     json_build_object('mark_…_at', '0' || '|' || d1.document_id || '|' || …)
     *
     * @param details expressions for text, of which only the last one may hold a `|`
     */
    reference: (details: readonly string[]): string =>
      `json_build_object(${escapeLiteral(ofReference)}, ${details.join(` || '${BETWEEN}' || `)})`,

    /** Takes the marks and the references out of a text; what was marked may name a document more than once. */
    takeOut(marked: string): TakenApart {
      const found: MarkedDocument[] = [];
      const references: FoundReference[] = [];
      const writer = createWriter(marked.length);
      let from = 0;
      let at = marked.indexOf(start);
      while (at >= 0) {
        const after = at + start.length;
        const object = matchAt(objects, marked, after);
        const reference = object === null ? matchAt(ofReferences, marked, after) : null;
        const value = object === null && reference === null ? matchAt(values, marked, after) : null;
        if (object !== null) {
          writer.write(marked.slice(from, at));
          from = objects.lastIndex;
          if (object[1] !== undefined) found.push(...parse(unescape(object[1])));
        } else if (reference !== null) {
          writer.write(marked.slice(from, at - 1));
          from = ofReferences.lastIndex;
          references.push({ at: writer.length(), details: reference[1] ?? '' });
        } else if (value !== null) {
          writer.write(marked.slice(from, at - 1));
          writer.write(value[2] ?? '');
          from = values.lastIndex;
          // A value is made of all that it names; none of it is read of its own.
          const named = value[1] === undefined ? [] : parse(unescape(value[1]));
          for (const one of named) found.push({ ...one, isOther: false });
        }
        at = marked.indexOf(start, Math.max(after, from));
      }
      writer.write(marked.slice(from));
      return { text: writer.text(), marked: found, references };
    },

    /** What the details of a reference say. */
    detailsIn: (details: string): readonly string[] => unescape(details).split(BETWEEN),
  };
};

export type Markers = ReturnType<typeof createMarkers>;
