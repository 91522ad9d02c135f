import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the bytes of files are, by their id. What is written is sealed already. */
export interface ObjectStore {
  /** Stores all bytes or nothing. Writing the same again is safe. */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** The bytes; undefined if there are none under this id. */
  read(id: string): Promise<Buffer | undefined>
  remove(id: string): Promise<void>
  /** All ids, for backups. */
  list(): AsyncIterable<string>
}

const idPattern = /^[0-9a-f-]{36}$/

/** @throws Error if it is no id: it becomes a part of a path */
export function requireObjectId(id: string): string {
  if (!idPattern.test(id)) throw new Error('A file is named by a uuid')
  return id
}

export const isObjectId = (text: string): boolean => idPattern.test(text)

/** Objects as files in `dataDir/files`, in folders by the last two digits of their id. */
export function diskObjects(dataDir: string): ObjectStore {
  const folder = join(dataDir, 'files')
  const filePath = (id: string) => join(folder, id.slice(-2), requireObjectId(id))
  return {
    async write(id, bytes) {
      const path = filePath(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${process.pid}`
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, path)
      } catch (error) {
        // On a full disk the draft may be partly written.
        await rm(draft, { force: true })
        throw error
      }
    },
    read: (id) => readFile(filePath(id)).catch(absent),
    remove: (id) => rm(filePath(id), { force: true }),
    async *list() {
      const found = (await readdir(folder, { recursive: true }).catch(absent)) ?? []
      for (const name of found) {
        const [, id] = /^[0-9a-f]{2}\/([0-9a-f-]{36})$/.exec(name) ?? []
        if (id !== undefined) yield id
      }
    },
  }
}

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}
