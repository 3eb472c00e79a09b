import type { App } from '../http/typed-app.ts';

export function termsRoutes(_app: App): void {}
