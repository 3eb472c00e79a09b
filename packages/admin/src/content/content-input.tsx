// The content of an item, in a visual editor or as HTML. Loaded separately, because the editor is large.

import '@mantine/tiptap/styles.css';
import { Alert, Group, SegmentedControl, Textarea } from '@mantine/core';
import { generateHTML, generateJSON } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { askToConfirm } from '../ui/confirm.tsx';
import { formatList } from '../ui/format.ts';
import classes from './content-input.module.css';
import { editorExtensions } from './editor-extensions.ts';
import { findLosses } from './html-losses.ts';
import { RichText } from './rich-text.tsx';

type ContentInputProps = { value: string; set(html: string): void };
type Mode = 'write' | 'html';

export function ContentInput({ value, set }: ContentInputProps) {
  const [mode, setMode] = useState<Mode>(() => (lossesOf(value).length > 0 ? 'html' : 'write'));
  const own = useRef(value);
  const losses = useMemo(() => (mode === 'html' ? lossesOf(value) : []), [mode, value]);

  // Content from elsewhere, such as another user's version, may contain HTML that the visual editor does not support.
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    if (lossesOf(value).length > 0) setMode('html');
  }, [value]);

  const change = (html: string): void => {
    own.current = html;
    set(html);
  };
  const switchTo = async (next: Mode): Promise<void> => {
    if (next === 'write' && losses.length > 0) {
      const isSure = await askToConfirm({
        title: 'Switch to the visual editor?',
        children: `It does not support ${describe(losses)}. These will be removed when you edit the content there.`,
        confirm: 'Switch to visual editor',
        isDangerous: true,
      });
      if (!isSure) return;
    }
    setMode(next);
  };

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
          onChange={(mode) => switchTo(mode as Mode)}
        />
      </Group>
      {mode === 'html' ? (
        <>
          {losses.length > 0 && (
            <Alert color="yellow" mb="sm" title="Opened as HTML to keep all of the content">
              The visual editor does not support {describe(losses)}.
            </Alert>
          )}
          <Textarea
            aria-label="Content as HTML"
            autosize
            minRows={16}
            maxRows={40}
            spellCheck={false}
            classNames={{ input: classes.source ?? '' }}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
            data-content-input
          />
        </>
      ) : (
        <RichText value={value} set={change} />
      )}
    </div>
  );
}

function lossesOf(html: string): string[] {
  if (html.trim() === '') return [];
  try {
    return findLosses(html, generateHTML(generateJSON(html, editorExtensions), editorExtensions));
  } catch {
    return ['some of the markup'];
  }
}

function describe(losses: string[]): string {
  const shown = losses.slice(0, 6);
  const rest = losses.length - shown.length;
  return formatList(rest > 0 ? [...shown, `${rest} more`] : shown);
}
