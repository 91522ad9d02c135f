import type { Context, UnitOfWork } from '../../context.ts'
import { removeUnlessUsed } from './remove-file.ts'

/**
 * Stores the content of a new file; returns its id. The caller inserts its row in a transaction that follows. If that does not happen, the
 * content is removed an hour later.
 */
export async function storeNewFile<C extends Context>(
  { write, files }: Pick<UnitOfWork<C>, 'write' | 'files'>,
  content: Uint8Array,
): Promise<string> {
  const id = crypto.randomUUID()
  await write((context) => removeUnlessUsed(context, id))
  await files.put(id, content)
  return id
}
