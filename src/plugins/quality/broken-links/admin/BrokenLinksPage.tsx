import { createTexts } from '#feature/admin/texts';
import en from '../translations/en.json';
import { useLanguageName } from '#platform/admin/named-languages';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { Page, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { buildEntryFormAddress } from '#platform/admin/panel-addresses';
import { getPanelLink } from '#feature/admin/panel';
import { SubPage } from '#platform/admin/SubPage';
import { isReference } from '#feature/link-reference';
import type { BrokenAddress, BrokenLinkPlace, ReplacementResult } from '../broken-links';
import { useErrorNotice } from '#platform/admin/error-notice';
import { useLoaded } from '#platform/admin/use-loaded';

const { useTexts } = createTexts(en);

const API_PATH = '/broken-links';

/** Requests the broken addresses, and provides a function that replaces one. */
const useBrokenLinks = () => {
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const noticeError = useErrorNotice();
  const text = useTexts();
  const { data: brokenAddresses, reload } = useLoaded<readonly BrokenAddress[]>(
    `${API_PATH}/addresses`,
  );

  const replace = async (from: string, to: string): Promise<void> => {
    try {
      const { data } = await post<{ data: ReplacementResult }>(`${API_PATH}/replace`, { from, to });
      const { changed, refused } = data.data;
      const [first] = refused;
      toggleNotification({
        type: first === undefined ? 'success' : 'warning',
        message:
          text('broken-links.changed', { count: changed }) +
          (first === undefined ? '' : ` ${first.title}: ${first.reason}`),
      });
      await reload();
    } catch (error) {
      noticeError(error);
    }
  };

  return { brokenAddresses, replace };
};

type AddressProps = BrokenAddress & { onReplace: (to: string) => Promise<void> };

const Address = ({ address, places, onReplace }: AddressProps) => {
  const text = useTexts();
  const { formatMessage } = useIntl();
  const languageOf = useLanguageName();
  const [to, setTo] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const formatPlaceName = ({ type, title, locale }: BrokenLinkPlace): string => {
    const name = `${formatMessage({ id: type, defaultMessage: type })} · ${title}`;
    return locale === null ? name : `${name} (${languageOf(locale)})`;
  };
  const documents = new Set(places.map(({ documentId }) => documentId)).size;
  // Given only if it differs from the number of places, because the notification counts entries.
  const entries = documents === places.length ? 0 : documents;
  const isPossible = to.trim() !== '' && to.trim() !== address;
  const replace = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !isPossible) return;
    setIsBusy(true);
    await onReplace(to.trim());
    setIsBusy(false);
  };
  return (
    <Flex tag="li" direction="column" alignItems="stretch" gap={3} data-address={address}>
      <Typography fontWeight="semiBold">
        {isReference(address) ? text('broken-links.gone') : address}
      </Typography>
      <Flex gap={4} wrap="wrap">
        {places.map((place) => (
          <Typography
            key={`${place.documentId} ${place.locale ?? ''} ${place.at}`}
            tag={Link}
            to={buildEntryFormAddress(place)}
            textColor="primary600"
          >
            {formatPlaceName(place)}
          </Typography>
        ))}
      </Flex>
      <Flex
        tag="form"
        gap={2}
        alignItems="flex-end"
        onSubmit={(event: FormEvent) => void replace(event)}
      >
        <Box flex="1" maxWidth="48rem">
          <Field.Root name={`to ${address}`}>
            <Field.Label>{text('broken-links.to')}</Field.Label>
            <TextInput
              value={to}
              placeholder="/cursos"
              disabled={isBusy}
              onChange={({ target }) => setTo(target.value)}
            />
          </Field.Root>
        </Box>
        <Button type="submit" size="L" variant="secondary" loading={isBusy} disabled={!isPossible}>
          {text('broken-links.replace', { count: places.length, entries })}
        </Button>
      </Flex>
    </Flex>
  );
};

/** Lists all broken addresses. A replacement applies to all places of an address. */
export const BrokenLinksPage = () => {
  const text = useTexts();
  const { brokenAddresses, replace } = useBrokenLinks();
  return (
    <SubPage
      title={text('broken-links.title')}
      subtitle={text('broken-links.hint')}
      back={{ to: getPanelLink('contentQuality')?.() ?? '/', label: text('broken-links.back') }}
    >
      <Box background="neutral0" padding={6} shadow="tableShadow" hasRadius>
        {brokenAddresses === undefined && <Page.Loading />}
        {brokenAddresses?.length === 0 && <Typography>{text('broken-links.none')}</Typography>}
        {brokenAddresses !== undefined && brokenAddresses.length > 0 && (
          <Flex tag="ul" direction="column" alignItems="stretch" gap={7}>
            {brokenAddresses.map((brokenAddress) => (
              <Address
                key={brokenAddress.address}
                {...brokenAddress}
                onReplace={(to) => replace(brokenAddress.address, to)}
              />
            ))}
          </Flex>
        )}
      </Box>
    </SubPage>
  );
};
