import { after, type TestContext } from 'node:test'

/**
 * For what all tests of a file share: opened by the first of them, closed when the run is over. A `before` would not do: many
 * files run in one process, and it would open at the start what the last of them needs, with sessions that have ended by then.
 */
export function openOnce<T>(open: (t: Pick<TestContext, 'after'>) => Promise<T>): () => Promise<T> {
  const ends: (() => unknown)[] = []
  after(async () => {
    for (const end of ends) await end()
  })
  const t = { after: (end: () => unknown) => void ends.push(end) } as Pick<TestContext, 'after'>
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open(t)
    return opened
  }
}
