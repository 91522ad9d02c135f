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
    // Removes them one by one: the runner keeps this function until the last test, and they would keep their apps.
    for (let last = ends.pop(); last; last = ends.pop()) {
      try {
        await last()
      } catch (failure) {
        failures.push(failure)
      }
    }
    if (failures.length > 0) throw failures[0]
  })
}
