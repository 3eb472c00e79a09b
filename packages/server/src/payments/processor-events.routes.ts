import type { App } from '../http/typed-app.ts';

/** Mounted at the origin: POST /api/public/payments/webhook. */
export function processorEventsRoutes(_app: App): void {}
