/** The preview's looks. Served as a file, because the content security policy prefers that to inline styles. */
export const previewStyle = `
:root { color-scheme: light; --ink: #16202b; --soft: #5c6b7a; --line: #e3e8ee; --paper: #f6f8fa; --accent: #0e5a73; --tag: #1f7a4d; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif; color: var(--ink); background: var(--paper); }
.banner { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: center; padding: .5rem 1rem; background: #fff3cd; color: #5c4400; border-bottom: 1px solid #f0dc9c; font-size: .875rem; }
.banner.published { background: #e2f4ea; color: #14532d; border-color: #b7e0c8; }
.banner strong { font-weight: 650; }
main { max-width: 1120px; margin: 0 auto; padding: 1.5rem 1rem 5rem; }
h1 { font-size: clamp(1.75rem, 4vw, 2.75rem); line-height: 1.15; margin: .25rem 0 1rem; letter-spacing: -.015em; }
h2 { font-size: .8125rem; font-weight: 650; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); margin: 0 0 1rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.0625rem; line-height: 1.3; margin: 0 0 .25rem; }
section { margin-top: 2.75rem; }
section.shelf { margin-top: 1.5rem; }
section.shelf > h3 { font-size: 1.25rem; margin-bottom: .75rem; }
.hero { display: grid; gap: 1.5rem; align-items: center; }
.hero .cover { border-radius: 14px; aspect-ratio: 4 / 3; }
@media (min-width: 760px) { .hero { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } .hero > div:only-child { grid-column: 1 / -1; } }
.cover { display: block; width: 100%; aspect-ratio: 16 / 10; object-fit: cover; background: #dde4ea; }
img.mark { object-fit: contain; padding: 1rem; background: #fff; }
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
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); }
.gallery .cover { border-radius: 12px; }
.panel { background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
.panel.pictured { display: grid; gap: 1.25rem; }
.panel .cover { border-radius: 8px; }
@media (min-width: 760px) { .panel.pictured { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
.prose { max-width: 70ch; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
dl { display: grid; gap: .75rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); margin: 1rem 0 0; }
dl > div { min-width: 0; }
dt { color: var(--soft); font-size: .75rem; }
dd { margin: 0; font-weight: 550; overflow-wrap: anywhere; }
.seo { display: flex; gap: 1rem; align-items: flex-start; background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; max-width: 640px; }
.seo h3 { color: #1a4fb4; font-weight: 500; font-size: 1.125rem; }
.seo p { margin: .125rem 0 0; }
.thumb { width: 96px; height: 72px; object-fit: cover; border-radius: 8px; flex: none; }
`;
