import { useNavigate } from 'react-router-dom';
import { Check } from '@strapi/icons';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { useFetchClient, useQueryParams } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useTexts } from './texts';

/** Returns whether a list filter selects stale translations. */
const isAbout = (question = ''): boolean =>
  question === 'older-translation' || question.startsWith('finding:TRANSLATION_OLDER');

/** Confirms all selected translations although their source has changed. */
export const ConfirmSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const [{ query }] = useQueryParams<{ question?: string }>();
  if (!isAbout(query.question)) return null;

  const confirm = async (): Promise<void> => {
    try {
      await post(`/stale-translations/${model}`, {
        documents: documents.map(({ documentId }) => documentId),
      });
      // The list's cached response is kept until the page reloads.
      navigate(0);
    } catch (error) {
      noticeError(error);
    }
  };

  return {
    label: text('stale-translations.confirm.all'),
    icon: <Check />,
    variant: 'tertiary',
    onClick: () => void confirm(),
  };
};
