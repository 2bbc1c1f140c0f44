import { panelLanguage } from './request-language';

/** Headers to send with a file. */
type UploadHeaders = Readonly<Record<string, string>>;

/** The decision about a file before its upload. */
export type UploadDecision = {
  headers: UploadHeaders;
  /** Whether the response is a file that the library already had. */
  isThere: boolean;
};

type Decide = (file: File) => Promise<UploadDecision>;

const NOTHING: UploadDecision = { headers: {}, isThere: false };

/** Pages can be stacked; the topmost decides. */
const deciding: Decide[] = [];

/** Decisions by form. A form is sent again after the session was renewed. */
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
  // The panel sends one file at a time.
  if (decide === undefined || file === undefined || files.length > 1) return NOTHING;
  const decision = await decide(file);
  decided.set(form, decision);
  return decision;
};

/** A folder that does not exist. */
const NOWHERE = { id: 0 };

const placedNowhere = (answer: string): string => {
  try {
    const file: unknown = JSON.parse(answer);
    // The dialog of a media field receives a list, and shows the selected file.
    const isOne = typeof file === 'object' && file !== null && !Array.isArray(file);
    return isOne ? JSON.stringify({ ...file, folder: NOWHERE }) : answer;
  } catch {
    return answer;
  }
};

/**
 * Moves an existing file to no folder in the response. Until it reloads its list, the media library
 * shows each upload in the target folder (`@strapi/upload`, useInfiniteAssets). An existing file
 * would appear in the wrong folder, or twice. React cannot distinguish two cards with the same id
 * and keeps one forever.
 */
const answerNowhere = (request: XMLHttpRequest): void => {
  Object.defineProperty(request, 'responseText', {
    get: () => placedNowhere(Reflect.get(XMLHttpRequest.prototype, 'responseText', request)),
  });
};

let isWatching = false;

/**
 * Intercepts uploads. The media library sends files with `XMLHttpRequest` (`@strapi/upload`,
 * services/uploadFileViaXHR), which nothing else in the panel uses. It has no hook before the
 * request.
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
    // If no decision is possible, the file is uploaded unchanged.
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
    // Browsers emit no event for aborting a request that has not been sent.
    if (undecided.delete(this)) this.dispatchEvent(new ProgressEvent('abort'));
    else abort.call(this);
  };
};

/**
 * Calls a function before each new file is sent from the media library or a media field.
 *
 * @returns a function that removes it
 */
export const decideBeforeUploads = (decide: Decide): (() => void) => {
  if (!isWatching) watch();
  deciding.push(decide);
  return () => {
    deciding.splice(deciding.indexOf(decide), 1);
  };
};
