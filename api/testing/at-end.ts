import type { TestContext } from 'node:test'

type End = () => unknown

const endHandlers = new WeakMap<object, End[]>()

/**
 * Registers a cleanup that runs after the test, even if the test fails. Cleanups run in reverse order: a worker is stopped before its
 * database (`t.after` runs them in order, and stops at the first failure).
 * @throws the first error, after all cleanups have run
 */
export function atEnd(t: Pick<TestContext, 'after'>, end: End): void {
  const known = endHandlers.get(t)
  if (known) {
    known.push(end)
    return
  }
  const ends = [end]
  endHandlers.set(t, ends)
  t.after(async () => {
    const failures: unknown[] = []
    for (const each of ends.reverse()) {
      try {
        await each()
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw failures[0]
  })
}
