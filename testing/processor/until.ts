import assert from 'node:assert/strict'

/** @throws {Error} if it is not true within a minute, as long as no test that passes waits, also on a busy machine */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  for (; !(await isTrue()); assert.ok(Date.now() < deadline, 'it is still not true'))
    await new Promise((resolve) => setImmediate(resolve))
}
