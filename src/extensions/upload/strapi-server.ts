import { fileAttributes } from '../../plugins/pictures';
import { contentAttributes } from '../../plugins/same-files';
import { guardUploadControllers, type Controllers } from '../../plugins/uploads';

type Plugin = {
  contentTypes: {
    file: { schema: { attributes: Record<string, object> & { related: { private?: boolean } } } };
  };
  controllers: Controllers;
};

export default (plugin: Plugin): Plugin => {
  // It would tell of drafts: which entries show a file, the content API keeps to itself.
  plugin.contentTypes.file.schema.attributes.related.private = true;
  Object.assign(plugin.contentTypes.file.schema.attributes, fileAttributes, contentAttributes);
  guardUploadControllers(plugin.controllers);
  return plugin;
};
