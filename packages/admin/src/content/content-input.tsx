// The text of an item: written in a visual editor, or as HTML. Loaded by itself, as the editor is large.

import '@mantine/tiptap/styles.css';
import { Alert, Group, SegmentedControl, Textarea } from '@mantine/core';
import { generateHTML, generateJSON } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { askToConfirm } from '../ui/confirm.tsx';
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

  // Another text than the one typed here (what somebody else saved, say) may again be more than the editor knows.
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
        title: 'Go on in the visual editor?',
        children: `It does not know ${listed(losses)}. As soon as you change something there, that will be gone.`,
        confirm: 'Use the visual editor',
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
          aria-label="Way of writing"
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
            <Alert color="yellow" mb="sm" title="Shown as HTML, so that nothing is lost">
              This text has more in it than the visual editor knows: {listed(losses)}.
            </Alert>
          )}
          <Textarea
            aria-label="Content, HTML"
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
    return ['something it cannot read'];
  }
}

function listed(names: string[]): string {
  const shown = names.slice(0, 6);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length === 1 ? String(all[0]) : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
