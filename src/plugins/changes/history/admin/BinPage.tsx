import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { Box, Button, Checkbox, Flex, Searchbar, Tabs, Typography } from '@strapi/design-system';
import { Page, useFetchClient } from '@strapi/strapi/admin';
import { SubPage } from '#platform/admin/SubPage';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLongList } from '#platform/admin/use-long-list';
import { useDebounced } from '#platform/admin/use-debounced';
import { Changes } from './Changes';
import { SkippedParts } from './SkippedParts';
import { USE_BIN, type Deletion, type RestoredEntry, type Root } from '../changes';
import { useTexts } from './texts';
import { formatMoment, formatActorName } from './describe';

/** Entry as the server answers it, with the name of its type. */
type WithTypeName<Entry> = Entry & { type: string };

type NamedDeletion = WithTypeName<Deletion>;

type Back = RestoredEntry & Record<'shownOn' | 'lostOn', readonly WithTypeName<Root>[]>;

/** Returns a function that names locales. Entries without locales have none. */
const useLanguages = () => {
  const { formatDisplayName } = useIntl();
  return (locales: readonly string[]): string[] =>
    [...new Set(locales)]
      .filter(Boolean)
      .map((locale) => formatDisplayName(locale, { type: 'language' }) ?? locale);
};

/** Lists the entries that showed the deleted one, each once. */
const Places = ({ title, roots }: { title: string; roots: readonly WithTypeName<Root>[] }) => {
  const { formatMessage } = useIntl();
  const languagesOf = useLanguages();
  const distinct = [
    ...new Map(
      roots.map((root) => [`${root.uid} ${root.documentId} ${root.locale}`, root]),
    ).values(),
  ];
  if (distinct.length === 0) return null;
  return (
    <Box>
      <Typography fontWeight="semiBold">{title}</Typography>
      <Box tag="ul">
        {distinct.map(({ uid, type, documentId, locale, title: name }) => (
          <Box tag="li" key={`${uid} ${documentId} ${locale}`}>
            <Typography
              tag={Link}
              to={buildEntryFormAddress({ uid, documentId, locale })}
              textColor="primary600"
            >
              {[
                formatMessage({ id: type, defaultMessage: type }),
                ...(name === null ? [] : [name]),
                ...languagesOf([locale]),
              ].join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};

type ItemProps = {
  deletion: NamedDeletion;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onBack: (deletion: NamedDeletion, back: Back) => void;
};

const Item = ({ deletion, isSelected, onSelect, onBack }: ItemProps) => {
  const text = useTexts();
  const intl = useIntl();
  const languagesOf = useLanguages();
  const { post } = useFetchClient();
  const noticeError = useErrorNotice();
  const [isBusy, setIsBusy] = useState(false);
  const { id, type, title, documentId, locales, at, actor, until, wasPublished } = deletion;

  const restoreDeleted = async (publish: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      const { data } = await post<{ data: Back }>(`/history/bin/${id}`, { publish });
      onBack(deletion, data.data);
    } catch (error) {
      noticeError(error);
    }
    setIsBusy(false);
  };

  return (
    <Flex tag="li" justifyContent="space-between" gap={4} wrap="wrap" data-deleted={documentId}>
      <Flex gap={3} alignItems="flex-start">
        <Checkbox
          aria-label={text('history.bin.select', { title: title ?? documentId })}
          checked={isSelected}
          onCheckedChange={(checked: boolean | 'indeterminate') => onSelect(checked === true)}
        />
        <Box>
          <Typography fontWeight="semiBold">{title ?? documentId}</Typography>
          <Typography tag="p" variant="pi" textColor="neutral600">
            {[
              // Content types are translated under their display names.
              intl.formatMessage({ id: type, defaultMessage: type }),
              // The draft and the published version have the same locale, so it is listed once.
              languagesOf(locales).join(', '),
              text('history.bin.deleted', {
                when: formatMoment(text, intl, at),
                who: formatActorName(text, actor),
              }),
              text('history.bin.until', { date: intl.formatDate(until, { dateStyle: 'medium' }) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Box>
      </Flex>
      <Flex gap={2} wrap="wrap">
        <Button
          size="S"
          variant="tertiary"
          disabled={isBusy}
          onClick={() => void restoreDeleted(false)}
        >
          {text('history.bin.draft')}
        </Button>
        {wasPublished && (
          <Button size="S" loading={isBusy} onClick={() => void restoreDeleted(true)}>
            {text('history.bin.published')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
};

type DeletionPage = { deletions: readonly NamedDeletion[]; next: string | null };

const getDeletions = ({ deletions }: DeletionPage): readonly NamedDeletion[] => deletions;

type Several = { restored: number; refused: readonly NamedDeletion[] };

/** Milliseconds without typing after which a search starts. */
const SEARCH_MS = 300;

const Bin = () => {
  const text = useTexts();
  const { post } = useFetchClient();
  const [back, setBack] = useState<{ title: string; of: Back }>();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_MS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [several, setSeveral] = useState<Several>();
  const [isBusy, setIsBusy] = useState(false);

  const {
    items: deletions = [],
    reload,
    loadMore,
  } = useLongList('/history/bin', {
    itemsOf: getDeletions,
    cursor: 'before',
    params: search === '' ? {} : { search },
  });

  useEffect(() => setSelected(new Set()), [search]);

  const onBack = ({ title, documentId }: NamedDeletion, restored: Back): void => {
    setSeveral(undefined);
    setBack({ title: title ?? documentId, of: restored });
    void reload();
  };

  const selectedDeletions = deletions.filter(({ id }) => selected.has(id));
  const published = selectedDeletions.filter(({ wasPublished }) => wasPublished).length;

  /** Restores the selected entries one by one, the first deleted first: later ones may refer to it. */
  const restoreSelected = async (publish: boolean): Promise<void> => {
    setIsBusy(true);
    const refusedDeletions: NamedDeletion[] = [];
    for (const deletion of selectedDeletions.toReversed()) {
      try {
        await post(`/history/bin/${deletion.id}`, { publish: publish && deletion.wasPublished });
      } catch {
        refusedDeletions.push(deletion);
      }
    }
    setBack(undefined);
    setSeveral({
      restored: selectedDeletions.length - refusedDeletions.length,
      refused: refusedDeletions,
    });
    setSelected(new Set(refusedDeletions.map(({ id }) => id)));
    setIsBusy(false);
    await reload();
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {back !== undefined && (
        <Flex
          direction="column"
          alignItems="flex-start"
          gap={2}
          padding={4}
          background="success100"
          hasRadius
          role="status"
        >
          <Flex gap={3}>
            <Typography fontWeight="semiBold">
              {text('history.bin.done', { title: back.title })}
            </Typography>
            <Typography
              tag={Link}
              to={buildEntryFormAddress({ ...back.of, locale: back.of.locales[0] })}
              textColor="primary600"
            >
              {text('history.bin.open')}
            </Typography>
          </Flex>
          <Places title={text('history.bin.shown')} roots={back.of.shownOn} />
          <Places title={text('history.bin.lost')} roots={back.of.lostOn} />
          <SkippedParts items={back.of.leftOut} />
        </Flex>
      )}
      {several !== undefined && (
        <Box
          padding={4}
          background={several.refused.length === 0 ? 'success100' : 'warning100'}
          hasRadius
          role="status"
        >
          <Typography tag="p">
            {text('history.bin.several', { count: several.restored })}
          </Typography>
          {several.refused.length > 0 && (
            <Typography tag="p">
              {text('history.bin.refused', {
                titles: several.refused
                  .map(({ title, documentId }) => title ?? documentId)
                  .join(', '),
              })}
            </Typography>
          )}
        </Box>
      )}
      <Flex gap={4} wrap="wrap" justifyContent="space-between">
        <Box style={{ flex: '0 1 32rem' }}>
          <Searchbar
            name="search"
            value={typed}
            onChange={({ target }: { target: HTMLInputElement }) => setTyped(target.value)}
            onClear={() => setTyped('')}
            clearLabel={text('history.bin.search.clear')}
            placeholder={text('history.bin.search')}
          >
            {text('history.bin.search')}
          </Searchbar>
        </Box>
        {selectedDeletions.length > 0 && (
          <Flex gap={2} wrap="wrap" data-selected={selectedDeletions.length}>
            <Button
              variant="tertiary"
              disabled={isBusy}
              onClick={() => void restoreSelected(false)}
            >
              {text('history.bin.selected.draft', { count: selectedDeletions.length })}
            </Button>
            {published > 0 && (
              <Button loading={isBusy} onClick={() => void restoreSelected(true)}>
                {text('history.bin.selected.published', { count: published })}
              </Button>
            )}
          </Flex>
        )}
      </Flex>
      {deletions.length > 1 && (
        <Checkbox
          checked={selectedDeletions.length === deletions.length}
          onCheckedChange={(checked: boolean | 'indeterminate') =>
            setSelected(new Set(checked === true ? deletions.map(({ id }) => id) : []))
          }
        >
          {text('history.bin.select.all')}
        </Checkbox>
      )}
      {deletions.length === 0 ? (
        <Typography textColor="neutral600">
          {text(search === '' ? 'history.bin.none' : 'history.bin.search.none')}
        </Typography>
      ) : (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
          {deletions.map((deletion) => (
            <Item
              key={deletion.id}
              deletion={deletion}
              isSelected={selected.has(deletion.id)}
              onSelect={(isSelected) =>
                setSelected((before) => {
                  const after = new Set(before);
                  if (isSelected) after.add(deletion.id);
                  else after.delete(deletion.id);
                  return after;
                })
              }
              onBack={onBack}
            />
          ))}
        </Flex>
      )}
      {loadMore !== null && (
        <Flex>
          <Button variant="tertiary" onClick={loadMore}>
            {text('history.bin.more')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};

const VIEWS = { deleted: Bin, changes: Changes } as const;

type View = keyof typeof VIEWS;

const isView = (value: string | null): value is View => value !== null && value in VIEWS;

/** Page of the deleted entries, which can be restored, and of the changes of all entries. */
export const BinPage = () => {
  const text = useTexts();
  const title = text('history.bin.title');
  const [query, setQuery] = useSearchParams();
  const requestedView = query.get('view');
  const view = isView(requestedView) ? requestedView : 'deleted';
  return (
    <Page.Protect permissions={[{ action: USE_BIN, subject: null }]}>
      <SubPage
        title={title}
        subtitle={text(view === 'changes' ? 'history.changes.hint' : 'history.bin.hint')}
      >
        <Tabs.Root
          variant="simple"
          value={view}
          onValueChange={(chosen) => setQuery({ view: chosen }, { replace: true })}
        >
          <Tabs.List aria-label={title}>
            <Tabs.Trigger value="deleted">{text('history.bin.tab')}</Tabs.Trigger>
            <Tabs.Trigger value="changes">{text('history.changes.tab')}</Tabs.Trigger>
          </Tabs.List>
          {Object.entries(VIEWS).map(([name, Content]) => (
            <Tabs.Content key={name} value={name}>
              <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
                <Content />
              </Box>
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </SubPage>
    </Page.Protect>
  );
};
