import type { Hono } from 'hono'
import type { ApiEnv } from './exchange.ts'
import { answering, type ChainDeps } from './mount.ts'
import { ProblemError } from './problem-error.ts'

/** Answers what no route took: 405 with `Allow` at a path that knows other methods, 404 everywhere else. Mount it last. */
export function mountUnmatched(app: Hono<ApiEnv>, chain: ChainDeps): void {
  const methodsAt = Map.groupBy(app.routes, ({ path }) => path)
  for (const [path, routes] of methodsAt) {
    const allow = [...new Set(routes.flatMap(({ method }) => allowed(method)))].join(', ')
    app.all(
      path,
      answering(path.replace(/^\/api/, ''), chain, async () => {
        throw new ProblemError('method_not_allowed', { headers: { allow } })
      }),
    )
  }
  app.notFound(
    answering('unmatched', chain, async () => {
      throw new ProblemError('not_found')
    }),
  )
}

function allowed(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}
