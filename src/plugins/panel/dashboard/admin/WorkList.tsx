import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Badge, Box, Flex, Typography } from '@strapi/design-system';
import { Widget, useFetchClient } from '@strapi/strapi/admin';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { NEW_FORM, getCopySource } from '#feature/unsaved-forms';
import type { Work, Works } from '../unfinished-work';
import { useTexts } from './texts';
import { useEffect, useState } from 'react';

/** Request shared by the widgets of the home page. A later visit sends a new one. */
let pendingRequest: Promise<Works> | null = null;

/** Requests the user's work: `undefined` while loading, `null` if the request failed. */
const useUnfinishedWork = (): Works | null | undefined => {
  const { get } = useFetchClient();
  const [works, setWorks] = useState<Works | null>();
  useEffect(() => {
    let isGone = false;
    const request = (pendingRequest ??= get<{ data: Works }>('/dashboard/work').then(
      ({ data }) => data.data,
    ));
    request
      .then(
        (loadedWorks) => {
          if (!isGone) setWorks(loadedWorks);
        },
        () => {
          if (!isGone) setWorks(null);
        },
      )
      .finally(() => {
        if (pendingRequest === request) pendingRequest = null;
      });
    return () => {
      isGone = true;
    };
  }, [get]);
  return works;
};

const isNew = ({ documentId }: Work): boolean =>
  documentId === NEW_FORM || getCopySource(documentId) !== null;

const buildWorkAddress = ({ uid, documentId, locale }: Work): string => {
  const origin = getCopySource(documentId);
  const form = origin === null ? documentId : `clone/${origin}`;
  return buildEntryFormAddress({ uid, documentId: form, locale });
};

const WorkItem = ({ work }: { work: Work }) => {
  const text = useTexts();
  const { formatDate, formatDisplayName, formatMessage } = useIntl();
  const { type, locale, title, state, at, by } = work;
  const typeName = formatMessage({ id: type, defaultMessage: type });
  return (
    <Flex tag="li" justifyContent="space-between" alignItems="flex-start" gap={4}>
      <Box minWidth="0">
        <Typography
          tag={Link}
          to={buildWorkAddress(work)}
          fontWeight="semiBold"
          textColor="primary600"
          style={{ overflowWrap: 'anywhere' }}
        >
          {title ?? (isNew(work) ? text('dashboard.new') : typeName)}
        </Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {locale === null
            ? typeName
            : text('dashboard.about', {
                type: typeName,
                language: formatDisplayName(locale, { type: 'language' }) ?? locale,
              })}
          {` · ${formatDate(at, { dateStyle: 'short', timeStyle: 'short' })}`}
          {by !== null && ` · ${by}`}
        </Typography>
      </Box>
      {state !== 'published' && (
        <Box shrink={0}>
          <Badge size="S">{text(`dashboard.state.${state}`)}</Badge>
        </Box>
      )}
    </Flex>
  );
};

/** Lists entries of the user's work with links to their forms. */
const WorkList = ({ kind, none }: { kind: keyof Works; none: string }) => {
  const works = useUnfinishedWork();
  if (works === undefined) return <Widget.Loading />;
  if (works === null) return <Widget.Error />;
  if (works[kind].length === 0) return <Widget.NoData>{none}</Widget.NoData>;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
      {works[kind].map((work) => (
        <WorkItem key={`${work.uid} ${work.documentId} ${work.locale ?? ''}`} work={work} />
      ))}
    </Flex>
  );
};

export const MyWork = () => <WorkList kind="mine" none={useTexts()('dashboard.mine.none')} />;

export const WaitingWork = () => (
  <WorkList kind="waiting" none={useTexts()('dashboard.waiting.none')} />
);

export const PublishedWork = () => (
  <WorkList kind="published" none={useTexts()('dashboard.published.none')} />
);
