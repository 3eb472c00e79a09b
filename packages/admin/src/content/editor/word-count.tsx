// How many words the text has. Counted when typing pauses.

import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import classes from './rich-text.module.css';

const delay = 400;

export function WordCount({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(() => countWords(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWords(editor)), delay);
    };
    editor.on('transaction', onUpdate);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', onUpdate);
    };
  }, [editor]);
  return <p className={classes.words}>{formatCount(words, 'word')}</p>;
}

function countWords(editor: Editor): number {
  const { doc } = editor.state;
  const text = doc.textBetween(0, doc.content.size, ' ', ' ');
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++;
  return words;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
