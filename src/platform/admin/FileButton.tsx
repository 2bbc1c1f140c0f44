import { useRef } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';

/**
 * A button that opens a local file, with a label in the panel's language. Browsers label file
 * inputs in their own language.
 *
 * @param label accessible name of the input
 * @param chosen name of the selected file
 */
export const FileButton = ({
  label,
  text,
  accept,
  chosen,
  onChoose,
}: {
  label: string;
  text: string;
  accept: string;
  chosen?: string | undefined;
  onChoose: (file: File) => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Flex gap={3} wrap="wrap">
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onChoose(file);
          // Otherwise selecting the same file again would emit no event.
          target.value = '';
        }}
      />
      <Button variant="secondary" startIcon={<FileIcon />} onClick={() => input.current?.click()}>
        {text}
      </Button>
      {chosen !== undefined && (
        <Typography style={{ overflowWrap: 'anywhere' }}>{chosen}</Typography>
      )}
    </Flex>
  );
};
