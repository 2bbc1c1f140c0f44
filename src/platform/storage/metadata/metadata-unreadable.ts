/** A file has more parts than any program writes, or parts whose metadata cannot be found. */
export class MetadataUnreadable extends Error {
  override name = 'MetadataUnreadable';
}

/** A file has private metadata that no edit can take out without breaking the file. */
export class MetadataNotRemovable extends MetadataUnreadable {
  override name = 'MetadataNotRemovable';
}
