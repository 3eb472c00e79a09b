import type { App } from '../http/typed-app.ts';

export function deliveriesRoutes(_app: App): void {}
