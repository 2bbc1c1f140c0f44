/** Declares the extension of the OpenAPI document that names the schemas of drafts. */
export default () => ({
  id: 'drafts',
  typeExtension: {
    /** @param {Record<string, { properties: object }>} types */
    oas3: ({ Response, ...types }) => ({
      ...types,
      Response: {
        ...Response,
        properties: { ...Response?.properties, 'x-draft-schema': 'Schema' },
      },
    }),
  },
});
