/** Stylesheet of the demo's start page. */
export const startPageStyle = `
:root { --ink: #16202b; --soft: #56636f; --line: #e3e8ee; --paper: #f6f8fa; --accent: #243b6b; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 1120px; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 4vw, 2.5rem); letter-spacing: -.015em; line-height: 1.15; }
.lead { max-width: 46rem; margin: 0 0 2rem; color: var(--soft); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); }
section { padding: 1.25rem 1.5rem 1.5rem; background: #fff; border: 1px solid var(--line); border-radius: 14px; }
h2 { margin: 0; font-size: 1.125rem; }
section p { margin: .25rem 0 1rem; color: var(--soft); }
a { color: var(--accent); overflow-wrap: anywhere; }
a.go { display: inline-block; padding: .55rem 1.1rem; margin-bottom: 1rem; border-radius: 8px; background: var(--accent); color: #fff; font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid #8aa4dc; outline-offset: 2px; }
ul { margin: 0; padding-left: 1.1rem; }
li { margin: .3rem 0; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { width: 38%; font-weight: 600; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
td code { display: block; font-size: .85rem; white-space: nowrap; }
`;
