/** Error of a file with more parts than any program writes, or whose metadata cannot be found. */
export class MetadataUnreadable extends Error {
  override name = 'MetadataUnreadable';
}

/** Error of a file whose private metadata cannot be removed without breaking the file. */
export class MetadataNotRemovable extends MetadataUnreadable {
  override name = 'MetadataNotRemovable';
}
