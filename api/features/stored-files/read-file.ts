import type { FileStore } from '../../files/store.ts'

/**
 * The content of a file whose row was found; undefined if it was deleted since then. `isThere`: whether it still is.
 * @throws Error for a file that the database has and the store has not
 */
export const readUnlessDeleted = (
  files: FileStore,
  id: string,
  isThere: () => Promise<boolean>,
): Promise<Buffer | undefined> =>
  files.get(id).catch(async (error: unknown) => {
    if (await isThere()) throw error
    return undefined
  })
