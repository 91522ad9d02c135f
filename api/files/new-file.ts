import { isOutage } from '../database/errors.ts'
import type { FileStore } from './store.ts'

/**
 * Stores a file under a new id, then runs the transaction that refers to it. If that fails, the file is removed again. After an outage it
 * stays, because the transaction may have been committed without an answer: a file too many does no harm, one too few is lost.
 */
export async function withNewFile<Result>(
  files: FileStore,
  content: Uint8Array,
  store: (id: string) => Promise<Result>,
): Promise<Result> {
  const id = crypto.randomUUID()
  await files.put(id, content)
  try {
    return await store(id)
  } catch (error) {
    if (!isOutage(error)) await files.remove(id)
    throw error
  }
}
