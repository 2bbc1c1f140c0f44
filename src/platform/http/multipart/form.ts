import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import qs from 'qs';
import { toNfc } from '../../database/nfc';
import { httpError } from '../errors';
import { multipartErrors } from './errors';
import { preferExtendedName } from './extended-name';

const MEGABYTE = 1024 * 1024;

/** What one request may hold; `bytes` count all of its files together. */
export type FormLimits = { bytes: number; files: number; fields: number; fieldBytes: number };

/** A file of a form as Strapi's upload plugin and project settings read it. */
export type FormFile = {
  filepath: string;
  newFilename: string;
  originalFilename: string | null;
  mimetype: string;
  /** Bytes. */
  size: number;
};

export type Form = {
  fields: Record<string, unknown>;
  files: Record<string, FormFile | FormFile[]>;
};

/** The limits of a request, from the size that is set for one file (`UPLOAD_MAX_MB`). */
export const formLimits = (maxFileSize: number): FormLimits => ({
  bytes: Math.max(maxFileSize, MEGABYTE),
  files: 200,
  fields: 1_000,
  fieldBytes: MEGABYTE,
});

const tooLarge = (limits: FormLimits): Error =>
  httpError(multipartErrors.UPLOAD_TOO_LARGE, { details: { limit: limits } });

const malformed = (cause?: unknown): Error =>
  httpError(multipartErrors.MULTIPART_MALFORMED, { cause });

/** All that a request may be long: its files, and as much as its fields and headings may take. */
const wholeOf = ({ bytes, fieldBytes }: FormLimits): number => bytes + 2 * fieldBytes;

/** `Content-Transfer-Encoding: base64` of a part; deprecated (RFC 7578, 4.7), but some still send it. */
const fromBase64 = (): Transform => {
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = rest + chunk.toString('latin1').replace(/\s+/g, '');
      const whole = text.length - (text.length % 4);
      rest = text.slice(whole);
      done(null, Buffer.from(text.slice(0, whole), 'base64'));
    },
    flush(done) {
      done(null, Buffer.from(rest, 'base64'));
    },
  });
};

const AS_IT_IS = ['7bit', '8bit', 'binary'];

const decoderOf = (encoding: string): Transform => {
  if (AS_IT_IS.includes(encoding)) return new PassThrough();
  if (encoding === 'base64') return fromBase64();
  throw malformed();
};

/** Forms within forms (RFC 7578, 4.3) are deprecated, and nobody here would look into them. */
const isNested = (mimeType: string): boolean => /^multipart\//i.test(mimeType);

/** Browsers write a quotation mark in a name as `%22`. */
const fileNameOf = (filename: string | undefined): string | null =>
  filename?.replace(/%22/g, '"') ?? null;

const grouped = (files: readonly (readonly [string, FormFile])[]): Form['files'] => {
  const groups = new Map<string, FormFile | FormFile[]>();
  for (const [name, file] of files) {
    const before = groups.get(name);
    groups.set(name, before === undefined ? file : [before, file].flat());
  }
  return Object.fromEntries(groups);
};

/** Bytes that are parsed in one turn of the event loop; what a socket hands on at once holds hundreds of small files. */
const PIECE_BYTES = 4096;

const inPieces = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const handOn = (at: number): void => {
        this.push(chunk.subarray(at, at + PIECE_BYTES));
        if (at + PIECE_BYTES < chunk.length) setImmediate(handOn, at + PIECE_BYTES);
        else done();
      };
      handOn(0);
    },
  });

/** Reads fields as Strapi does: a name that comes again makes a list, `a[b]` an object. */
const nested = (fields: readonly (readonly [string, string])[], most: number): Form['fields'] =>
  qs.parse(fields.map(([name], at) => `${encodeURIComponent(name)}=${at}`).join('&'), {
    parameterLimit: most,
    arrayLimit: most,
    // Only the names are encoded and decoded; the values have up to a megabyte.
    decoder: (text, decode, _charset, type) =>
      type === 'value' ? (fields[Number(text)]?.[1] ?? '') : decode(text),
  });

type Headers = Record<string, string[] | undefined>;

/** What is used of the parser's own parser of parts, which its types do not name. */
type WithParts = {
  _parser?: { parser?: { on: (event: 'part', hear: (part: Readable) => void) => void } };
};

/** Has the parser name files by `filename*`, which it does not read. */
const readExtendedNames = (parser: BusboyInstance): void => {
  (parser as WithParts)._parser?.parser?.on('part', (part) => {
    part.prependListener('header', (headers: Headers) => {
      const dispositions = headers['content-disposition'];
      if (dispositions !== undefined) {
        headers['content-disposition'] = dispositions.map(preferExtendedName);
      }
    });
  });
};

