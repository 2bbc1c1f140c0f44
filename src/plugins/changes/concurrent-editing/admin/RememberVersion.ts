import { useEffect } from 'react';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { baseVersions } from './saves';

/**
 * Remembers the version that a form shows. It is a document action, because those render wherever
 * entries are saved, but it shows nothing.
 */
export const RememberVersion: DocumentActionComponent = ({
  activeTab,
  model,
  documentId,
  document,
}) => {
  const version: unknown = document?.updatedAt;
  const locale: unknown = document?.locale ?? null;
  const isDraft = activeTab !== 'published';
  useEffect(() => {
    if (!isDraft || documentId === undefined || typeof version !== 'string') return undefined;
    const key = { model, documentId, locale: typeof locale === 'string' ? locale : null };
    return baseVersions.show(key, version);
  }, [isDraft, model, documentId, locale, version]);
  return null;
};
RememberVersion.position = ['panel', 'preview', 'relation-modal', 'table-row'];
