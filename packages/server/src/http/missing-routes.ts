// URLs without a route: 405 where another method has one, else 404.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { anyPreferredLanguage, loadLanguage } from '../languages/language.ts';
import { fail, type Problem } from '../lib/errors.ts';
import { prefers } from './headers.ts';
import { sendMessagePage } from './message-page.ts';
import { sendProblem } from './problem.ts';
import type { App } from './typed-app.ts';

/** Covers the routes that are added after it. */
export function handleMissingRoutes(app: App, apiPrefix: string): void {
  const routes = collectRoutes(app);
  // GET /payments/checkout is a wrong method, not a read of the payment with the ID `checkout`.
  app.addHook('onRequest', async (request) => {
    const methods = routes.exactMethodsOf(request.url);
    if (request.routeOptions.url && methods && !methods.includes(request.method)) throw notAllowed(methods);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = routes.methodsOf(request.url);
    if (methods.length === 0 && isOpenedInBrowser(request)) return sendMissingPage(request, reply);
    const problem =
      methods.length > 0 && !methods.includes(request.method)
        ? notAllowed(methods)
        : fail('not_found', describeMissing(request.url, apiPrefix));
    return sendProblem(request, reply, problem);
  });
}

async function sendMissingPage({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = await loadLanguage(anyPreferredLanguage(headers['accept-language'], 'en'));
  const { pageTitle, pageText } = language.texts.missing;
  return sendMessagePage(reply, 404, { language, title: pageTitle, site: 'Frontdesk', paragraphs: [pageText] });
}

/** Below `/api`, browsers get the same problems as programs. */
function isOpenedInBrowser({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/api(\/|$)/.test(url) && prefers(headers.accept, 'text/html');
}

/** Most often the prefix of the API is missing, or a name is misspelt. */
function describeMissing(url: string, apiPrefix: string): string {
  const isInApi = pathOf(url).startsWith(`${apiPrefix}/`);
  return `There is no such path. ${isInApi ? 'The reference at /api/docs lists all' : `The API begins with ${apiPrefix}`}`;
}

function notAllowed(methods: string[]): Problem {
  const allow = methods.join(', ');
  return fail('method_not_allowed', { detail: `This path accepts ${allow}`, headers: { allow } });
}

/** Collects every route, so that a wrong method gets 405 instead of 404. */
function collectRoutes(app: App): {
  methodsOf(url: string): string[];
  /** The methods of the route with exactly this path, without parameters; null if there is none. */
  exactMethodsOf(url: string): string[] | null;
} {
  const routes: { method: string; pattern: RegExp }[] = [];
  const byPath = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(
      `^${route.url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:[A-Za-z]+/g, '[^/]+')
        .replace('*', '.*')}/?$`,
    );
    for (const method of [route.method].flat()) {
      routes.push({ method, pattern });
      if (!/[:*]/.test(route.url)) byPath.set(route.url, (byPath.get(route.url) ?? new Set()).add(method));
    }
  });
  const exactMethodsOf = (url: string): string[] | null => {
    const path = pathOf(url);
    const methods = byPath.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
    return methods ? [...methods].sort() : null;
  };
  return {
    exactMethodsOf,
    methodsOf(url) {
      const path = pathOf(url);
      return (
        exactMethodsOf(url) ??
        [...new Set(routes.filter((route) => route.pattern.test(path)).map((route) => route.method))].sort()
      );
    },
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
