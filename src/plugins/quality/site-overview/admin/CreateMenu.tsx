import { useNavigate } from 'react-router-dom';
import { Menu } from '@strapi/design-system';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import { formAddress } from '../../../../platform/admin/form-address';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { NEW_FORM } from '../../../../feature/unsaved-forms';
import type { PageVersion } from '../overview';
import { useTexts } from './texts';

type Copy = { documentId: string; locale: string; unmapped: { title: string }[] };

/** Missing page, and the pages from which it can be copied. */
export type MissingPage = {
  uid: string;
  line: { documentId: string };
  locale: string;
  /** Document of the page in other languages; null if there is none. */
  documentId: string | null;
  sources: readonly { called: string; version: PageVersion }[];
  label: string;
};

/** Creates a missing page as a draft, copied from another page or empty, and opens it. */
export const CreateMenu = ({ page }: { page: MissingPage }) => {
  const text = useTexts();
  const { post } = useFetchClient();
  const navigate = useNavigate();
  const noticeError = useErrorNotice();
  const { toggleNotification } = useNotification();
  const { uid, line, locale, documentId, sources, label } = page;

  const copy = async ({ version }: MissingPage['sources'][number]): Promise<void> => {
    try {
      const { data } = await post<{ data: Copy }>(`/pages/copy/${uid}/${version.documentId}`, {
        from: { locale: version.locale },
        to: { locale, vertical: line.documentId },
      });
      const { unmapped } = data.data;
      if (unmapped.length > 0) {
        const titles = unmapped.map(({ title }) => title).join(', ');
        toggleNotification({ type: 'warning', message: text('site.left-out', { titles }) });
      }
      navigate(formAddress({ uid, documentId: data.data.documentId, locale }));
    } catch (error) {
      noticeError(error);
    }
  };

  return (
    <Menu.Root>
      <Menu.Trigger size="S" variant="tertiary" aria-label={label}>
        {text('site.create')}
      </Menu.Trigger>
      <Menu.Content>
        {sources.map((source) => (
          <Menu.Item key={source.called} onSelect={() => void copy(source)}>
            {text('site.create.from', { source: source.called })}
          </Menu.Item>
        ))}
        <Menu.Item
          onSelect={() =>
            navigate(formAddress({ uid, documentId: documentId ?? NEW_FORM, locale }))
          }
        >
          {text('site.create.empty')}
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  );
};
