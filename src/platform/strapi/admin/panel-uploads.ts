import { getPanelLanguage } from './language';

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

const decideUpload = async (form: FormData): Promise<UploadDecision> => {
  const decisionSoFar = decided.get(form);
  if (decisionSoFar !== undefined) return decisionSoFar;
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

const withoutFolder = (answer: string): string => {
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
    get: () => withoutFolder(Reflect.get(XMLHttpRequest.prototype, 'responseText', request)),
  });
};

/**
 * Completes a request before it is sent. The patch of `@strapi/upload` calls it. If no decision is
 * possible, the file is sent unchanged.
 */
const prepareUpload = async (request: XMLHttpRequest, form: FormData): Promise<void> => {
  if (getPanelLanguage() !== '') request.setRequestHeader('Accept-Language', getPanelLanguage());
  const { headers, isThere } = await decideUpload(form).catch(() => NOTHING);
  if (isThere) answerNowhere(request);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
};

/**
 * Calls a function before each new file is sent from the media library or a media field.
 *
 * @returns a function that removes it
 */
export const decideBeforeUploads = (decide: Decide): (() => void) => {
  Object.assign(window, { prepareUpload });
  deciding.push(decide);
  return () => {
    deciding.splice(deciding.indexOf(decide), 1);
  };
};
