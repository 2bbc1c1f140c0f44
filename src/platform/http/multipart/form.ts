import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import qs from 'qs';
import { toNfc } from '../../nfc';
import { createHttpError } from '../errors';
import { multipartErrors } from './errors';
import { preferExtendedName } from './extended-name';

const MEGABYTE = 1024 * 1024;

/** Limits of one request. `bytes` counts all of its files together. */
export type FormLimits = { bytes: number; files: number; fields: number; fieldBytes: number };

/** A file of a form, with the properties that Strapi's upload plugin and project settings read. */
export type FormFile = {
  filepath: string;
  newFilename: string;
  originalFilename: string | null;
  mimetype: string;
  /** Size in bytes. */
  size: number;
};

export type Form = {
  fields: Record<string, unknown>;
  files: Record<string, FormFile | FormFile[]>;
};

/** Returns the limits of a request, from the maximum size of one file (`UPLOAD_MAX_MB`). */
export const computeFormLimits = (maxFileSize: number): FormLimits => ({
  bytes: Math.max(maxFileSize, MEGABYTE),
  files: 200,
  fields: 1_000,
  fieldBytes: MEGABYTE,
});

const createTooLargeError = (limits: FormLimits): Error =>
  createHttpError(multipartErrors.UPLOAD_TOO_LARGE, { details: { limit: limits } });

const createMalformedError = (cause?: unknown): Error =>
  createHttpError(multipartErrors.MULTIPART_MALFORMED, { cause });

/** Returns the maximum size of a request: its files, fields and headers together. */
const computeRequestLimit = ({ bytes, fieldBytes }: FormLimits): number => bytes + 2 * fieldBytes;

/**
 * Decodes a part with `Content-Transfer-Encoding: base64`. It is deprecated (RFC 7578, 4.7), but
 * some clients still send it.
 */
const fromBase64 = (): Transform => {
  let remainder = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = remainder + chunk.toString('latin1').replace(/\s+/g, '');
      const completeLength = text.length - (text.length % 4);
      remainder = text.slice(completeLength);
      done(null, Buffer.from(text.slice(0, completeLength), 'base64'));
    },
    flush(done) {
      done(null, Buffer.from(remainder, 'base64'));
    },
  });
};

const UNENCODED_TRANSFERS = ['7bit', '8bit', 'binary'];

const createDecoder = (encoding: string): Transform => {
  if (UNENCODED_TRANSFERS.includes(encoding)) return new PassThrough();
  if (encoding === 'base64') return fromBase64();
  throw createMalformedError();
};

/**
 * Returns whether a part is a nested form. Nested forms are deprecated (RFC 7578, 4.3) and nothing
 * here reads them.
 */
const isNested = (mimeType: string): boolean => /^multipart\//i.test(mimeType);

/** Browsers write a quotation mark in a name as `%22`. */
const decodeFileName = (filename: string | undefined): string | null =>
  filename?.replace(/%22/g, '"') ?? null;

const groupFiles = (files: readonly (readonly [string, FormFile])[]): Form['files'] => {
  const groups = new Map<string, FormFile | FormFile[]>();
  for (const [name, file] of files) {
    const before = groups.get(name);
    groups.set(name, before === undefined ? file : [before, file].flat());
  }
  return Object.fromEntries(groups);
};

/**
 * Number of bytes parsed in one turn of the event loop. One chunk of a socket can hold hundreds of
 * small files.
 */
const PIECE_BYTES = 4096;

const splitIntoPieces = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pushPiece = (start: number): void => {
        this.push(chunk.subarray(start, start + PIECE_BYTES));
        if (start + PIECE_BYTES < chunk.length) setImmediate(pushPiece, start + PIECE_BYTES);
        else done();
      };
      pushPiece(0);
    },
  });

/** Reads fields as Strapi does: a repeated name makes a list, `a[b]` makes an object. */
const parseNestedFields = (
  fields: readonly (readonly [string, string])[],
  maximum: number,
): Form['fields'] =>
  qs.parse(fields.map(([name], index) => `${encodeURIComponent(name)}=${index}`).join('&'), {
    parameterLimit: maximum,
    arrayLimit: maximum,
    // Only names are encoded and decoded, because values have up to a megabyte.
    decoder: (text, decode, _charset, type) =>
      type === 'value' ? (fields[Number(text)]?.[1] ?? '') : decode(text),
  });

