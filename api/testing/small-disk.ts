import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd } from './at-end.ts'

const mebibyte = 1024 * 1024

export interface SmallDisk {
  folder: string
  /** Uses up all free space. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** Whether this process may mount file systems: as root, or in its own mount namespace. */
export function mayMount(): boolean {
  if (process.platform !== 'linux') return false
  const folder = mkdtempSync(join(tmpdir(), 'adire-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'none', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}

const namespaceFlags = ['--map-current-user', '--keep-caps', '--mount']

/** Whether this process may start others in a new namespace in which they can mount. */
export const mayOpenNamespace = (): boolean =>
  process.platform === 'linux' &&
  spawnSync('unshare', [...namespaceFlags, 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0

/** Runs a test file in a new namespace. Resolves with its exit code and output. */
export function testInNamespace(file: string): Promise<{ code: number | null; output: string }> {
  // With this variable, the test runner would report to the parent's runner.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn('unshare', [...namespaceFlags, process.execPath, '--test', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** An in-memory file system of limited size, removed after the test. Processes that use it must have ended before. */
export async function smallDisk(t: TestContext, megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'adire-disk-'))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', folder])
  if (status !== 0) throw new Error(`No file system could be mounted: ${stderr}`)
  atEnd(t, async () => {
    spawnSync('umount', ['--lazy', folder])
    await rm(folder, { recursive: true, force: true })
  })
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'a')
      try {
        for (const piece of [Buffer.alloc(mebibyte), Buffer.alloc(4096)])
          for (let isFull = false; !isFull; )
            await file.write(piece).then(
              ({ bytesWritten }) => {
                isFull = bytesWritten < piece.length
              },
              (error) => {
                if (error.code !== 'ENOSPC') throw error
                isFull = true
              },
            )
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
  }
}
