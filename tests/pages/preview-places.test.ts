import { features } from '#index';
import { findModel } from '#platform/strapi/models';
import { type Admin, signIn } from '../support/admin';
import { type App, startApp } from '../support/app';
import { previewableTypes } from '../support/endpoints';
import { previewLinkOf } from '../support/preview';

/** A text or picture of a preview, with the link to its form field. */
type Piece = {
  shows: string;
  /** The target of a click; null without one. */
  address: string | null;
  /** Whether it is the preview's own text, which no form contains. */
  isOwn: boolean;
};

type Element = {
  name: string;
  isPiece: boolean;
  isOwn: boolean;
  address: string | null;
  children: (Element | string)[];
};

const voidElements = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', 'source']);
const mediaElements = new Set(['img', 'video', 'iframe']);

const attributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

const elementOf = (name: string, tag: string): Element => ({
  name,
  isPiece: (attributeIn(tag, 'class') ?? '').split(' ').includes('piece'),
  isOwn: attributeIn(tag, 'data-own') !== undefined,
  address: null,
  children: [],
});

/** Returns the element tree of a rendered page. */
const parseHtml = (html: string): Element => {
  const root = elementOf('', '');
  const open = [root];
  for (const [tag, end, start, text] of html.matchAll(/<\/(\w+)>|<(\w+)[^>]*>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (parent === undefined) throw new Error(`More is closed than opened: ${tag}`);
    if (end !== undefined) open.pop();
    if (text !== undefined && text.trim() !== '') parent.children.push(text.trim());
    if (start === undefined) continue;
    const element = elementOf(start, tag);
    if (start === 'a' && attributeIn(tag, 'class') === 'edit') {
      const piece = open.findLast(({ isPiece }) => isPiece);
      if (piece !== undefined) piece.address = attributeIn(tag, 'href') ?? null;
    }
    parent.children.push(element);
    if (!voidElements.has(start)) open.push(element);
  }
  return root;
};

const piecesIn = (element: Element, inherited: Omit<Piece, 'shows'>): Piece[] => {
  const current = {
    address: element.address ?? inherited.address,
    isOwn: inherited.isOwn || element.isOwn,
  };
  if (element.name === 'head') return [];
  if (mediaElements.has(element.name)) return [{ shows: `<${element.name}>`, ...current }];
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [{ shows: child, ...current }] : piecesIn(child, current),
  );
};

/** Returns every text and picture of a preview page, in order. */
const piecesOf = (html: string): Piece[] =>
  piecesIn(parseHtml(html.replace(/^<!doctype html>/i, '')), { address: null, isOwn: false });

type Version = { documentId: string; locale: string | null };

/** The maximum of drafts of a type, which together fill in every field. */
const MAX_DRAFTS = 60;

describe('preview', () => {
  let app: App;
  let admin: Admin;

  beforeAll(async () => {
    app = await startApp({ seed: true });
    admin = await signIn(app);
  });

  afterAll(() => app.stop());

  const draftsOf = async (uid: string): Promise<Version[]> =>
    (await app.strapi.db.query(uid).findMany({
      where: { publishedAt: { $null: true } },
      select: ['documentId', 'locale'],
      orderBy: 'id',
      limit: MAX_DRAFTS,
    })) as Version[];

  const previewOf = async (uid: string, { documentId, locale }: Version): Promise<Piece[]> => {
    const link = await previewLinkOf(admin, uid, { documentId, locale });
    const { text } = await app.request.get(link).expect(200);
    return piecesOf(text);
  };

  const isInLayout = (uid: string, attribute: string): boolean => {
    const layout = features
      .flatMap(({ layouts }) => layouts?.types ?? [])
      .find((layout) => layout.uid === uid);
    return layout?.rows.some((row) => attribute in row) ?? true;
  };

  /** Returns whether a form has this field: `header.duration`, `contents.2` or `contents.2.title`. */
  const hasField = (uids: readonly string[], [name, ...rest]: readonly string[]): boolean => {
    if (name === undefined || uids.length === 0) return name === undefined;
    if (/^\d+$/.test(name)) return hasField(uids, rest);
    return uids.some((uid) => {
      const attribute = findModel(app, uid)?.attributes[name];
      if (attribute === undefined) return false;
      if (attribute.type === 'component') return hasField([attribute.component ?? ''], rest);
      if (attribute.type === 'dynamiczone') return hasField(attribute.components ?? [], rest);
      return rest.every((part) => /^\d+$/.test(part));
    });
  };

  /** Returns why the link of a piece does not open its field, or null if it does. */
  const findLinkError = (
    uid: string,
    { documentId }: Version,
    { address }: Piece,
  ): string | null => {
    if (address === null) return 'leads nowhere';
    const { pathname, searchParams } = new URL(address, app.url);
    const [, form, openedId] = /\/collection-types\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    if (form === undefined || findModel(app, form) === undefined)
      return `leads to no form: ${address}`;
    const at = searchParams.get('at');
    if (form === uid && openedId === documentId) {
      const path = at?.split('.') ?? [];
      const isInForm = isInLayout(uid, path[0] ?? '') && path.length > 0 && hasField([uid], path);
      return isInForm ? null : `leads to no field: ${at ?? 'the form alone'}`;
    }
    return null;
  };

  it.each(Object.keys(previewableTypes))(
    '%s – each text and picture – links to its field in a form',
    async (uid) => {
      const versions = await draftsOf(uid);
      expect(versions).not.toEqual([]);
      for (const version of versions) {
        const pieces = await previewOf(uid, version);
        const content = pieces.filter(({ isOwn }) => !isOwn);
        expect(content.length).toBeGreaterThan(1);
        const errors = content.flatMap((piece) => {
          const error = findLinkError(uid, version, piece);
          return error === null ? [] : [`${piece.shows.slice(0, 60)}: ${error}`];
        });
        expect([version, errors]).toEqual([version, []]);
      }
    },
  );
});
