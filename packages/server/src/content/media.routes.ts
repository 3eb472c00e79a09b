import type { App } from '../http/typed-app.ts';

export function mediaRoutes(_app: App): void {}
