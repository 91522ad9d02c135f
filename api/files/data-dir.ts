import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data directory, level by level: Node's own `recursive` never ends below /proc.
 * @throws Error that names DATA_DIR
 */
export function openDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir, 0o700) // it contains keys and documents
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`DATA_DIR is "${dataDir}"; set it to a folder that this user can make and write to (${code})`)
  }
}

function makeFolder(folder: string, mode?: number): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error('Not a folder'), { code: 'ENOTDIR' })
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
