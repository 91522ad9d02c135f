import { mkdir, open, readdir, rm, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../http/problem.ts'

/** A temporary file that is read while it is written. It has no name on the disk, so it is gone when it is closed. */
export interface SpoolFile {
  /** @throws 503 unavailable where the file or all files together grow too large, or the disk is nearly full */
  append(piece: string | Buffer): Promise<void>
  /** Says that nothing follows; with an error, that what is there is not the whole file. */
  end(error?: Error): void
  /** The content from its start; waits for what is not written yet. */
  content(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export interface UploadSpool {
  create(): Promise<SpoolFile>
}

const mebibyte = 1024 * 1024
/** What one file may take, all of them together, and what is left free for everything else on the disk. */
const fileBytes = 1024 * mebibyte
const totalBytes = 4096 * mebibyte
const freeBytes = 128 * mebibyte
/** How often the free space is looked at while a file grows. */
const lookEveryBytes = 32 * mebibyte
const readBytes = 256 * 1024

const noRoom = () => problem.unavailable('There is no room for this file just now, please try again later')

/** Temporary files under `folder`. What a process that was killed left behind is removed first. */
export function openSpool(folder: string): UploadSpool {
  let used = 0
  const clean = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }
  let cleaned = clean()
  cleaned.catch(() => {})
  /** A disk that was full when the process started may have room now. */
  const cleanedOnce = () => {
    cleaned = cleaned.catch(clean)
    return cleaned
  }
  const requireSpace = async () => {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < freeBytes) throw noRoom()
  }

  const create = async (): Promise<SpoolFile> => {
    await cleanedOnce()
    await requireSpace()
    const path = join(folder, crypto.randomUUID())
    const handle = await open(path, 'wx+', 0o600)
    // Without a name the system frees it as soon as it is closed, also when this process is killed.
    await unlink(path).catch(async (error) => {
      await handle.close()
      throw error
    })
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
        if (written + bytes.length > fileBytes || used + bytes.length > totalBytes) throw noRoom()
        const before = written
        used += bytes.length
        written += bytes.length
        if (Math.floor(written / lookEveryBytes) > Math.floor(before / lookEveryBytes)) await requireSpace()
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
        used -= written
        written = 0
        await handle.close()
      },
    }
  }
  return { create }
}

async function writeAll(handle: Awaited<ReturnType<typeof open>>, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
