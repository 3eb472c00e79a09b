import type { App } from '../http/typed-app.ts';

export function checkoutRoutes(_app: App): void {}
