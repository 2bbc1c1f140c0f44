import { DEFAULT_COLOR, pickContrastColor } from '#catalogue/contrast-color';
import { watchDraft } from '../contract';
import { TOKEN_PARAMETER, TOKEN_SECONDS } from './token';

const STYLE = '/preview/style.css';

/**
 * Returns the URL of the stylesheet in a colour such as `#aa3311`; null selects the default colour.
 */
export const buildStyleAddress = (color: string | null): string =>
  color === null ? STYLE : `${STYLE}?color=${color.slice(1)}`;

/** @param color unvalidated value from the URL */
export const buildStyle = (color: unknown): string => {
  const isColor = typeof color === 'string' && /^[0-9a-f]{6}$/i.test(color);
  const accent = isColor ? `#${color}` : DEFAULT_COLOR;
  return `:root { --accent: ${accent}; --on-accent: ${pickContrastColor(accent)}; }\n${style}`;
};

/**
 * Stylesheet of the preview. It is served as a file, because the content security policy forbids
 * inline styles.
 */
const style = `
:root { color-scheme: light; --ink: #16202b; --soft: #5c6b7a; --line: #e3e8ee; --paper: #f6f8fa; --tag: #1f7a4d; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif; color: var(--ink); background: var(--paper); }
.banner { position: sticky; top: 0; z-index: 20; display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: center; padding: .5rem 1rem; background: #fff3cd; color: #5c4400; border-bottom: 1px solid #f0dc9c; font-size: .875rem; }
.banner.published { background: #e2f4ea; color: #14532d; border-color: #b7e0c8; }
.banner strong, .banner h1 { margin: 0; font-size: inherit; font-weight: 650; line-height: inherit; letter-spacing: 0; }
.banner h1::after { content: none; }
header.line { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; padding: .75rem max(1rem, calc((100% - 1088px) / 2)); background: #fff; border-top: 6px solid var(--accent); border-bottom: 1px solid var(--line); }
.line-logo { display: block; max-width: 200px; max-height: 48px; }
.line-name { padding: .25rem .75rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-size: 1.125rem; }
.line nav { display: flex; flex-wrap: wrap; gap: .25rem; }
.line nav a { padding: .25rem .75rem; border-radius: 999px; color: var(--ink); font-size: .875rem; text-decoration: none; }
.line nav a[aria-current] { background: var(--accent); color: var(--on-accent); }
.piece { position: relative; }
.piece .piece { z-index: 2; }
.edit { position: absolute; inset: 0; z-index: 1; border-radius: 8px; }
.edit:hover, .edit:focus-visible { outline: 2px solid var(--ink); outline-offset: -2px; background: rgb(22 32 43 / .04); }
.edit:hover::after, .edit:focus-visible::after { content: '✎'; position: absolute; top: 4px; right: 4px; width: 1.5rem; border-radius: 6px; background: var(--ink); color: #fff; font-size: .875rem; line-height: 1.5rem; text-align: center; }
video { position: relative; z-index: 3; }
.piece:has(> video) > .edit { inset: .5rem .5rem auto auto; z-index: 4; width: 2rem; height: 2rem; background: var(--ink); color: #fff; line-height: 2rem; text-align: center; }
.piece:has(> video) > .edit::after { content: '✎'; position: static; width: auto; background: none; font-size: 1rem; line-height: inherit; }
main { max-width: 1120px; margin: 0 auto; padding: 1.5rem 1rem 5rem; }
h1 { font-size: clamp(1.75rem, 4vw, 2.75rem); line-height: 1.15; margin: .25rem 0 1rem; letter-spacing: -.015em; }
h1::after { content: ''; display: block; width: 3.5rem; height: 4px; margin-top: .75rem; border-radius: 2px; background: var(--accent); }
h2 { font-size: .8125rem; font-weight: 650; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); margin: 0 0 1rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.0625rem; line-height: 1.3; margin: 0 0 .25rem; }
section { margin-top: 2.75rem; }
section.shelf { margin-top: 1.5rem; }
section.shelf > h3 { font-size: 1.25rem; margin-bottom: .75rem; }
.hero { display: grid; gap: 1.5rem; align-items: center; }
.hero .cover { border-radius: 14px; }
.hero .face, .hero .book { max-width: 26rem; }
@media (min-width: 760px) { .hero { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } .hero > div:only-child { grid-column: 1 / -1; } }
.cover { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: #dde4ea; }
.cover.face { aspect-ratio: 1; }
.cover.book { aspect-ratio: 4 / 3; object-fit: contain; padding: .75rem; background: #e9edf1; }
img.mark { object-fit: contain; padding: 1rem; background: #fff; }
.card img.mark { border-bottom: 1px solid var(--line); }
.slides { display: flex; gap: 1rem; overflow-x: auto; scroll-snap-type: x mandatory; padding-bottom: .75rem; }
.slides figure { position: relative; flex: none; width: min(100%, 760px); margin: 0; border-radius: 14px; overflow: hidden; scroll-snap-align: start; background: #24313d; }
.slides .cover { aspect-ratio: 2 / 1; min-height: 15rem; height: 100%; }
.slides figcaption { position: absolute; inset: auto 0 0; display: flex; gap: 1rem; align-items: center; padding: 3.5rem 1.25rem 1.25rem; color: #fff; background: linear-gradient(transparent, rgb(10 20 30 / .82)); }
.slides figcaption p { margin: 0; font-size: clamp(1rem, 2.2vw, 1.25rem); font-weight: 600; line-height: 1.35; text-wrap: balance; }
.slides figcaption .meta { margin-top: .25rem; font-size: .8125rem; font-weight: 400; color: #d5dde5; }
.slides .icon { width: 48px; height: 48px; flex: none; object-fit: contain; padding: 6px; border-radius: 10px; background: rgb(255 255 255 / .92); }
.names { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.names li { padding: .375rem .875rem; border: 1px solid var(--line); border-radius: 999px; background: #fff; font-weight: 550; font-size: .9375rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr)); }
.card { overflow: hidden; background: #fff; border: 1px solid var(--line); border-radius: 12px; display: flex; flex-direction: column; }
.card .body { padding: .875rem 1rem 1rem; }
.card p { margin: .25rem 0 0; }
.card .prose { font-size: .875rem; color: var(--soft); max-height: 6.5em; overflow: hidden; }
.card .prose p { margin: .35rem 0 0; }
.meta { color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
.who { font-size: .875rem; font-weight: 550; }
.badge { display: inline-block; margin-bottom: .375rem; padding: .125rem .5rem; border-radius: 999px; background: #e2f4ea; color: var(--tag); font-size: .6875rem; font-weight: 700; letter-spacing: .04em; }
.buying { display: inline-block; margin-top: 1rem; }
.buy, .no-sale { display: inline-block; padding: .625rem 1.25rem; border-radius: 8px; font-weight: 650; }
.buy { background: var(--accent); color: var(--on-accent); }
.no-sale { border: 1px dashed var(--line); background: #fff; color: var(--soft); }
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); }
.gallery figure { margin: 0; }
.gallery figcaption { margin-top: .375rem; }
.gallery .cover { border-radius: 12px; }
.gallery .mark { border: 1px solid var(--line); }
.panel { background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
.panel.pictured { display: grid; gap: 1.25rem; }
.panel .cover { border-radius: 8px; }
@media (min-width: 760px) { .panel.pictured { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
h3.text, h4.text { margin: 1.25rem 0 .25rem; font-size: .9375rem; }
.prose { max-width: 70ch; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
dl { display: grid; gap: .75rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); margin: 1rem 0 0; }
dl > div { min-width: 0; }
dl > .wide { grid-column: 1 / -1; }
.wide dd { font-weight: 400; font-size: .9375rem; }
.panel > div > dl:first-child { margin-top: 0; }
dt { color: var(--soft); font-size: .75rem; }
dd { margin: 0; font-weight: 550; overflow-wrap: anywhere; }
.seo { display: flex; gap: 1rem; align-items: flex-start; background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; max-width: 640px; }
.seo h3 { color: #1a4fb4; font-weight: 500; font-size: 1.125rem; }
.seo p { margin: .125rem 0 0; }
.thumb { width: 96px; height: 72px; object-fit: cover; border-radius: 8px; flex: none; }
`;

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
export const buildUpdatesScript = (
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
