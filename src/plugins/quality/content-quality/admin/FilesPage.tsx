import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useParams } from 'react-router-dom';
import {
  Button,
  Checkbox,
  Flex,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  Typography,
  Dialog,
} from '@strapi/design-system';
import { Page, useNotification, useFetchClient } from '@strapi/strapi/admin';
import { SmallPicture } from '#platform/admin/SmallPicture';
import { SubPage } from '#platform/admin/SubPage';
import { useLanguage } from '#feature/admin/texts';
import { type FoundFile, TO_DO, type FoundFiles } from '../content-quality';
import { PageButtons } from './PageButtons';
import { useTexts } from './texts';
import { Trash } from '@strapi/icons';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';

/** Width in pixels that large screens need. */
const WIDTH = 2560;

/** File of the media library. */
type StoredFile = {
  name: string;
  url: string;
  mime: string;
  size: number;
  alternativeText: string | null;
  caption: string | null;
};

/** Format names of the picture endpoint by MIME type. */
const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

const fetchSmallerPicture = async ({ url, mime }: StoredFile): Promise<Blob | null> => {
  const format = formats[mime];
  const name = url.split('?')[0]?.split('/').at(-1);
  if (format === undefined || name === undefined) return null;
  const version = new URLSearchParams(url.split('?')[1]).get('v');
  const query = new URLSearchParams({
    w: String(WIDTH),
    format,
    ...(version !== null && { v: version }),
  });
  const answer = await fetch(`/api/pictures/${name}?${query.toString()}`);
  return answer.ok ? answer.blob() : null;
};

const BYTES = 1024;

/**
 * Returns a function that replaces a picture by a smaller one, as "Replace this file" does. Its
 * address and texts stay.
 *
 * @returns whether the picture became smaller; false if it is already minimal or of another type
 */
const useShrinkPicture = (): ((id: number) => Promise<boolean>) => {
  const { get, post } = useFetchClient();
  return async (id) => {
    const { data: file } = await get<StoredFile>(`/upload/files/${id}`);
    const smaller = await fetchSmallerPicture(file);
    if (smaller === null || smaller.size / BYTES >= file.size) return false;
    const { name, alternativeText, caption } = file;
    const form = new FormData();
    form.append('files', new File([smaller], name, { type: file.mime }));
    form.append('fileInfo', JSON.stringify({ name, alternativeText, caption }));
    await post(`/upload?id=${id}`, form);
    return true;
  };
};

/** Requests a page of the files with a finding. */
const useFiles = (code: string, page: number) => {
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const makeSmaller = useShrinkPicture();
  const { data: foundFiles, reload } = useLoaded<FoundFiles>('/content-quality/files', {
    params: { code, page },
  });

  /** Deletes files through the media library, which refuses used ones. */
  const remove = async (fileIds: readonly number[]): Promise<boolean> => {
    try {
      await post('/upload/actions/bulk-delete', { fileIds });
      return true;
    } catch (error) {
      noticeError(error);
      return false;
    } finally {
      await reload();
    }
  };

  /** Shrinks pictures one by one. Returns the number of pictures that became smaller. */
  const shrink = async (fileIds: readonly number[]): Promise<number> => {
    let count = 0;
    try {
      for (const id of fileIds) if (await makeSmaller(id)) count += 1;
    } catch (error) {
      noticeError(error);
    }
    await reload();
    return count;
  };

  return { foundFiles, remove, shrink };
};

