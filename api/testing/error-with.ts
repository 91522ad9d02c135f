import assert from 'node:assert/strict'
import { CallError } from '@adire/contract/call.ts'

/** For `assert.rejects`: an error of the API with this status and code, and with a message at `field` if given. */
export const errorWith = (status: number, code: string, field?: string) => (error: unknown) => {
  assert.ok(error instanceof CallError, String(error))
  assert.deepEqual([error.status, error.code], [status, code])
  if (field) assert.equal(error.fields[0]?.field, field)
  return true
}
