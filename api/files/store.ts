import type { ObjectStore } from './objects.ts'
import type { Vault } from './vault.ts'

/** Storage of uploaded files by our id, never by their uploaded name. Writing the same file again is safe. */
export interface FileStore {
  /** Stores the whole file or nothing. */
  put(id: string, content: Uint8Array): Promise<void>
  get(id: string): Promise<Buffer>
  remove(id: string): Promise<void>
}

/** Files in an object store, each sealed by the vault: neither the disk nor the provider of the store can read them. */
export function sealedStore(objects: ObjectStore, vault: Vault): FileStore {
  return {
    put: (id, content) => objects.write(id, vault.sealBytes(content, id)),
    async get(id) {
      const sealed = await objects.read(id)
      if (!sealed) throw new Error(`There is no file ${id}`)
      return vault.openBytes(sealed, id)
    },
    remove: (id) => objects.remove(id),
  }
}
