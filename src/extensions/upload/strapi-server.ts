type Plugin = {
  contentTypes: { file: { schema: { attributes: { related: { private?: boolean } } } } };
};

/** Keeps the content API from telling which entries show a file: it would tell of drafts as well. */
export default (plugin: Plugin): Plugin => {
  plugin.contentTypes.file.schema.attributes.related.private = true;
  return plugin;
};
