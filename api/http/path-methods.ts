import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Problem, problem } from './problem.ts'

interface ServedPath {
  pattern: RegExp
  methods: Set<string>
}

const servedPaths = new WeakMap<FastifyInstance, Map<string, ServedPath>>()

/** Records the methods of each path of the servers, for `unservedProblem`. Call it before the routes are registered. */
export function recordMethods(app: FastifyInstance): void {
  const paths = new Map<string, ServedPath>()
  servedPaths.set(app, paths)
  app.addHook('onRoute', ({ url, method }) => {
    if (!/^\/(test|live|operator\/api)\//.test(url)) return
    const served = paths.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    for (const one of [method].flat()) served.methods.add(one)
    paths.set(url, served)
  })
}

// Paths of the contract consist of letters, digits, hyphens and parameters.
const toPattern = (url: string) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`)

/** The 405 for a path of the API called with another method than its own, otherwise the 404. */
export function unservedProblem(app: FastifyInstance, { method, url }: FastifyRequest): Problem {
  const path = url.split('?', 1)[0]!
  const served = [...servedPaths.get(app)!.values()].filter(({ pattern }) => pattern.test(path))
  if (served.length === 0) return problem.notFound('address')
  return problem.methodNotAllowed(method, [...new Set(served.flatMap(({ methods }) => [...methods]))].sort())
}
