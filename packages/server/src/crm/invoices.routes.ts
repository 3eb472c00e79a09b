import type { App } from '../http/typed-app.ts';

export function invoicesRoutes(_app: App): void {}