type Headers = Record<string, string[] | undefined>;

/** Busboy's internal part parser, which its types do not declare. */
type WithParts = {
  _parser?: { parser?: { on: (event: 'part', hear: (part: Readable) => void) => void } };
};

/** Makes the parser name files by `filename*`, which it does not read. */
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

const createParser = (request: IncomingMessage, limits: FormLimits): BusboyInstance => {
  const { headers } = request;
  try {
    const parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: limits.files, fields: limits.fields, fieldSize: limits.fieldBytes },
    });
    readExtendedNames(parser);
    return parser;
  } catch (error) {
    throw createMalformedError(error);
  }
};

/** Returns whether the `Content-Length` of a request exceeds the maximum size of a form. */
export const isTooLong = (request: IncomingMessage, limits: FormLimits): boolean =>
  Number(request.headers['content-length'] ?? 0) > computeRequestLimit(limits);

export const formTooLarge = createTooLargeError;

/**
 * Reads a `multipart/form-data` body and writes its files to a folder. Once the promise resolves or
 * rejects, nothing more is written to the folder, and the request can still be answered.
 *
 * @throws http-error 413 `UPLOAD_TOO_LARGE`; ValidationError `MULTIPART_MALFORMED`, also when the
 * caller disconnects; errors of the file system
 */
export const readForm = async (
  request: IncomingMessage,
  folder: string,
  limits: FormLimits,
): Promise<Form> => {
  const parser = createParser(request, limits);
  const pieces = splitIntoPieces();
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
      // The parser reports each part of a chunk, which may be thousands.
      if (failed.length > 0) return;
      failed.push(error());
      request.unpipe(pieces).off('data', count);
      pieces.unpipe(parser).destroy();
      stopped.abort();
      resolve();
    };

    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > computeRequestLimit(limits)) fail(() => createTooLargeError(limits));
    };

    const write = async (source: Readable, encoding: string, file: FormFile): Promise<void> => {
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          fileBytes += chunk.length;
          file.size += chunk.length;
          done(fileBytes > limits.bytes ? createTooLargeError(limits) : null, chunk);
        },
      });
      const { signal } = stopped;
      const target = createWriteStream(file.filepath);
      await pipeline(source, createDecoder(encoding), counter, target, { signal });
    };

    const onFile = (
      name: string | undefined,
      source: Readable,
      filename: string | undefined,
      encoding: string,
      mimeType: string,
    ): void => {
      // The parser also emits its own error on the current file. That error is handled below.
      source.on('error', () => undefined);
      if (failed.length > 0 || name === undefined || isNested(mimeType)) {
        source.resume();
        fail(createMalformedError);
        return;
      }
      const newFilename = randomUUID();
      const file: FormFile = {
        filepath: path.join(folder, newFilename),
        newFilename,
        originalFilename: decodeFileName(filename && toNfc(filename)),
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
      if (name === undefined || isNested(mimeType)) fail(createMalformedError);
      else if (valueTruncated || fieldBytes > limits.fieldBytes)
        fail(() => createTooLargeError(limits));
      else fields.push([name, value]);
    };

    const onLimit = (): void => {
      fail(() => createTooLargeError(limits));
    };

    parser.on('file', onFile).on('field', onField);
    parser.on('filesLimit', onLimit).on('fieldsLimit', onLimit);
    parser.on('error', (error: unknown) => {
      fail(() => createMalformedError(error));
    });
    parser.on('finish', resolve);
    request.on('data', count);
    // An aborted request ends neither the parser nor the files that are being written.
    request.on('close', () => {
      if (!request.complete) fail(createMalformedError);
    });
    request.on('error', (error) => {
      fail(() => createMalformedError(error));
    });
    request.pipe(pieces).pipe(parser);
  });
  await Promise.allSettled(writes);
  const [firstFailure] = failed;
  if (firstFailure !== undefined) throw firstFailure;

  return {
    fields: parseNestedFields(fields, limits.fields),
    files: groupFiles(files),
  };
};
