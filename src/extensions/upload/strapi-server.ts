import { fileAttributes } from '#plugins/media/pictures';
import { contentAttributes } from '#plugins/media/duplicate-uploads';
import {
  guardUploadControllers,
  allowReadingSettings,
  type Controllers,
  type UploadPlugin,
} from '#plugins/media/uploads';

type Plugin = UploadPlugin & {
  contentTypes: {
    file: { schema: { attributes: Record<string, object> & { related: { private?: boolean } } } };
  };
  controllers: Controllers;
};

export default (plugin: Plugin): Plugin => {
  // The content API hides which entries show a file, because the list would reveal drafts.
  plugin.contentTypes.file.schema.attributes.related.private = true;
  Object.assign(plugin.contentTypes.file.schema.attributes, fileAttributes, contentAttributes);
  guardUploadControllers(plugin.controllers);
  allowReadingSettings(plugin);
  return plugin;
};
