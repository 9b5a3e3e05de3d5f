import type { Express } from 'express';

interface Layer {
  /** A pattern only notes requests on their way to another route. */
  route?: { path: string | RegExp | (string | RegExp)[]; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** `METHOD /path/{parameter}` of every route of an application, without those that only refuse methods. */
export function getRoutes(app: Express): string[] {
  return app.router.stack.flatMap((layer) => routesOfLayer(layer as unknown as Layer));
}

function routesOfLayer({ route, handle }: Layer): string[] {
  if (!route) return (handle.stack ?? []).flatMap(routesOfLayer);
  const methods = new Set(route.stack.flatMap(({ method }) => method ?? []));
  return [route.path]
    .flat()
    .filter((path) => typeof path === 'string')
    .flatMap((path) => [...methods].map((method) => `${method.toUpperCase()} ${toTemplate(path)}`));
}

/** `/a/:id` as OpenAPI writes it: `/a/{id}`. */
export const toTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
