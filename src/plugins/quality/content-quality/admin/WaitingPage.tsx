import { useLanguageName } from '#platform/admin/named-languages';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Button, Checkbox, Flex, Typography } from '@strapi/design-system';
import { Page, useAPIErrorHandler, useFetchClient } from '@strapi/strapi/admin';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { SubPage } from '#platform/admin/SubPage';
import { useLanguage } from '#feature/admin/texts';
import { type PagePlace, type UnpublishedDependency, TO_DO } from '../content-quality';
import { useTexts } from './texts';
import { useLoaded } from '#platform/admin/use-loaded';

type FetchError = Parameters<ReturnType<typeof useAPIErrorHandler>['formatAPIError']>[0];

/** Result of publishing or unpublishing an entry. */
type Outcome = { kind: 'published' | 'undone' } | { kind: 'failed'; reason: string };

const buildKey = ({ uid, documentId, locale }: UnpublishedDependency): string =>
  `${uid} ${documentId} ${locale ?? ''}`;

/**
 * Requests the entries that pages wait for. They are published one by one, so that a refusal does
 * not affect the others.
 */
const useUnpublishedDependencies = () => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const { data: dependencies } = useLoaded<readonly UnpublishedDependency[]>(
    '/content-quality/waiting',
  );
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isBusy, setIsBusy] = useState(false);

  /** Runs the bulk action of lists on one entry, with the same permissions, rules and errors. */
  const write = async (
    entry: UnpublishedDependency,
    kind: 'published' | 'undone',
  ): Promise<void> => {
    const { uid, documentId, locale } = entry;
    const setOutcome = (outcome: Outcome): void =>
      setOutcomes((before) => new Map(before).set(buildKey(entry), outcome));
    try {
      const body = {
        documentIds: [documentId],
        ...(locale !== null && { locale: [locale] }),
      };
      // No confirmation is needed: visitors did not see the entry a moment ago.
      const [action, params] =
        kind === 'published' ? ['bulkPublish', {}] : ['bulkUnpublish', { force: 'true' }];
      await post(`/content-manager/collection-types/${uid}/actions/${action}`, body, { params });
      setOutcome({ kind });
    } catch (error) {
      setOutcome({ kind: 'failed', reason: formatAPIError(error as FetchError) });
    }
  };

  const writeAll = async (
    entries: readonly UnpublishedDependency[],
    kind: 'published' | 'undone',
  ): Promise<void> => {
    setIsBusy(true);
    for (const entry of entries) await write(entry, kind);
    setIsBusy(false);
  };

  const selectByOutcome = (kind: Outcome['kind']): readonly UnpublishedDependency[] =>
    (dependencies ?? []).filter((entry) => outcomes.get(buildKey(entry))?.kind === kind);

  return {
    dependencies,
    outcomes,
    isBusy,
    published: selectByOutcome('published'),
    publish: (entries: readonly UnpublishedDependency[]): Promise<void> =>
      writeAll(entries, 'published'),
    /** Unpublishes the entries that were published here. */
    undo: (): Promise<void> => writeAll(selectByOutcome('published'), 'undone'),
  };
};

const isReady = ({ mayPublish, entryErrors }: UnpublishedDependency): boolean =>
  mayPublish && entryErrors.length === 0;

const useEntryName = () => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageOf = useLanguageName();
  return ({ type, title, locale }: Pick<PagePlace, 'type' | 'title' | 'locale'>): string => {
    const name = `${formatMessage({ id: type, defaultMessage: type })} · ${title}`;
    if (locale === null) return name;
    return text('content-quality.link', { type: name, language: languageOf(locale) });
  };
};

const OutcomeText = ({ outcome }: { outcome: Outcome | undefined }) => {
  const text = useTexts();
  if (outcome === undefined) return null;
  const isFailed = outcome.kind === 'failed';
  return (
    <Typography
      tag="p"
      variant="pi"
      role="status"
      textColor={isFailed ? 'danger700' : 'success700'}
      data-outcome={outcome.kind}
    >
      {isFailed
        ? text('content-quality.waiting.failed', { reason: outcome.reason })
        : text(`content-quality.waiting.${outcome.kind}`)}
    </Typography>
  );
};

