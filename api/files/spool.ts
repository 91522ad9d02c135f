import { type FileHandle, mkdir, open, readdir, rm, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../http/problem.ts'

/** A temporary file that is read while it is written. It has no name on disk, so it disappears when it is closed. */
export interface SpoolFile {
  /** @throws unavailable (503) when the file or all files together become too large, or the disk is nearly full */
  append(piece: string | Buffer): Promise<void>
  /** Marks the end of the file; with an error, marks the file as incomplete, so that readers fail. */
  end(error?: Error): void
  /** Reads the content from its start; waits for pieces that are not written yet. */
  content(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export interface UploadSpool {
  create(): Promise<SpoolFile>
}

const mebibyte = 1024 * 1024
/** Limits in bytes: per file, for all files together, and the free space left for everything else on the disk. */
const fileBytes = 1024 * mebibyte
const totalBytes = 4096 * mebibyte
const freeBytes = 128 * mebibyte
/** Interval of the free space check while a file grows, in bytes written. */
const spaceCheckBytes = 32 * mebibyte
/** Small enough to see whether a slow client makes progress. */
const readBytes = 32 * 1024

const noRoom = () => problem.unavailable('There is no space for this file right now. Please try again later')

/** Temporary files in `folder`. Leftovers of a killed process are removed first. */
export function openSpool(folder: string): UploadSpool {
  const used = { bytes: 0 }
  const clean = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }
  let cleaned = clean()
  cleaned.catch(() => {})
  /** Retries a failed cleanup: a disk that was full at startup may have space now. */
  const cleanedOnce = () => {
    cleaned = cleaned.catch(clean)
    return cleaned
  }
  const requireSpace = async () => {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < freeBytes) throw noRoom()
  }
  return {
    async create() {
      await cleanedOnce()
      await requireSpace()
      return createSpoolFile(await openUnnamedFile(folder), used, requireSpace)
    },
  }
}

/** Without a name the system frees the space when the file is closed, even if this process is killed. */
async function openUnnamedFile(folder: string): Promise<FileHandle> {
  const path = join(folder, crypto.randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path).catch(async (error) => {
    await handle.close()
    throw error
  })
  return handle
}

/** `used`: bytes of all files together. */
function createSpoolFile(handle: FileHandle, used: { bytes: number }, requireSpace: () => Promise<void>): SpoolFile {
  let written = 0
  let readable = 0
  let error: Error | undefined
  let isEnded = false
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers<void>()
  }
  return {
    async append(piece) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      if (written + bytes.length > fileBytes || used.bytes + bytes.length > totalBytes) throw noRoom()
      const before = written
      used.bytes += bytes.length
      written += bytes.length
      if (Math.floor(written / spaceCheckBytes) > Math.floor(before / spaceCheckBytes)) await requireSpace()
      await writeAll(handle, bytes, before)
      readable = written
      wake()
    },
    end(reason) {
      error ??= reason
      isEnded = true
      wake()
    },
    async *content() {
      let from = 0
      for (;;) {
        const next = more.promise
        if (from < readable) {
          const buffer = Buffer.allocUnsafe(Math.min(readBytes, readable - from))
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
          from += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (error) throw error
        else if (isEnded) return
        else await next
      }
    },
    async close() {
      used.bytes -= written
      written = 0
      await handle.close()
    },
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
