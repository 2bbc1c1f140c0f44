import { useRef } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { File as FileIcon } from '@strapi/icons';

/**
 * A button that opens a file of the computer, in the language of the panel: the browser's own speaks its own.
 *
 * @param label what the file is for, as it is called to those who do not see the form
 * @param chosen the name of the file that was chosen
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
          // The same file is read once more where somebody chooses it again.
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
