import { panelLanguage } from './request-language';

/** Sent along with a file. */
type UploadHeaders = Readonly<Record<string, string>>;

/** What is decided about a file before it is sent. */
export type UploadDecision = {
  headers: UploadHeaders;
  /** Whether the answer is a file that was in the library before. */
  isThere: boolean;
};

type Decide = (file: File) => Promise<UploadDecision>;

const NOTHING: UploadDecision = { headers: {}, isThere: false };

/** Pages can lie one above the other; the uppermost decides. */
const deciding: Decide[] = [];

/** What was decided about a form, which is sent again where the session had to be renewed. */
const decided = new WeakMap<FormData, UploadDecision>();

const isUpload = (address: string): boolean => {
  const { pathname, searchParams } = new URL(address, window.location.href);
  return /\/upload(?:\/files)?$/.test(pathname) && !searchParams.has('id');
};

const decisionFor = async (form: FormData): Promise<UploadDecision> => {
  const known = decided.get(form);
  if (known !== undefined) return known;
  const files = form.getAll('files').filter((value) => value instanceof File);
  const decide = deciding.at(-1);
  const [file] = files;
  // The panel sends one at a time.
  if (decide === undefined || file === undefined || files.length > 1) return NOTHING;
  const decision = await decide(file);
  decided.set(form, decision);
  return decision;
};

/** A folder that nobody can be in. */
const NOWHERE = { id: 0 };

const placedNowhere = (answer: string): string => {
  try {
    const file: unknown = JSON.parse(answer);
    // The dialog of a media field gets a list, and shows what it has chosen.
    const isOne = typeof file === 'object' && file !== null && !Array.isArray(file);
    return isOne ? JSON.stringify({ ...file, folder: NOWHERE }) : answer;
  } catch {
    return answer;
  }
};

/**
 * Until its list is read again, the media library shows each upload where it was meant to go (`@strapi/upload`,
 * useInfiniteAssets). A file that was there before would stand where it is not, and beside itself if it is answered twice:
 * React cannot tell two cards of one number apart, and leaves one of them for ever.
 */
const answerNowhere = (request: XMLHttpRequest): void => {
  Object.defineProperty(request, 'responseText', {
    get: () => placedNowhere(Reflect.get(XMLHttpRequest.prototype, 'responseText', request)),
  });
};

let isWatching = false;

/**
 * The media library sends files by `XMLHttpRequest` (`@strapi/upload`, services/uploadFileViaXHR), the only thing in the
 * panel that does, and has no place where others could see them before.
 */
const watch = (): void => {
  isWatching = true;
  const { open, send, abort } = XMLHttpRequest.prototype;
  const uploads = new WeakSet<XMLHttpRequest>();
  const undecided = new WeakSet<XMLHttpRequest>();

  XMLHttpRequest.prototype.open = function (
    this: XMLHttpRequest,
    method: string,
    address: string | URL,
    isAsync?: boolean,
  ): void {
    if (method === 'POST' && isUpload(String(address))) uploads.add(this);
    else uploads.delete(this);
    open.call(this, method, address, isAsync ?? true);
  };

  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body): void {
    if (!uploads.has(this) || !(body instanceof FormData)) {
      send.call(this, body);
      return;
    }
    undecided.add(this);
    if (panelLanguage() !== '') this.setRequestHeader('Accept-Language', panelLanguage());
    // That nobody can be asked is no reason to upload nothing.
    void decisionFor(body)
      .catch(() => NOTHING)
      .then(({ headers, isThere }) => {
        if (!undecided.delete(this)) return;
        if (isThere) answerNowhere(this);
        for (const [name, value] of Object.entries(headers)) this.setRequestHeader(name, value);
        send.call(this, body);
      });
  };

  XMLHttpRequest.prototype.abort = function (this: XMLHttpRequest): void {
    // Browsers tell nobody of the end of a request that has not been sent.
    if (undecided.delete(this)) this.dispatchEvent(new ProgressEvent('abort'));
    else abort.call(this);
  };
};

/**
 * Has something decide about each new file before it is sent, from the panel's media library or a media field.
 *
 * @returns to be called when it is not wanted any more
 */
export const decideBeforeUploads = (decide: Decide): (() => void) => {
  if (!isWatching) watch();
  deciding.push(decide);
  return () => {
    deciding.splice(deciding.indexOf(decide), 1);
  };
};
