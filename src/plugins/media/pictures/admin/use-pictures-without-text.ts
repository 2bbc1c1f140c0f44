import { useFetchClient } from '@strapi/strapi/admin';
import { useErrorNotice } from '../../../../platform/admin/error-notice';
import { useLoaded } from '../../../../platform/admin/use-loaded';
import type { PicturesWithoutText } from '../picture-without-text';

/**
 * Returns a page of the pictures without a text in a language, and a function that stores texts.
 */
export const usePicturesWithoutText = (locale: string | null, page: number) => {
  const { post, put } = useFetchClient();
  const noticeError = useErrorNotice();
  const { data: found, reload } = useLoaded<PicturesWithoutText>('/pictures/undescribed', {
    params: { page, ...(locale !== null && { locale }) },
  });

  const describe = async (id: number, text: string): Promise<void> => {
    if (locale !== null && found?.isDefault === false) {
      await put(`/pictures/files/${id}/texts`, { texts: { [locale]: text } });
      return;
    }
    const form = new FormData();
    form.append('fileInfo', JSON.stringify({ alternativeText: text }));
    await post(`/upload?id=${id}`, form);
  };

  /**
   * Stores the texts one after another and reloads the list. Returns the ids of the stored ones.
   */
  const save = async (texts: ReadonlyMap<number, string>): Promise<readonly number[]> => {
    const saved: number[] = [];
    try {
      for (const [id, text] of texts) {
        await describe(id, text);
        saved.push(id);
      }
    } catch (error) {
      noticeError(error);
    }
    await reload();
    return saved;
  };

  return { found, save };
};
