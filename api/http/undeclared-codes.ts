import type { Endpoint } from '@adire/contract/endpoint.ts'
import { generalErrorCodes } from '@adire/contract/general-error-codes.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that a route serves; undefined for pages and files. */
    endpoint?: Endpoint
  }
  interface FastifyInstance {
    /** Error codes that endpoints responded with although the contract does not name them. The tests fail when there is one. */
    undeclaredCodes: Set<string>
  }
}

/** Records and logs, once each, the error codes that the contract does not name for their endpoint. */
export function watchErrorCodes(app: FastifyInstance, log: Logger) {
  const undeclared = new Set<string>()
  app.decorate('undeclaredCodes', undeclared)
  return (endpoint: Endpoint | undefined, { code }: Problem): void => {
    // The back office is no public API: its endpoints do not name their codes.
    if (!endpoint || endpoint.server === 'operator') return
    const isDeclared = ([...endpoint.errors, ...generalErrorCodes(endpoint)] as string[]).includes(code)
    const line = `${endpoint.method} ${endpoint.path}: ${code}`
    if (isDeclared || undeclared.has(line)) return
    undeclared.add(line)
    log.error({ method: endpoint.method, path: endpoint.path, code }, 'error code not in the contract')
  }
}
