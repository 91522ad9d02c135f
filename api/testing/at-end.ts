import type { TestContext } from 'node:test'

type End = () => unknown

const endHandlers = new WeakMap<object, End[]>()

/**
 * Does something once the test is over, however it ended. What was opened last is closed first: a worker before the database it
 * works on (`t.after` does it the other way round, and stops at the first that fails).
 * @throws what the first that failed threw, once all are done
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
