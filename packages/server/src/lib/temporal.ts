// Temporal: Node's own from 26 on. Before, one that is loaded only then.

export const Temporal: typeof globalThis.Temporal = globalThis.Temporal ?? (await import('temporal-polyfill')).Temporal;
