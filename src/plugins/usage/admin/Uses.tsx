import { useLanguageName } from '#platform/admin/named-languages';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { Removal, UsesOf, How, UnreadableUses, Use } from '#catalogue/references/uses';
import { useTexts } from './texts';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { useLoaded } from '#platform/admin/use-loaded';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type FileDetails, useFileDetails } from '#platform/strapi/admin/media-library';

/** Entries whose uses are requested; null in `locales` means all. */
type Subject = {
  model: string;
  documentIds: readonly string[];
  locales: readonly string[] | null;
  removal: Removal;
};

/** Returns true for content types whose uses are tracked; those of plugins are not. */
export const isAskedAbout = (model: string): boolean => model.startsWith('api::');

/** Returns the uses of some entries; undefined while loading, null if the request failed. */
export const useUses = ({
  model,
  documentIds,
  locales,
  removal,
}: Subject): readonly UsesOf[] | null | undefined => {
  const { data, isCurrent, isFailed } = useLoaded<readonly UsesOf[]>(
    documentIds.length > 0 && isAskedAbout(model) ? `/usage/entries/${model}` : null,
    { body: { documentIds, locales, removal }, isOptional: true },
  );
  if (isFailed) return null;
  return isCurrent ? data : undefined;
};

type ListedUses = { uses: readonly Use[]; unnamed: readonly UnreadableUses[] };

/** Maximum number of entries listed per type, so that the question below stays visible. */
const MOST_SHOWN = 6;

/** Returns the uses of one kind, either in published entries or in drafts. */
const filterUses = (
  { uses, unnamed }: ListedUses,
  useKind: How,
  isPublished: boolean,
): ListedUses & { count: number } => {
  const isOfKind = (use: Pick<Use, 'how' | 'isPublished'>): boolean =>
    use.how === useKind && use.isPublished === isPublished;
  const namedUses = uses.filter(isOfKind);
  const others = unnamed.filter(isOfKind);
  const count = others.reduce((sum, group) => sum + group.count, namedUses.length);
  return { uses: namedUses, unnamed: others, count };
};

