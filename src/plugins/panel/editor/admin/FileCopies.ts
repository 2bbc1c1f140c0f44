import { useEffect } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { useReplaceLoadedDocuments } from '../../../../platform/strapi/admin/loaded-documents';
import { editedFiles, withFiles } from './file-copies';

/**
 * Keeps a form unmodified while a file's dialog has changed only the file, for example its content.
 * The file is saved already, and the entry refers to it as before. Strapi compares whole copies of
 * files, and would offer to save the entry.
 */
export const FileCopies = () => {
  const values = useForm('FileCopies', (form) => form.values as unknown);
  const initial = useForm('FileCopies', (form) => form.initialValues as unknown);
  const isModified = useForm('FileCopies', (form) => form.modified);
  const replaceLoaded = useReplaceLoadedDocuments();
  useEffect(() => {
    const files = isModified ? editedFiles(values, initial) : null;
    if (files === null || files.length === 0) return;
    replaceLoaded((document) => withFiles(document, files));
  }, [values, initial, isModified, replaceLoaded]);
  return null;
};