type EntryProps = {
  entry: UnpublishedDependency;
  isChosen: boolean;
  outcome: Outcome | undefined;
  onToggle: () => void;
};

/** Shows an unpublished entry, its errors, and the pages that refer to it. */
const Entry = ({ entry, isChosen, outcome, onToggle }: EntryProps) => {
  const text = useTexts();
  const language = useLanguage();
  const entryNameOf = useEntryName();
  const entryName = entryNameOf(entry);
  return (
    <Flex tag="li" gap={4} alignItems="flex-start" data-waited={entry.documentId}>
      <Checkbox
        aria-label={text('content-quality.select', { name: entryName })}
        checked={isChosen}
        disabled={!isReady(entry) || outcome?.kind === 'published'}
        onCheckedChange={onToggle}
      />
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography
          tag={Link}
          to={buildEntryFormAddress(entry)}
          textColor="primary600"
          fontWeight="semiBold"
        >
          {entryName}
        </Typography>
        {!entry.mayPublish && (
          <Typography textColor="danger700">{text('content-quality.waiting.may-not')}</Typography>
        )}
        {entry.entryErrors.map((entryError) => (
          <Typography key={entryError.en} textColor="danger700">
            {entryError[language]}
          </Typography>
        ))}
        <Flex gap={4} wrap="wrap">
          {entry.places.map((place) => (
            <Typography
              key={`${place.documentId} ${place.locale ?? ''} ${place.at}`}
              tag={Link}
              to={buildEntryFormAddress(place)}
              textColor="primary600"
              variant="pi"
            >
              {entryNameOf(place)}
            </Typography>
          ))}
        </Flex>
        <OutcomeText outcome={outcome} />
      </Flex>
    </Flex>
  );
};

const Entries = ({ dependencies, outcomes, isBusy, published, publish, undo }: EntriesProps) => {
  const text = useTexts();
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const isDone = (entry: UnpublishedDependency): boolean =>
    outcomes.get(buildKey(entry))?.kind === 'published';
  const selectedEntries = dependencies.filter(
    (entry) => isReady(entry) && !deselected.has(buildKey(entry)) && !isDone(entry),
  );
  const toggle = (key: string): void =>
    setDeselected((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Flex justifyContent="flex-end" gap={2}>
        {published.length > 0 && (
          <Button variant="tertiary" loading={isBusy} onClick={() => void undo()}>
            {text('content-quality.waiting.undo')}
          </Button>
        )}
        <Button
          disabled={selectedEntries.length === 0}
          loading={isBusy}
          onClick={() => void publish(selectedEntries)}
        >
          {text('content-quality.waiting.publish', { count: selectedEntries.length })}
        </Button>
      </Flex>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={5}>
        {dependencies.map((entry) => (
          <Entry
            key={buildKey(entry)}
            entry={entry}
            isChosen={selectedEntries.includes(entry)}
            outcome={outcomes.get(buildKey(entry))}
            onToggle={() => toggle(buildKey(entry))}
          />
        ))}
      </Flex>
    </Flex>
  );
};

type EntriesProps = Omit<ReturnType<typeof useUnpublishedDependencies>, 'dependencies'> & {
  dependencies: readonly UnpublishedDependency[];
};

/**
 * Lists the unpublished entries that pages refer to, with a button that publishes them together.
 */
export const WaitingPage = () => {
  const text = useTexts();
  const { dependencies, ...waiting } = useUnpublishedDependencies();
  return (
    <SubPage
      title={text('content-quality.waiting')}
      subtitle={text('content-quality.waiting.hint')}
      back={{ to: TO_DO, label: text('content-quality.back') }}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        {dependencies === undefined && <Page.Loading />}
        {dependencies?.length === 0 && (
          <Typography>{text('content-quality.waiting.none')}</Typography>
        )}
        {dependencies !== undefined && dependencies.length > 0 && (
          <Entries dependencies={dependencies} {...waiting} />
        )}
      </Box>
    </SubPage>
  );
};
