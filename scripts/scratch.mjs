// The folder for temporary files of a test run: in memory where there is room, and gone with the run.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const neededBytes = 2 * 2 ** 30

/**
 * Makes a new folder the place for temporary files of this process and of all it starts. PostgreSQL writes about a thousand files
 * for each database: on a disk the tests take twice as long.
 */
export function useScratchFolder() {
  const folder = mkdtempSync(join(hasMemoryFolder() ? memoryFolder : tmpdir(), 'adire-'))
  chmodSync(folder, 0o711) // PostgreSQL runs as another user where we are root
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function hasMemoryFolder() {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > neededBytes
}
