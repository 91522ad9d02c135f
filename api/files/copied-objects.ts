// Copies of uploaded files in the backup folder, so that each file exists that a database restored to any instant names.
import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { diskObjects, type ObjectStore } from './objects.ts'

/** The copies in a backup folder. */
export const objectCopies = (backupDir: string): ObjectStore => diskObjects(backupDir)

const copyPath = (backupDir: string, id: string) => join(backupDir, 'files', id.slice(-2), id)

/** A store that also writes each object to the backup folder. A copy stays when the object is removed; its time is then that of the removal. */
export function copiedObjects(objects: ObjectStore, backupDir: string): ObjectStore {
  const copies = objectCopies(backupDir)
  return {
    ...objects,
    async write(id, bytes) {
      await copies.write(id, bytes)
      await objects.write(id, bytes)
    },
    async remove(id) {
      const now = new Date()
      await utimes(copyPath(backupDir, id), now, now).catch(() => {}) // there is no copy of a file from before
      await objects.remove(id)
    },
  }
}

/** Copies what has no copy yet. Returns the number of all copies. */
export async function copyMissingObjects(objects: ObjectStore, backupDir: string): Promise<number> {
  const copies = objectCopies(backupDir)
  let count = 0
  for await (const id of objects.list()) {
    count++
    if (await stat(copyPath(backupDir, id)).catch(() => undefined)) continue
    const bytes = await objects.read(id)
    if (bytes) await copies.write(id, bytes)
  }
  return count
}

/** Removes copies of objects that were removed before `before`. */
export async function removeOldCopies(objects: ObjectStore, backupDir: string, before: Date): Promise<void> {
  const present = new Set<string>()
  for await (const id of objects.list()) present.add(id)
  const copies = objectCopies(backupDir)
  for await (const id of copies.list()) {
    if (present.has(id)) continue
    const { mtime } = await stat(copyPath(backupDir, id))
    if (mtime < before) await copies.remove(id)
  }
}
