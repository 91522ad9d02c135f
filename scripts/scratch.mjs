// Folder for the temporary files of a test run: in memory if there is room, and deleted after the run.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const neededBytes = 2 * 2 ** 30

/**
 * Creates the temporary folder of this process and its children. PostgreSQL writes about a thousand files per database, so
 * on a disk the tests take twice as long.
 */
export function useScratchFolder() {
  const folder = mkdtempSync(join(hasMemoryFolder() ? memoryFolder : tmpdir(), 'adire-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as another user and needs access
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function hasMemoryFolder() {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > neededBytes
}
