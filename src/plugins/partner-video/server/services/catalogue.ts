import { z } from '@strapi/utils';
import type { PartnerChannel, PartnerVideo } from '../../contract';
import sanitizeHtml from 'sanitize-html';
import { singleFlight } from '../single-flight';

const policy = z.object({
  Statement: z
    .array(
      z.object({
        Condition: z.object({ DateLessThan: z.object({ 'AWS:EpochTime': z.number().positive() }) }),
      }),
    )
    .min(1),
});

/** Decodes CloudFront's variant of base64, whose characters need no escaping in a URL. */
const decode = (value: string): string =>
  Buffer.from(value.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64').toString();

const parse = (value: string): unknown => {
  try {
    return JSON.parse(decode(value));
  } catch {
    return undefined;
  }
};

/**
 * Returns the expiry of a signed URL in milliseconds since 1970, from its policy.
 *
 * @returns null if the URL is not signed, or its policy cannot be parsed
 */
const parseSignatureEnd = (address: string): number | null => {
  const { searchParams } = new URL(address);
  const isSigned = ['Policy', 'Signature', 'Key-Pair-Id'].every((name) => searchParams.get(name));
  if (!isSigned) return null;
  const result = policy.safeParse(parse(searchParams.get('Policy') ?? ''));
  if (!result.success) return null;
  const ends = result.data.Statement.map(
    ({ Condition }) => Condition.DateLessThan['AWS:EpochTime'] * 1000,
  );
  return Math.min(...ends);
};

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'div', 'a'],
  ],
  allowedAttributes: { a: ['href', 'title', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // Elements whose content is no markup. The sanitizer would return the content of `xmp` as markup.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes'],
    ...['iframe', 'plaintext', 'title', 'svg', 'math', 'template', 'object'],
  ],
  // A page that opens in another window must not be able to control this one.
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
};

/**
 * Returns the partner's HTML with its text and structure, without anything that runs, loads or
 * restyles.
 */
const cleanHtml = (html: string): string => sanitizeHtml(html, options);

/** An invalid part of the partner's response that is left out, and why. */
export type LeftOut = { name: string; problems: string[] };

export type Catalogue = {
  channels: PartnerChannel[];
  leftOut: LeftOut[];
  /** Expiry of the earliest signature; Infinity for an empty catalogue. */
  endsAt: number;
};

const LONGEST_TEXT = 10_000;
const LONGEST_HTML = 100_000;

const text = z.string().max(LONGEST_TEXT);
const identifier = z.string().min(1).max(255);
const html = z.string().max(LONGEST_HTML).transform(cleanHtml);
const address = z.url({ protocol: /^https?$/ });

const signedAddress = address.check((context) => {
  if (!URL.canParse(context.value)) return;
  const end = parseSignatureEnd(context.value);
  const message = end === null ? 'is not signed' : end <= Date.now() ? 'has expired' : null;
  if (message !== null) {
    context.issues.push({ code: 'custom', message, input: context.value });
  }
});

const shownFields = {
  authors: z.array(z.object({ name: text, image: address })),
  background: address,
  cover: address,
  trailer: signedAddress,
};

const video: z.ZodType<PartnerVideo> = z.object({
  videoId: identifier,
  ...shownFields,
  title: text,
  subtitle: text,
  htmlDescription: html,
});

const channel = z.object({
  idChannel: identifier,
  ...shownFields,
  price: z.number().min(0),
  title: text,
  subtitle: text.nullable(),
  htmlDescription: html.nullable(),
  video: z.array(z.unknown()),
});

const nameOf = (value: unknown, key: string, position: number): string => {
  const id = (value as Record<string, unknown> | null)?.[key];
  return `${key} ${typeof id === 'string' ? JSON.stringify(id.slice(0, 100)) : `#${position}`}`;
};

/** Returns the valid entries with unique IDs; reports the others to `leftOut`. */
const readAll = <T>(
  values: readonly unknown[],
  schema: z.ZodType<T>,
  key: keyof T & string,
  leftOut: LeftOut[],
): T[] => {
  const byKey = new Map<unknown, T>();
  values.forEach((value, position) => {
    const name = nameOf(value, key, position);
    const result = schema.safeParse(value);
    if (!result.success) {
      const problems = result.error.issues.map((issue) =>
        `${issue.path.join('.')} ${issue.message}`.trim(),
      );
      leftOut.push({ name, problems });
    } else if (byKey.has(result.data[key])) {
      leftOut.push({ name, problems: ['stands there twice'] });
    } else {
      byKey.set(result.data[key], result.data);
    }
  });
  return [...byKey.values()];
};

const listSignatureEnds = ({ trailer, video: videos }: PartnerChannel): number[] =>
  [trailer, ...videos.map((entry) => entry.trailer)].map((url) => parseSignatureEnd(url) ?? 0);

/** Returns the valid part of the partner's response in the contract's form. */
export const readCatalogue = (entries: readonly unknown[]): Catalogue => {
  const leftOut: LeftOut[] = [];
  const channels = readAll(entries, channel, 'idChannel', leftOut).map((entry) => ({
    ...entry,
    video: readAll(entry.video, video, 'videoId', leftOut),
  }));
  const endsAt = channels
    .flatMap(listSignatureEnds)
    .reduce((earliest, end) => Math.min(earliest, end), Number.POSITIVE_INFINITY);
  return { channels, leftOut, endsAt };
};

/** Milliseconds for which a catalogue is served without a refresh. */
const FRESH_MS = 5 * 60_000;

/** Milliseconds before the next attempt after a failed refresh. */
const PAUSE = 5_000;

type CachedCatalogue = { catalogue: Catalogue; renewAt: number };

/**
 * Creates the cache of the catalogue. A stale catalogue is still served while another is fetched,
 * but never one with an expired signature.
 *
 * @param onFailure called after a failed background refresh while the cached catalogue is still
 * valid
 */
export const createCatalogueCache = (
  load: () => Promise<Catalogue>,
  { onFailure }: { onFailure: (error: unknown) => void },
) => {
  let held: CachedCatalogue | undefined;

  const renew = singleFlight(async () => {
    const catalogue = await load();
    const now = Date.now();
    // Refreshes at half of the signatures' lifetime at the latest, so that short-lived ones do not
    // expire.
    const halfway = now + (catalogue.endsAt - now) / 2;
    held = { catalogue, renewAt: Math.min(now + FRESH_MS, halfway) };
    return catalogue;
  });

  const renewBehind = (stale: CachedCatalogue): void => {
    stale.renewAt = Date.now() + PAUSE;
    renew().catch(onFailure);
  };

  return {
    get: async (): Promise<Catalogue> => {
      const now = Date.now();
      if (held === undefined || held.catalogue.endsAt <= now) return renew();
      if (held.renewAt <= now) renewBehind(held);
      return held.catalogue;
    },
  };
};
