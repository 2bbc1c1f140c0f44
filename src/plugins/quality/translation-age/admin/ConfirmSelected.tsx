import { useNavigate } from 'react-router-dom';
import { Check } from '@strapi/icons';
import type { BulkActionComponent } from '@strapi/content-manager/strapi-admin';
import { useFetchClient, useQueryParams } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../feature/admin/error-notice';
import { useTexts } from './texts';

/** The questions of a list that show translations which are older than their source. */
const isAbout = (question = ''): boolean =>
  question === 'older-translation' || question.startsWith('finding:TRANSLATION_OLDER');

/** Says of all translations that are selected that they are right although their source has changed. */
export const ConfirmSelected: BulkActionComponent = ({ model, documents }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const [{ query }] = useQueryParams<{ question?: string }>();
  if (!isAbout(query.question)) return null;

  const confirm = async (): Promise<void> => {
    try {
      await post(`/translation-age/${model}`, {
        documents: documents.map(({ documentId }) => documentId),
      });
      // What the list was answered before is kept until the page is loaded anew.
      navigate(0);
    } catch (error) {
      noticeError(error);
    }
  };

  return {
    label: text('translation-age.confirm.all'),
    icon: <Check />,
    variant: 'tertiary',
    onClick: () => void confirm(),
  };
};
