import type { EndpointRoute } from './route.ts'

/**
 * Startup check: a creating endpoint must recognise a repeated request, and must scope the keys of callers without an account.
 * @throws Error naming the endpoint
 */
export function requireOnce({ endpoint, withoutTransaction, keyScope }: EndpointRoute): void {
  const { creates, access, method, path } = endpoint
  if (creates && withoutTransaction) throw new Error(`${method} ${path} creates something: use route or creationRoute`)
  if (creates && (access === 'public' || access === 'client') && !keyScope?.length)
    throw new Error(`${method} ${path} creates something for callers without an account: name its keyScope`)
}