const DeleteFiles = ({ count, onDelete }: { count: number; onDelete: () => Promise<void> }) => {
  const text = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger>
        <Button variant="danger-light" startIcon={<Trash />} disabled={count === 0}>
          {text('content-quality.delete', { count })}
        </Button>
      </Dialog.Trigger>
      <Dialog.Content>
        <Dialog.Header>{text('content-quality.delete', { count })}</Dialog.Header>
        <Dialog.Body>
          <Typography>{text('content-quality.delete.sure', { count })}</Typography>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button variant="tertiary" fullWidth>
              {text('content-quality.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button variant="danger-light" fullWidth onClick={() => void onDelete()}>
              {text('content-quality.delete.confirm')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};

const PAGE = 50;

/** Number of kB, the unit of file sizes. */
const MEGABYTE = 1024;

/** Only unused files can be deleted. */
const DELETABLE = 'FILE_UNUSED';

const SHRINKABLE = 'PICTURE_LARGE';

const buildLibraryUrl = (name: string): string =>
  `/plugins/upload?page=1&pageSize=10&_q=${encodeURIComponent(name)}`;

type Selection = { chosen: readonly number[]; choose: (ids: readonly number[]) => void };

const FileTable = ({
  files,
  selection,
}: {
  files: readonly FoundFile[];
  selection: Selection | null;
}) => {
  const text = useTexts();
  const { formatNumber } = useIntl();
  const all = files.map(({ id }) => id);
  const formatSize = (size: number): string =>
    formatNumber(size < MEGABYTE ? size : size / MEGABYTE, {
      style: 'unit',
      unit: size < MEGABYTE ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    });
  const isChosen = (id: number): boolean => selection?.chosen.includes(id) === true;
  const toggle = (id: number): void =>
    selection?.choose(
      isChosen(id)
        ? selection.chosen.filter((chosenId) => chosenId !== id)
        : [...selection.chosen, id],
    );
  return (
    <Table colCount={selection === null ? 3 : 4} rowCount={files.length + 1}>
      <Thead>
        <Tr>
          {selection !== null && (
            <Th>
              <Checkbox
                aria-label={text('content-quality.select-all')}
                checked={all.every(isChosen)}
                onCheckedChange={(isAll) => selection.choose(isAll === true ? all : [])}
              />
            </Th>
          )}
          <Th>
            <Typography variant="sigma">{text('content-quality.file')}</Typography>
          </Th>
          <Th>
            <Typography variant="sigma">{text('content-quality.size')}</Typography>
          </Th>
        </Tr>
      </Thead>
      <Tbody>
        {files.map(({ id, name, picture, size }) => (
          <Tr key={id} data-file={id}>
            {selection !== null && (
              <Td>
                <Checkbox
                  aria-label={text('content-quality.select', { name })}
                  checked={isChosen(id)}
                  onCheckedChange={() => toggle(id)}
                />
              </Td>
            )}
            <Td>
              <Flex gap={3}>
                <SmallPicture address={picture} />
                <Typography tag={Link} to={buildLibraryUrl(name)} textColor="primary600">
                  {name}
                </Typography>
              </Flex>
            </Td>
            <Td>
              <Typography>{formatSize(size)}</Typography>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
};

const Files = ({ code }: { code: string }) => {
  const text = useTexts();
  const language = useLanguage();
  const { toggleNotification } = useNotification();
  const [page, setPage] = useState(1);
  const [chosen, choose] = useState<readonly number[]>([]);
  const { foundFiles, remove, shrink } = useFiles(code, page);
  const [isShrinking, setIsShrinking] = useState(false);
  if (foundFiles === undefined) return <Page.Loading />;
  const { files, total } = foundFiles;

  const showPage = (other: number): void => {
    choose([]);
    setPage(other);
  };

  const removeChosen = async (): Promise<void> => {
    if (!(await remove(chosen))) return;
    toggleNotification({
      type: 'success',
      message: text('content-quality.deleted', { count: chosen.length }),
    });
    choose([]);
  };

  const shrinkChosen = async (): Promise<void> => {
    setIsShrinking(true);
    const count = await shrink(chosen);
    setIsShrinking(false);
    choose([]);
    toggleNotification({
      type: count === chosen.length ? 'success' : 'warning',
      message: text('content-quality.shrunk', { count, others: chosen.length - count }),
    });
  };

  if (total === 0) return <Typography>{text('content-quality.no-files')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex justifyContent="space-between">
        <Typography tag="h2" variant="beta">
          {files[0]?.text[language]}
        </Typography>
        {code === DELETABLE && <DeleteFiles count={chosen.length} onDelete={removeChosen} />}
        {code === SHRINKABLE && (
          <Button
            variant="secondary"
            disabled={chosen.length === 0}
            loading={isShrinking}
            onClick={() => void shrinkChosen()}
          >
            {text('content-quality.shrink', { count: chosen.length })}
          </Button>
        )}
      </Flex>
      <FileTable
        files={files}
        selection={code === DELETABLE || code === SHRINKABLE ? { chosen, choose } : null}
      />
      <PageButtons page={page} size={PAGE} shown={files.length} total={total} onTurn={showPage} />
    </Flex>
  );
};

export const FilesPage = () => {
  const text = useTexts();
  const { code = '' } = useParams();
  return (
    <SubPage
      title={text('content-quality.files')}
      back={{ to: TO_DO, label: text('content-quality.back') }}
    >
      <Files key={code} code={code} />
    </SubPage>
  );
};
