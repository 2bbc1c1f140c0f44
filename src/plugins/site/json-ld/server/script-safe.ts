/** JSON escapes of unsafe characters. U+2028 and U+2029 end lines in old JavaScript parsers. */
const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/** Serializes JSON that cannot end a surrounding `<script>` or CDATA section. */
export const scriptSafe = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => escapes[found] ?? found);
