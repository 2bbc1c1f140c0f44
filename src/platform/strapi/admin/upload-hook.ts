/** The module with which the media library and media fields send files. */
export const UPLOAD_MODULE =
  /@strapi[\\/]upload[\\/]dist[\\/]admin[\\/]future[\\/]services[\\/]uploadFileViaXHR\.mjs$/;

const SEND = 'xhr.send(formData);';

/** Browsers emit no event for aborting a request that has not been sent. */
const PREPARE_AND_SEND = `
  const sendUpload = () => signal.aborted ? xhr.onabort() : xhr.send(formData);
  void (window.prepareUpload?.(xhr, formData) ?? Promise.resolve()).then(sendUpload, sendUpload);`;

/**
 * Returns that module with a hook before it sends a file, which Strapi does not have. The build of
 * the panel changes the module (`src/admin/vite.config.ts`). No issue asks for a hook yet; the module
 * comes from https://github.com/strapi/strapi/pull/27045.
 *
 * @returns null if the module has changed
 */
export const addUploadHook = (code: string): string | null => {
  const [before, after, ...others] = code.split(SEND);
  const isKnown = before !== undefined && after !== undefined && others.length === 0;
  return isKnown ? `${before}${PREPARE_AND_SEND}${after}` : null;
};
