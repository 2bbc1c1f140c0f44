import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { Calendar } from '@strapi/icons';
import { TypedInput, type TypedReading } from '#platform/admin/TypedInput';
import type { CustomInputProps } from '#platform/admin/custom-input';
import { useLanguage } from '#feature/admin/texts';
import { useTimeZone } from '#feature/admin/use-time-zone';
import {
  getDateTimeProblemText,
  formatDateTime,
  readDateTime,
} from '#catalogue/typed-values/read-date-time';
import { DateTime } from 'luxon';

const isSameClock = (moment: string, zone: string, other: string): boolean =>
  DateTime.fromISO(moment, { zone }).offset === DateTime.fromISO(moment, { zone: other }).offset;

/** Formats an instant with its offset: `Friday, 27 November 2026 at 19:00 (UTC+1)`. */
const formatMoment = (moment: string, zone: string, language: string): string => {
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(moment));
  return `${words} (${DateTime.fromISO(moment, { zone }).toFormat("'UTC'Z")})`;
};

/** Formats an instant in the browser's time zone; null if its clock shows the same time. */
const formatLocalMoment = (moment: string, zone: string, language: string): string | null => {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isSameClock(moment, zone, local)
    ? null
    : `${formatMoment(moment, local, language)}, ${local}`;
};

const texts = {
  calendar: { en: 'Open calendar', es: 'Abrir calendario' },
  zone: { en: 'Time zone: ', es: 'Zona horaria: ' },
  local: { en: 'Your local time: ', es: 'Tu hora local: ' },
} as const;

type CalendarButtonProps = {
  label: string;
  /** Text of the field. */
  written: string;
  isDisabled: boolean;
  onChoose: (text: string) => void;
};

/** Opens the browser's calendar. Its times have no time zone. */
const CalendarButton = ({ label, written, isDisabled, onChoose }: CalendarButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [minuteText = ''] = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.exec(written) ?? [];
  return (
    <Box position="relative">
      <IconButton
        label={label}
        variant="ghost"
        size="S"
        disabled={isDisabled}
        onClick={() => input.current?.showPicker()}
      >
        <Calendar />
      </IconButton>
      <input
        ref={input}
        type="datetime-local"
        tabIndex={-1}
        aria-hidden
        disabled={isDisabled}
        style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none', width: '100%' }}
        value={minuteText.replace(' ', 'T')}
        onChange={({ target }) => {
          if (target.value !== '') onChoose(target.value.replace('T', ' '));
        }}
      />
    </Box>
  );
};

type ClockProps = {
  moment: string | null;
  zone: string;
  /** Whether to add the time of the browser's clock, which helps to type a time. */
  hasLocal: boolean;
};

const Clock = ({ moment, zone, hasLocal }: ClockProps) => {
  const language = useLanguage();
  const local = moment === null || !hasLocal ? null : formatLocalMoment(moment, zone, language);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={1} data-time-zone={zone}>
      {moment !== null && (
        <Typography variant="pi" fontWeight="semiBold" textColor="neutral800">
          {formatMoment(moment, zone, language)}
        </Typography>
      )}
      <Typography variant="pi" textColor="neutral600">
        {texts.zone[language] + zone}
      </Typography>
      {local !== null && (
        <Typography variant="pi" textColor="neutral600" data-local-time>
          {texts.local[language] + local}
        </Typography>
      )}
    </Flex>
  );
};

/**
 * Edits an instant as a date and time in the time zone of the business lines, regardless of the
 * browser's.
 */
export const DateTimeInput = (props: CustomInputProps) => {
  const { locale } = useIntl();
  const language = useLanguage();
  const siteZone = useTimeZone();
  const zone = siteZone ?? 'UTC';
  const isDisabled = props.disabled === true || siteZone === undefined;

  const format = (value: unknown): string =>
    siteZone === undefined || (typeof value !== 'string' && !(value instanceof Date))
      ? ''
      : formatDateTime(value, zone);

  const read = (text: string): TypedReading<string> => {
    const reading = readDateTime(text, zone);
    switch (reading.kind) {
      case 'empty':
      case 'value':
        return reading;
      case 'ambiguous':
        return {
          kind: 'ambiguous',
          problem: getDateTimeProblemText(reading, zone)[language],
          choices: reading.values.map((value) => ({
            value,
            label: formatMoment(value, zone, locale),
          })),
        };
      case 'wrong':
        return { kind: 'wrong', problem: getDateTimeProblemText(reading, zone)[language] };
    }
  };

  return (
    <TypedInput
      {...props}
      disabled={isDisabled}
      placeholder={props.placeholder ?? '2026-03-31 19:00'}
      read={read}
      format={format}
      endAction={(written, write) => (
        <CalendarButton
          label={texts.calendar[language]}
          written={written}
          isDisabled={isDisabled}
          onChoose={write}
        />
      )}
      below={(written) => {
        const reading = readDateTime(written, zone);
        return siteZone === undefined ? null : (
          <Clock
            moment={reading.kind === 'value' ? reading.value : null}
            zone={zone}
            hasLocal={!isDisabled}
          />
        );
      }}
    />
  );
};
