import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import {
  decideBeforeUploads,
  type UploadDecision,
} from '../../../../platform/strapi/admin/panel-uploads';
import type { ExistingFile } from '../existing-file';
import { type DuplicateDecision, DuplicateDialog } from './DuplicateDialog';

/**
 * Maximum size in bytes of files that are checked, because the browser needs the whole file in
 * memory for the digest.
 */
const LARGEST = 100 * 1024 * 1024;

/**
 * Returns the SHA-256 of a file in hex.
 *
 * @returns null if the file is too large or the browser offers no digests, which it does only on
 * `https` and on localhost
 */
const digestOf = async (file: File): Promise<string | null> => {
  const subtle = window.isSecureContext ? window.crypto.subtle : undefined;
  if (subtle === undefined || file.size > LARGEST) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const NEW: UploadDecision = { headers: {}, isThere: false };
const THERE: UploadDecision = { headers: { 'X-Existing-Files': 'use' }, isThere: true };

/** Checks uploads while the page is open, and asks about files that are already in the library. */
export const DuplicateUploads = () => {
  const { post } = useFetchClient();
  const [duplicates, setDuplicates] = useState<readonly DuplicateDecision[]>([]);

  useEffect(
    () =>
      decideBeforeUploads(async (file): Promise<UploadDecision> => {
        const digest = await digestOf(file);
        if (digest === null) return NEW;
        const { data } = await post<{ data: ExistingFile[] }>('/duplicate-uploads/existing', {
          digests: [digest],
        });
        const [existing] = data.data;
        if (existing === undefined) return NEW;
        const usesExisting = await new Promise<boolean>((decide) =>
          setDuplicates((before) => [...before, { name: file.name, existing, decide }]),
        );
        return usesExisting ? THERE : NEW;
      }),
    [post],
  );

  if (duplicates.length === 0) return null;
  return (
    <DuplicateDialog
      duplicates={duplicates}
      onDecide={(usesExisting) => {
        setDuplicates([]);
        for (const { decide } of duplicates) decide(usesExisting);
      }}
    />
  );
};
