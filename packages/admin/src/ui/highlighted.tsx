// A text with the words of a search marked, as the API highlights it: HTML without elements but `<mark>`.

import { Mark } from '@mantine/core';

export function Highlighted({ html }: { html: string }) {
  return partsOf(html).map(({ key, text, isMarked }) => (isMarked ? <Mark key={key}>{text}</Mark> : text));
}

/** Whether it says more than the text without marks. */
export function hasMarks(html: string): boolean {
  return html.includes('<mark>');
}

function partsOf(html: string): { key: number; text: string; isMarked: boolean }[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node, key) => ({
    key,
    text: node.textContent ?? '',
    isMarked: node.nodeName === 'MARK',
  }));
}
