import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Vault } from './vault.ts'

/** Storage of uploaded files by our id, never by their uploaded name. Writing the same file again is safe. */
export interface FileStore {
  /** Stores the whole file or nothing. */
  put(id: string, content: Uint8Array): Promise<void>
  get(id: string): Promise<Buffer>
  remove(id: string): Promise<void>
}

/** Files in `dataDir/files`, each sealed by the vault. */
export function diskStore(dataDir: string, vault: Vault): FileStore {
  const filePath = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('A file is named by a uuid')
    return join(dataDir, 'files', id.slice(-2), id)
  }
  return {
    async put(id, content) {
      const path = filePath(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${process.pid}`
      try {
        await writeFile(draft, vault.sealBytes(content, id), { mode: 0o600 })
        await rename(draft, path)
      } catch (error) {
        // On a full disk the draft may be partly written.
        await rm(draft, { force: true })
        throw error
      }
    },
    get: async (id) => vault.openBytes(await readFile(filePath(id)), id),
    remove: (id) => rm(filePath(id), { force: true }),
  }
}