/** Entries as links, one per line, grouped by type. Entries that are not listed are counted. */
const UseList = ({ uses, unnamed }: ListedUses) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageOf = useLanguageName();
  // Content types have translations under their display names.
  const nameOf = (type: string): string => formatMessage({ id: type, defaultMessage: type });
  const types = [...new Map([...uses, ...unnamed].map(({ uid, type }) => [uid, type]))];
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {types.map(([uid, type]) => {
        const usesOfType = uses.filter((use) => use.uid === uid);
        const listedUses = usesOfType.slice(0, MOST_SHOWN);
        const counted = unnamed.filter((group) => group.uid === uid);
        const more = counted.reduce(
          (sum, { count }) => sum + count,
          usesOfType.length - listedUses.length,
        );
        return (
          <Box key={uid}>
            <Typography variant="sigma" textColor="neutral600" tag="h3">
              {nameOf(type)}
            </Typography>
            <Box tag="ul" paddingTop={1}>
              {listedUses.map((use) => (
                <Box tag="li" key={`${use.documentId} ${use.locale}`} paddingBottom={1}>
                  <Typography
                    tag={Link}
                    to={buildEntryFormAddress(use)}
                    target="_blank"
                    textColor="primary600"
                    ellipsis={false}
                  >
                    {[use.title ?? nameOf(type), ...use.lines, use.locale && languageOf(use.locale)]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </Box>
              ))}
              {more > 0 && (
                <Typography tag="li" textColor="neutral600">
                  {text('usage.more', { count: more })}
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Flex>
  );
};

const Section = ({
  heading,
  listed,
}: {
  heading: string;
  listed: ListedUses & { count: number };
}) =>
  listed.count > 0 && (
    <Box>
      <Typography tag="p" textColor="neutral700">
        {heading}
      </Typography>
      <Box paddingTop={2}>
        <UseList {...listed} />
      </Box>
    </Box>
  );

const UsesOfOne = ({ removal, entryUses }: { removal: Removal; entryUses: UsesOf }) => {
  const text = useTexts();
  const shows = filterUses(entryUses, 'shows', true);
  const drafts = filterUses(entryUses, 'shows', false);
  const lists = filterUses(entryUses, 'lists', true);
  const records = filterUses(entryUses, 'records', true);
  const hasRecords = removal === 'delete' && records.count > 0;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {shows.count > 0 && (
        <Box background="warning100" borderColor="warning200" padding={4} hasRadius data-shows>
          <Typography tag="p" fontWeight="semiBold" textColor="warning700">
            {text(`usage.shows.${removal}`)}
          </Typography>
          <Box paddingTop={3}>
            <UseList {...shows} />
          </Box>
        </Box>
      )}
      {hasRecords && (
        <Box background="warning100" borderColor="warning200" padding={4} hasRadius data-records>
          <Typography tag="p" textColor="warning700">
            {text('usage.records', { count: records.count })}
          </Typography>
        </Box>
      )}
      {shows.count === 0 && !hasRecords && <Typography>{text('usage.none')}</Typography>}
      <Section heading={text('usage.drafts')} listed={drafts} />
      <Section heading={text('usage.lists')} listed={lists} />
    </Flex>
  );
};

/** Returns whether uses block the removal of an entry or file. */
export const isBlocking = ({ uses, unnamed }: UsesOf): boolean =>
  [...uses, ...unnamed].some(({ hinders }) => hinders);

/** Uses of entries or files, with a heading for each if there are several. */
export const Uses = ({ removal, uses }: { removal: Removal; uses: readonly UsesOf[] }) => {
  const [only] = uses;
  if (uses.length === 1 && only !== undefined)
    return <UsesOfOne removal={removal} entryUses={only} />;
  const blockingUses = uses.filter(isBlocking);
  return blockingUses.length === 0 ? (
    <UsesOfOne removal={removal} entryUses={{ id: '', title: null, uses: [], unnamed: [] }} />
  ) : (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {blockingUses.map((usesOf) => (
        <Box key={usesOf.id} tag="section" aria-label={usesOf.title ?? usesOf.id}>
          <Box paddingBottom={2}>
            <Typography variant="delta" tag="h2">
              {usesOf.title ?? usesOf.id}
            </Typography>
          </Box>
          <UsesOfOne removal={removal} entryUses={usesOf} />
        </Box>
      ))}
    </Flex>
  );
};

/** List of the published entries and the drafts that show something. */
const ShownOn = ({ entryUses }: { entryUses: UsesOf }) => {
  const text = useTexts();
  const shows = filterUses(entryUses, 'shows', true);
  const drafts = filterUses(entryUses, 'shows', false);
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {shows.count > 0 && <UseList {...shows} />}
      {drafts.count > 0 && (
        <Box data-drafts>
          <Typography tag="p" textColor="neutral600" variant="pi">
            {text('usage.panel.drafts')}
          </Typography>
          <Box paddingTop={2}>
            <UseList {...drafts} />
          </Box>
        </Box>
      )}
    </Flex>
  );
};

/** Returns true if anything shows it, published or in a draft. */
const isShown = (usesOf: UsesOf): boolean =>
  [...usesOf.uses, ...usesOf.unnamed].some(({ how }) => how === 'shows');

/** Side panel of an entry's form that lists the entries showing it. */
export const UsedPanel: PanelComponent = ({ model, documentId, document }) => {
  const text = useTexts();
  const locale: unknown = document?.locale;
  const uses = useUses({
    model,
    documentIds: documentId === undefined || document === undefined ? [] : [documentId],
    locales: typeof locale === 'string' ? [locale] : null,
    removal: 'delete',
  });
  const [entryUses] = uses ?? [];
  if (entryUses === undefined || !isShown(entryUses)) return null;
  return { title: text('usage.panel.title'), content: <ShownOn entryUses={entryUses} /> };
};

const UsesOfFile = ({ entryUses }: { entryUses: UsesOf }) => {
  const text = useTexts();
  const box = useRef<HTMLDivElement>(null);

  // The drawer treats clicks in foreign elements as clicks outside, and closes.
  useEffect(() => {
    const boxElement = box.current;
    const stopEvent = (event: Event): void => event.stopPropagation();
    boxElement?.addEventListener('pointerdown', stopEvent);
    return () => boxElement?.removeEventListener('pointerdown', stopEvent);
  }, []);

  return (
    // Placed above the fields, because elements below them are out of view.
    <Box ref={box} style={{ order: -1 }} data-file-uses={entryUses.id}>
      <Box paddingBottom={2}>
        <Typography variant="beta" fontWeight="semiBold" tag="h3">
          {text('usage.panel.title')}
        </Typography>
      </Box>
      {isShown(entryUses) ? (
        <ShownOn entryUses={entryUses} />
      ) : (
        <Typography textColor="neutral600">{text('usage.file.none')}</Typography>
      )}
    </Box>
  );
};

const FileUses = ({ id, place }: FileDetails) => {
  // A failed request shows nothing; deleting the file asks for confirmation anyway.
  const { data: [uses] = [] } = useLoaded<readonly UsesOf[]>('/usage/files', {
    body: { fileIds: [id], folderIds: [] },
    isOptional: true,
  });
  return uses === undefined ? null : createPortal(<UsesOfFile entryUses={uses} />, place);
};

/** Section in the details of a file in the media library that lists the entries showing it. */
export const UsedFile = () => {
  const details = useFileDetails();
  return details === null ? null : <FileUses key={details.id} {...details} />;
};
