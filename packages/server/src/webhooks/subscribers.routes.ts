import type { App } from '../http/typed-app.ts';

export function subscribersRoutes(_app: App): void {}
