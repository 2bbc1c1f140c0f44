/** As JSON writes them in strings; U+2028 and U+2029 end lines in what old readers take for JavaScript. */
const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/** JSON that ends no `<script>` and no CDATA section around it, whatever texts it holds. */
export const scriptSafe = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => escapes[found] ?? found);
