// The page's policy takes style elements only with the nonce of this very answer.

/** The nonce of the page; undefined where it was built without one. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

// The name under which libraries that make style elements by themselves (dialogs that stop scrolling) look for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
