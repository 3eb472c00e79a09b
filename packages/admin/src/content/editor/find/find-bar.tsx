// The bar to find and replace in a text.

import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconLetterCase, IconX } from '@tabler/icons-react';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import classes from './find-bar.module.css';
import { findState, goToMatch, lookFor, replaceAllMatches, replaceMatch } from './find-plugin.ts';

type FindBarProps = {
  editor: Editor;
  /** Changes each time that the bar is asked for while it is open. */
  asked: number;
  /** Called after each replacement. */
  onReplaced(): void;
  close(): void;
};

export function FindBar({ editor, asked, onReplaced, close }: FindBarProps) {
  const [text, setText] = useState(() => selectedText(editor.state));
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const count = useEditorState({ editor, selector: ({ editor }) => describeFound(editor.state) });
  const dispatch = (tr: Transaction | null): void => {
    if (tr && !editor.isDestroyed) editor.view.dispatch(tr);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys of the bar focus it again
  useEffect(() => input.current?.select(), [asked]);
  useEffect(() => {
    editor.view.dispatch(lookFor(editor.state, { text, matchCase }));
  }, [editor, text, matchCase]);
  useEffect(
    () => () => {
      if (!editor.isDestroyed) editor.view.dispatch(lookFor(editor.state, null));
    },
    [editor],
  );

  // Where the search ended, one goes on writing.
  const leave = (): void => {
    editor.view.focus();
    close();
  };
  const replaceOne = (): void => {
    dispatch(replaceMatch(editor.state, replacement));
    dispatch(goToMatch(editor.state, 0));
    onReplaced();
  };
  const replaceAll = (): void => {
    dispatch(replaceAllMatches(editor.state, replacement));
    onReplaced();
    // There is nothing left to replace: the button cannot keep the focus.
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, onEnter: (isShifted: boolean) => void): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // It would save the item.
    event.preventDefault();
    onEnter(event.shiftKey);
  };
  const hasNone = count.matches === 0;
  return (
    <search
      className={classes.bar}
      aria-label="Find and replace"
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      <div className={classes.group}>
        <TextInput
          ref={input}
          size="xs"
          aria-label="Find"
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => onKeyDown(event, (isShifted) => dispatch(goToMatch(editor.state, isShifted ? -1 : 1)))}
        />
        <ActionIcon
          variant={matchCase ? 'light' : 'default'}
          size={30}
          aria-label="Match case"
          title="Match case"
          aria-pressed={matchCase}
          onClick={() => setMatchCase(!matchCase)}
        >
          <IconLetterCase size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Previous match"
          title="Previous match (Shift Enter)"
          disabled={hasNone}
          onClick={() => dispatch(goToMatch(editor.state, -1))}
        >
          <IconChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Next match"
          title="Next match (Enter)"
          disabled={hasNone}
          onClick={() => dispatch(goToMatch(editor.state, 1))}
        >
          <IconChevronDown size={16} aria-hidden />
        </ActionIcon>
        <span className={classes.count} role="status">
          {count.text}
        </span>
      </div>
      <div className={classes.group}>
        <TextInput
          size="xs"
          aria-label="Replace with"
          placeholder="Replace with"
          value={replacement}
          onChange={(event) => setReplacement(event.currentTarget.value)}
          onKeyDown={(event) => onKeyDown(event, replaceOne)}
        />
        <Button variant="default" size="xs" disabled={hasNone} onClick={replaceOne}>
          Replace
        </Button>
        <Button variant="default" size="xs" disabled={hasNone} onClick={replaceAll}>
          Replace all
        </Button>
      </div>
      <ActionIcon
        className={classes.close ?? ''}
        variant="subtle"
        color="gray"
        size={30}
        aria-label="Close find and replace"
        onClick={leave}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </search>
  );
}

/** What is selected, if it is a part of one line. */
function selectedText({ selection, doc }: EditorState): string {
  const { $from, $to, from, to } = selection;
  return $from.sameParent($to) && $from.parent.isTextblock ? doc.textBetween(from, to).slice(0, 200) : '';
}

function describeFound(state: EditorState): { matches: number; text: string } {
  const find = findState(state);
  if (!find || find.query.text === '') return { matches: 0, text: '' };
  const { matches, current, inHtml } = find;
  const own = matches.length === 0 ? 'No matches' : `${formatNumber(current + 1)} of ${formatNumber(matches.length)}`;
  // These are not replaced: what is around them would have to be understood.
  const others = inHtml === 0 ? '' : `, ${formatCount(inHtml, 'match', 'matches')} in HTML blocks`;
  return { matches: matches.length, text: own + others };
}
