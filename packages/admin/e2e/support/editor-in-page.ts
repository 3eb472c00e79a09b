// Runs in the page of the tests of the editor's model: reads texts into documents, edits these and writes them.

import { getSchema } from '@tiptap/core';
import { DOMParser as ModelParser, type Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { readDocument } from '../../src/content/editor/document/read-document.ts';
import { writeDocument } from '../../src/content/editor/document/write-document.ts';
import { editorExtensions } from '../../src/content/editor/editor-extensions.ts';
import { cleanPastedHtml } from '../../src/content/editor/paste/clean-paste.ts';

const schema = getSchema(editorExtensions);

export type ReadBlock = { type: string; source: string };

/** The text as it is written when nothing was edited, and its blocks. */
function open(html: string): { written: string; blocks: ReadBlock[] } {
  const doc = readDocument(schema, html);
  doc.check();
  return { written: writeDocument(doc), blocks: doc.children.map(describe) };
}

function describe(node: Node): ReadBlock {
  return { type: node.type.name, source: String(node.attrs.origin?.source) };
}

/** The texts after a word was added to one of its blocks of text, at any depth, with the bytes of that block. */
function typeInEach(html: string): { written: string; source: string }[] {
  const doc = readDocument(schema, html);
  const results: { written: string; source: string }[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock || node.type.name === 'media') return;
    const transform = new Transform(doc).insert(at + 1, schema.text('Typed '));
    const $place = doc.resolve(at + 1);
    let source = '';
    for (let depth = $place.depth; depth > 0 && !source; depth--)
      source = $place.node(depth).attrs.origin?.source ?? '';
    results.push({ written: writeDocument(transform.doc), source });
  });
  return results;
}

type Step = { kind: 'delete' | 'move' | 'copy' | 'split' | 'join'; index: number; to: number };

/** The text after steps on its top-level blocks, and the bytes of the blocks that were not touched. */
function edit(html: string, steps: Step[]): { written: string; again: string; kept: string[] } {
  let doc = readDocument(schema, html);
  for (const step of steps) {
    const nodes = [...doc.children];
    const index = step.index % nodes.length;
    const node = nodes[index] as Node;
    if (step.kind === 'split' || step.kind === 'join') {
      const transform = new Transform(doc);
      const at = nodes.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
      if (step.kind === 'split' && node.isTextblock && node.content.size > 1) transform.split(at + 2);
      const next = nodes[index + 1];
      if (step.kind === 'join' && next && node.isTextblock && next.type === node.type)
        transform.join(at + node.nodeSize);
      doc = transform.doc;
      continue;
    }
    if (step.kind !== 'copy' && nodes.length > 1) nodes.splice(index, 1);
    if (step.kind !== 'delete') nodes.splice(step.to % (nodes.length + 1), 0, node);
    doc = doc.type.create(doc.attrs, nodes);
  }
  const written = writeDocument(doc);
  const kept = doc.children.filter((node) => node.type.name === 'htmlBlock').map((node) => String(node.attrs.html));
  return { written, again: writeDocument(readDocument(schema, written)), kept };
}

/** The text of an empty document after this HTML was pasted. */
function paste(html: string): string {
  const doc = readDocument(schema, '');
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
  const slice = ModelParser.fromSchema(schema).parseSlice(body);
  return writeDocument(new Transform(doc).replaceRange(1, 1, slice).doc);
}

export type EditorInPage = { paste: typeof paste; open: typeof open; typeInEach: typeof typeInEach; edit: typeof edit };

Object.assign(globalThis, { editorInPage: { open, typeInEach, edit, paste } satisfies EditorInPage });
