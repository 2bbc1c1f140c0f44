/** Permission to see and restore deleted entries. */
export const BIN = [{ action: 'plugin::history.bin.use', subject: null }];
