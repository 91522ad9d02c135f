import assert from 'node:assert/strict'

/** @throws {Error} if it is not true within five seconds */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5_000
  for (; !(await isTrue()); assert.ok(Date.now() < deadline, 'it is still not true'))
    await new Promise((resolve) => setImmediate(resolve))
}
