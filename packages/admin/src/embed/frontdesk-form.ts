// <frontdesk-form slug="contact">: shows the page of a form on any site, in a frame that grows with it. The script is a
// module of its own, without styles or markup that a strict content security policy would stop (docs/guides/html.md).

const service = new URL(import.meta.url).origin;

/** What the page in the frame sends (packages/server/src/forms/page/frame.ts). */
type Message = {
  frontdesk: 1;
  height: number;
  title: string;
  /** What has happened, once per submission. */
  event?: { name: 'submitted' | 'paid'; submissionId: string; next?: string };
};

/** In the URL of the page after a payment: the form and its submission. */
const paidParameter = 'frontdesk-paid';

const style = new CSSStyleSheet();
style.replaceSync(
  ':host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;height:30rem;border:0}',
);

class FrontdeskForm extends HTMLElement {
  static observedAttributes = ['slug', 'label', 'theme', 'lang', 'prefill', 'page'];

  readonly #frame = document.createElement('iframe');
  readonly #seen = new Set<string>();
  #source = '';
  /** Read once: a change would load the frame again, without what is typed. */
  #styles = '';
  /** The submission whose payment the visitor comes back from. */
  #paid: string | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [style];
    root.append(this.#frame);
  }

  connectedCallback(): void {
    window.addEventListener('message', this.#receive);
    this.#styles = this.#looks();
    this.#show();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.#receive);
    this.#source = '';
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const slug = this.getAttribute('slug');
    const source = slug ? this.#sourceOf(slug) : '';
    this.#frame.title = this.getAttribute('label') ?? 'Form';
    if (source === this.#source) return;
    this.#source = source;
    this.#frame.loading = this.getAttribute('loading') === 'eager' ? 'eager' : 'lazy';
    if (source) this.#frame.src = source;
    else this.#frame.removeAttribute('src');
  }

  #sourceOf(slug: string): string {
    const page = new URL(location.href);
    const [form, submission] = page.searchParams.get(paidParameter)?.split('~') ?? [];
    page.searchParams.delete(paidParameter);
    if (form === slug) {
      this.#paid = submission;
      // A page that is reloaded shows the form again.
      history.replaceState(history.state, '', page);
    }
    const paid = this.#paid;
    const isPaid = paid !== undefined;
    const parameters = new URLSearchParams(isPaid ? '' : (this.getAttribute('prefill') ?? ''));
    parameters.set('embed', this.#returnUrl(page));
    for (const name of ['theme', 'lang']) {
      const value = this.getAttribute(name);
      if (value) parameters.set(name, value);
    }
    if (this.#styles !== '{}') parameters.set('looks', this.#styles);
    if (isPaid) parameters.set('submission', paid);
    return `${service}/f/${encodeURIComponent(slug)}${isPaid ? '/thanks' : ''}?${parameters}`;
  }

  /** What leads back to the page: without its fragment, which may be private, unless that is a route. */
  #returnUrl(page: URL): string {
    const url = new URL(this.getAttribute('page') ?? page, page);
    if (!/^#!?\//.test(url.hash)) url.hash = '';
    return url.href;
  }

  /** What the styles of the page say about the form, as JSON (packages/server/src/forms/page/looks-style.ts). */
  #looks(): string {
    const styles = getComputedStyle(this);
    const read = (name: string): string | undefined =>
      styles.getPropertyValue(`--frontdesk-${name}`).trim() || undefined;
    return JSON.stringify({
      brandColor: this.#hexOf(read('color')),
      font: read('font'),
      corners: read('corners'),
    });
  }

  /** Any color as `#rrggbb`; the browser reads it. */
  #hexOf(color = ''): string | undefined {
    const { style } = this.#frame;
    style.color = color;
    const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(style.color && getComputedStyle(this.#frame).color) ?? [];
    style.color = '';
    if (parts.length === 3) return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  }

  #receive = ({ source, origin, data }: MessageEvent): void => {
    if (origin !== service || source === null || source !== this.#frame.contentWindow) return;
    const { frontdesk, height, title, event } = Object(data) as Message;
    if (frontdesk !== 1) return;
    this.#frame.style.height = `${Math.ceil(Number(height)) || 0}px`;
    if (!this.hasAttribute('label')) this.#frame.title = String(title);
    if (event && !this.#seen.has(event.name + event.submissionId)) this.#report(event);
  };

  /** Leaves for the payment or the page after it, unless a listener of the page prevents that. */
  #report({ name, submissionId, next }: NonNullable<Message['event']>): void {
    this.#seen.add(name + submissionId);
    const detail = { submissionId };
    const event = new CustomEvent(`frontdesk:${name}`, { detail, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event) && next !== undefined && /^https?:\/\//.test(next)) location.assign(next);
  }
}

if (!customElements.get('frontdesk-form')) customElements.define('frontdesk-form', FrontdeskForm);
