import type { App } from '../http/typed-app.ts';

export function itemsRoutes(_app: App): void {}
