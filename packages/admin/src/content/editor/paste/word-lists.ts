// Word copies list items as paragraphs, with the marker as text and the level in a style. Builds lists of them.

type Item = { level: number; isOrdered: boolean; start: number };

/** Replaces Word's paragraphs of lists by lists, in place. */
export function buildWordLists(body: HTMLElement): void {
  let lists: { element: HTMLElement; level: number }[] = [];
  let last: Element | null = null;
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')]) {
    const item = readItem(paragraph);
    if (!item) continue;
    if (last === null || paragraph.previousElementSibling !== last) lists = [];
    while (lists.length > 0 && (lists.at(-1)?.level ?? 0) > item.level) lists.pop();
    let list = lists.at(-1);
    if (!list || list.level < item.level) {
      const element = body.ownerDocument.createElement(item.isOrdered ? 'ol' : 'ul');
      if (item.isOrdered && item.start > 1) element.setAttribute('start', String(item.start));
      const outer = list?.element.lastElementChild;
      if (outer) outer.append(element);
      else paragraph.before(element);
      list = { element, level: item.level };
      lists.push(list);
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(...paragraph.childNodes);
    list.element.append(entry);
    paragraph.remove();
    last = lists[0]?.element ?? null;
  }
}

/** What list and level a paragraph belongs to. Removes its marker. Null if it is no list item. */
function readItem(paragraph: HTMLElement): Item | null {
  const style = paragraph.getAttribute('style') ?? '';
  const level = /mso-list:[^;]*\blevel(\d+)/i.exec(style)?.[1];
  if (!level) return null;
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  const number = /^\(?(\d+)[.)]/.exec(text)?.[1];
  const isOrdered = number !== undefined || /^\(?[a-zA-Z]{1,4}[.)]/.test(text);
  return { level: Number(level), isOrdered, start: Number(number ?? 1) };
}
