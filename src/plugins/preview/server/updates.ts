import { watchDraft } from '../contract';
import { TOKEN_PARAMETER, TOKEN_SECONDS } from './token';

/** URL of the script that shows saves. The content security policy forbids inline scripts. */
export const UPDATES_ADDRESS = '/preview/updates.js';

/**
 * Milliseconds until the page connects again after an answer that ends an `EventSource`, such as
 * that of a proxy while the service starts again.
 */
const RETRY_MS = 10_000;

/**
 * Returns the script of the preview. In the panel's frame, the panel posts a message after each
 * save (`@strapi/content-manager`, preview/pages/Preview). In a tab, the page watches the draft
 * while it is visible, because browsers open only six connections to a server without HTTP/2.
 *
 * @param prefix path of the API
 */
export const updatesScriptFor = (
  prefix: string,
): string => `addEventListener('message', ({ data, source }) => {
  if (source === parent && data?.type === 'strapiUpdate') location.reload();
});

const { searchParams } = new URL(location.href);
let source;
let retry;
let hasWatched = false;

const watch = () => {
  source?.close();
  clearTimeout(retry);
  if (document.hidden) return;
  const query = new URLSearchParams({ ${TOKEN_PARAMETER}: searchParams.get('${TOKEN_PARAMETER}') });
  source = new EventSource(\`${prefix}${watchDraft.path}?\${query}\`);
  source.addEventListener('changed', () => location.reload());
  source.addEventListener('watching', () => {
    if (hasWatched) location.reload();
    hasWatched = true;
  });
  source.addEventListener('error', ({ target }) => {
    const isExpired = performance.now() > ${TOKEN_SECONDS * 1000};
    if (target.readyState === EventSource.CLOSED && !isExpired) retry = setTimeout(watch, ${RETRY_MS});
  });
};

if (parent === window && searchParams.get('status') !== 'published') {
  watch();
  document.addEventListener('visibilitychange', watch);
}
`;