const open = (request: IncomingMessage, limits: FormLimits): BusboyInstance => {
  const { headers } = request;
  try {
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: limits.files, fields: limits.fields, fieldSize: limits.fieldBytes },
    });
    readExtendedNames(parser);
    return parser;
  } catch (error) {
    throw malformed(error);
  }
};

/** Whether a request says itself that it is longer than a form may be. */
export const isTooLong = (request: IncomingMessage, limits: FormLimits): boolean =>
  Number(request.headers['content-length'] ?? 0) > wholeOf(limits);

/** The error for such a request. */
export const formTooLarge = tooLarge;

/**
 * Reads a `multipart/form-data` body, its files into a folder. Whatever the outcome, nothing is written to
 * the folder any more once the promise is settled, and the request itself can still be answered.
 *
 * @throws http-error 413 `UPLOAD_TOO_LARGE`; ValidationError `MULTIPART_MALFORMED`, also when the caller went
 *   away; what the file system throws
 */
export const readForm = async (
  request: IncomingMessage,
  folder: string,
  limits: FormLimits,
): Promise<Form> => {
  const parser = open(request, limits);
  const pieces = inPieces();
  const fields: [string, string][] = [];
  const files: [string, FormFile][] = [];
  const writes: Promise<void>[] = [];
  const stopped = new AbortController();
  const failed: Error[] = [];
  let received = 0;
  let fieldBytes = 0;
  let fileBytes = 0;

  await new Promise<void>((resolve) => {
    const fail = (error: () => Error): void => {
      // The parser reports each part of a piece, thousands of them.
      if (failed.length > 0) return;
      failed.push(error());
      request.unpipe(pieces).off('data', count);
      pieces.unpipe(parser).destroy();
      stopped.abort();
      resolve();
    };

    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > wholeOf(limits)) fail(() => tooLarge(limits));
    };

    const write = async (source: Readable, encoding: string, file: FormFile): Promise<void> => {
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          fileBytes += chunk.length;
          file.size += chunk.length;
          done(fileBytes > limits.bytes ? tooLarge(limits) : null, chunk);
        },
      });
      const { signal } = stopped;
      const target = createWriteStream(file.filepath);
      await pipeline(source, decoderOf(encoding), counter, target, { signal });
    };

    const onFile = (
      name: string | undefined,
      source: Readable,
      filename: string | undefined,
      encoding: string,
      mimeType: string,
    ): void => {
      // The parser passes its own error on to the file that it was in; it is dealt with below.
      source.on('error', () => undefined);
      if (failed.length > 0 || name === undefined || isNested(mimeType)) {
        source.resume();
        fail(malformed);
        return;
      }
      const newFilename = randomUUID();
      const file: FormFile = {
        filepath: path.join(folder, newFilename),
        newFilename,
        originalFilename: fileNameOf(filename && toNfc(filename)),
        mimetype: mimeType,
        size: 0,
      };
      files.push([name, file]);
      writes.push(
        write(source, encoding, file).catch((error: unknown) => {
          fail(() => error as Error);
        }),
      );
    };

    const onField = (
      name: string | undefined,
      value: string,
      _nameTruncated: boolean,
      valueTruncated: boolean,
      _encoding: string,
      mimeType: string,
    ): void => {
      fieldBytes += Buffer.byteLength(value);
      if (name === undefined || isNested(mimeType)) fail(malformed);
      else if (valueTruncated || fieldBytes > limits.fieldBytes) fail(() => tooLarge(limits));
      else fields.push([name, value]);
    };

    const onLimit = (): void => {
      fail(() => tooLarge(limits));
    };

    parser.on('file', onFile).on('field', onField);
    parser.on('filesLimit', onLimit).on('fieldsLimit', onLimit);
    parser.on('error', (error: unknown) => {
      fail(() => malformed(error));
    });
    parser.on('finish', resolve);
    request.on('data', count);
    // An aborted request ends neither the parser nor the files that are being written.
    request.on('close', () => {
      if (!request.complete) fail(malformed);
    });
    request.on('error', (error) => {
      fail(() => malformed(error));
    });
    request.pipe(pieces).pipe(parser);
  });
  await Promise.allSettled(writes);
  const [firstFailure] = failed;
  if (firstFailure !== undefined) throw firstFailure;

  return {
    fields: nested(fields, limits.fields),
    files: grouped(files),
  };
};
