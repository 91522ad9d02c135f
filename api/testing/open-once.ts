import { after, type TestContext } from 'node:test'

/**
 * Fixture shared by the tests of a file: opened by the first test that needs it, closed at the end of the run. Not a `before` hook: many
 * files run in one process, so it would open everything at the start, and sessions would expire before they are used.
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
