// The content of an item, in a visual editor or as HTML. Loaded separately, because the editor is large.

import '@mantine/tiptap/styles.css';
import { Group, SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { RichText } from '../editor/rich-text.tsx';
import classes from './content-input.module.css';

type ContentInputProps = {
  value: string;
  set(html: string): void;
  /** What was typed for the text before it could be, which then gets the focus; null if nothing was. */
  takeEarly(): string | null;
};
type Mode = 'write' | 'html';

export function ContentInput({ value, set, takeEarly }: ContentInputProps) {
  const [mode, setMode] = useState<Mode>('write');
  return (
    <div className={classes.frame}>
      <Group justify="end" mb={6}>
        <SegmentedControl
          size="xs"
          aria-label="Editor"
          data={[
            { value: 'write', label: 'Visual' },
            { value: 'html', label: 'HTML' },
          ]}
          value={mode}
          onChange={(mode) => setMode(mode as Mode)}
        />
      </Group>
      {mode === 'html' ? (
        <Textarea
          aria-label="Content as HTML"
          autosize
          minRows={16}
          maxRows={40}
          spellCheck={false}
          classNames={{ input: classes.source ?? '' }}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          data-content-input
        />
      ) : (
        <RichText value={value} set={set} takeEarly={takeEarly} />
      )}
    </div>
  );
}
