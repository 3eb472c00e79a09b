// What the framework's plugin cannot say about routes in the document: headers, and problems that stand there once.

import type { SwaggerTransform } from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import {
  headerRefs,
  problemResponses,
  problemsOf,
  requestHeaders,
  requestHeadersOf,
  responseHeaders,
  responseHeadersOf,
} from '../http/route-headers.ts';

type Operation = {
  parameters?: object[];
  requestBody?: { content: Record<string, object> };
  responses?: Record<string, object>;
};
type Document = { paths?: Record<string, Record<string, Operation>>; components?: object };

/** Records the routes while the plugin sees them, and completes the document that it writes. */
export function routeRecorder(prefix: string): {
  transform: SwaggerTransform;
  complete<D extends Document>(document: D): D;
} {
  const routes = new Map<string, RouteOptions>();
  return {
    transform({ schema, url, route }) {
      const path = (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url).replace(/:(\w+)/g, '{$1}');
      for (const method of [route.method].flat()) routes.set(`${method.toLowerCase()} ${path}`, route);
      return { schema, url };
    },
    complete(document) {
      for (const [path, item] of Object.entries(document.paths ?? {})) {
        for (const [method, operation] of Object.entries(item)) {
          const route = routes.get(`${method} ${path}`);
          if (!route) throw new Error(`No route was recorded for ${method} ${path}`);
          completeOperation(operation, route, { wrongMethod: meetsOtherMethods(method, path, routes.keys()) });
        }
      }
      const parameters = Object.fromEntries(
        Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: 'header', ...header }]),
      );
      const components = {
        ...document.components,
        parameters,
        headers: responseHeaders,
        responses: problemResponses(),
      };
      return { ...document, components };
    },
  };
}

/** Whether a URL of the operation is the exact path of another one, which has to be called with another method. */
function meetsOtherMethods(method: string, path: string, routes: Iterable<string>): boolean {
  if (!path.includes('{')) return false;
  const pattern = new RegExp(`^\\w+ ${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/{]+')}$`);
  const met = [...routes].filter((route) => pattern.test(route));
  return met.some((route) => !met.includes(`${method} ${route.slice(route.indexOf(' ') + 1)}`));
}

function completeOperation(operation: Operation, route: RouteOptions, place: { wrongMethod: boolean }): void {
  const { multipart } = route.config ?? {};
  if (multipart && operation.requestBody) operation.requestBody.content['multipart/form-data'] = { schema: multipart };
  const problems = problemsOf(route, place);
  const own = Object.entries(operation.responses ?? {});
  const statuses = [...own.map(([status]) => status), ...Object.keys(problems)];
  const described = own.map(([status, response]) => [
    status,
    {
      ...response,
      ...(status === '200' ? { content: { ...contentOf(response), ...otherContent(route) } } : {}),
      headers: headerRefs(responseHeadersOf(route, Number(status), statuses)),
    },
  ]);
  operation.responses = { ...Object.fromEntries(described), ...problems };
  const sent = requestHeadersOf(route, statuses).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  if (sent.length > 0) operation.parameters = [...(operation.parameters ?? []), ...sent];
}

function contentOf(response: object): object {
  return (response as { content?: object }).content ?? {};
}

/** What the route sends instead of JSON to those who ask for it. */
function otherContent({ config }: RouteOptions): object {
  const types = Object.entries(config?.otherTypes ?? {});
  return Object.fromEntries(types.map(([type, description]) => [type, { schema: { type: 'string', description } }]));
}
