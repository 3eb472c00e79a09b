// The content security policy allows style elements only with the nonce of the page.

/** The nonce of the page; undefined in development. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// Libraries that add style elements, such as those that lock scrolling behind dialogs, read it from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
