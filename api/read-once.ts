import type { Context } from './context.ts'

/**
 * Reads something once per transaction where the context asks for it, otherwise each time. Only for what no such transaction changes,
 * such as the prices of a business in a transaction of renewals.
 */
export function readOnce<T>({ reads }: Pick<Context, 'reads'>, key: string, read: () => Promise<T>): Promise<T> {
  if (!reads) return read()
  const known = reads.get(key) as Promise<T> | undefined
  const value = known ?? read()
  reads.set(key, value)
  return value
}
