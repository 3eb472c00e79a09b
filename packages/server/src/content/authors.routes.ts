import type { App } from '../http/typed-app.ts';

export function authorsRoutes(_app: App): void {}
