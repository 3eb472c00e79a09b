// Shows an HTML block in the editor: its label, a line about its content, and its HTML when asked for.

import type { Node as BlockNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { Node } from '@tiptap/react';
import buttonClasses from './block-button.module.css';
import { readEmbed } from './document/embeds.ts';
import classes from './html-block.module.css';
import { describeHtml } from './html-kinds.ts';

class HtmlBlockView implements NodeView {
  readonly dom = document.createElement('div');
  readonly #head = document.createElement('div');
  readonly #label = document.createElement('span');
  readonly #detail = document.createElement('span');
  readonly #button = document.createElement('button');
  readonly #loader = document.createElement('button');
  #player: HTMLIFrameElement | null = null;
  #field: HTMLTextAreaElement | null = null;
  #node: BlockNode;
  readonly #view: EditorView;
  readonly #position: () => number | undefined;

  constructor(node: BlockNode, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.dom.className = classes.block ?? '';
    this.dom.contentEditable = 'false';
    this.#head.className = classes.head ?? '';
    this.#label.className = classes.label ?? '';
    this.#detail.className = classes.detail ?? '';
    this.#button.className = buttonClasses.button ?? '';
    this.#button.type = 'button';
    this.#button.addEventListener('click', () => this.#toggle());
    this.#loader.className = buttonClasses.button ?? '';
    this.#loader.type = 'button';
    this.#loader.addEventListener('click', () => this.#togglePlayer());
    this.#head.append(this.#label, this.#detail, this.#loader, this.#button);
    this.dom.append(this.#head);
    this.#show();
  }

  update(node: BlockNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    if (this.#field && this.#field.value !== node.attrs.html) this.#field.value = node.attrs.html;
    this.#show();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  /** The field and the button handle their own keys and clicks. */
  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('textarea, button') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #show(): void {
    const { label, detail } = describeHtml(this.#node.attrs.html);
    const embed = readEmbed(this.#node.attrs.html);
    if (this.#player && this.#player.src !== embed?.player) this.#togglePlayer();
    this.#loader.hidden = embed === null;
    this.#loader.textContent = this.#player ? 'Close player' : 'Load player';
    this.#loader.setAttribute('aria-label', `${this.#loader.textContent} of ${label}`);
    this.#label.textContent = label;
    this.#detail.textContent = detail;
    this.#button.textContent = this.#field ? 'Close HTML' : 'Edit HTML';
    this.#button.setAttribute('aria-expanded', String(this.#field !== null));
    this.#button.setAttribute('aria-label', `${this.#field ? 'Close' : 'Edit'} HTML of ${label}`);
  }

  /** Nothing of a service is loaded before someone asks for it. */
  #togglePlayer(): void {
    const embed = readEmbed(this.#node.attrs.html);
    if (this.#player) {
      this.#player.remove();
      this.#player = null;
    } else if (embed) {
      const player = document.createElement('iframe');
      player.className = classes.player ?? '';
      player.title = embed.title || embed.service;
      player.allow = 'fullscreen; encrypted-media; picture-in-picture';
      // The player's page, which has an origin of its own, and nothing above it.
      player.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation');
      // Players do not play without a referrer.
      player.referrerPolicy = 'strict-origin';
      player.src = embed.player;
      this.#head.after(player);
      this.#player = player;
    }
    this.#show();
  }

  #toggle(): void {
    if (this.#field) {
      this.#field.remove();
      this.#field = null;
    } else {
      this.dom.insertAdjacentHTML('beforeend', '<textarea spellcheck="false"></textarea>');
      const field = this.dom.lastElementChild as HTMLTextAreaElement;
      field.className = classes.field ?? '';
      field.value = this.#node.attrs.html;
      field.rows = Math.min(20, Math.max(3, field.value.split('\n').length));
      field.setAttribute('aria-label', `HTML of ${this.#label.textContent}`);
      field.addEventListener('input', () => this.#change(field.value));
      field.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        this.#toggle();
        this.#button.focus();
      });
      this.#field = field;
      field.focus();
    }
    this.#show();
  }

  #change(html: string): void {
    const at = this.#position();
    if (at === undefined) return;
    this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'html', html));
  }
}

/** A block that cannot be edited visually: labelled, with its HTML one click away. */
export const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  selectable: true,
  isolating: true,
  addAttributes: () => ({
    html: {
      default: '',
      parseHTML: (element) => element.dataset.htmlBlock ?? '',
      renderHTML: ({ html }) => ({ 'data-html-block': html }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-html-block]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView() {
    return ({ node, view, getPos }) => new HtmlBlockView(node, view, getPos);
  },
});
