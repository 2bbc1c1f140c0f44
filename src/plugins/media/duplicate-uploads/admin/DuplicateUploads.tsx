import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import {
  decideBeforeUploads,
  type UploadDecision,
} from '../../../../platform/strapi/admin/panel-uploads';
import type { ExistingFile } from '../existing-file';
import type { DuplicateDecision } from './duplicate-decision';
import { digestOf } from './digest';
import { DuplicateDialog } from './DuplicateDialog';

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
