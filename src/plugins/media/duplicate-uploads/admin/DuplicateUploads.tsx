import { useEffect, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import {
  decideBeforeUploads,
  type UploadDecision,
} from '../../../../platform/strapi/admin/panel-uploads';
import type { KnownFile } from '../known';
import type { DuplicateDecision } from './asked';
import { digestOf } from './digest';
import { Question } from './Question';

const NEW: UploadDecision = { headers: {}, isThere: false };
const THERE: UploadDecision = { headers: { 'X-Existing-Files': 'use' }, isThere: true };

/** Checks uploads while the page is open, and asks about files that are already in the library. */
export const SameFiles = () => {
  const { post } = useFetchClient();
  const [asked, setAsked] = useState<readonly DuplicateDecision[]>([]);

  useEffect(
    () =>
      decideBeforeUploads(async (file): Promise<UploadDecision> => {
        const digest = await digestOf(file);
        if (digest === null) return NEW;
        const { data } = await post<{ data: KnownFile[] }>('/same-files/known', {
          digests: [digest],
        });
        const [known] = data.data;
        if (known === undefined) return NEW;
        const usesKnown = await new Promise<boolean>((decide) =>
          setAsked((before) => [...before, { name: file.name, known, decide }]),
        );
        return usesKnown ? THERE : NEW;
      }),
    [post],
  );

  if (asked.length === 0) return null;
  return (
    <Question
      asked={asked}
      onDecide={(usesKnown) => {
        setAsked([]);
        for (const { decide } of asked) decide(usesKnown);
      }}
    />
  );
};
