// A backup is a gzipped tar archive, readable on any system. Rows are stored in parts of a few megabytes.
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

const block = 512
/** Maximum size of a part, in bytes; a reader holds one part in memory. */
const largestPart = 256 * 1024 * 1024

export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>
  /** Completes the archive. */
  end(): Promise<void>
  /** Stops writing; the file is not a valid archive. */
  abandon(): Promise<void>
}

/** Writes an archive to a new file that only this account can read. */
export function writeArchive(path: string): ArchiveWriter {
  const gzip = createGzip({ level: 4 })
  const written = pipeline(gzip, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  // The error is thrown by the next `add` or `end`; until then it must not crash the process.
  written.catch(() => {})
  const write = async (bytes: Uint8Array) => {
    if (gzip.destroyed) await written
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }
  return {
    async add(name, content) {
      await write(buildHeader(name, content.length))
      await write(content)
      const rest = content.length % block
      if (rest > 0) await write(Buffer.alloc(block - rest))
    },
    async end() {
      gzip.end(Buffer.alloc(2 * block))
      await written
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => {})
    },
  }
}

function buildHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`The name ${name} is too long for an archive`)
  const header = Buffer.alloc(block)
  const put = (text: string, at: number) => header.write(text, at, 'latin1')
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${size.toString(8).padStart(11, '0')}\0`, 124)
  put(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  put('        ', 148)
  put('0', 156)
  put('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export interface ArchivePart {
  name: string
  content: Buffer
}

/**
 * Reads the parts of an archive, one at a time.
 * @throws Error with a message for the operator if the file is missing, not an archive, or incomplete
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivePart> {
  const source = createReadStream(path)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let waiting: Buffer[] = []
  let length = 0
  const take = async (bytes: number): Promise<Buffer | undefined> => {
    while (length < bytes) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      waiting.push(value)
      length += value.length
    }
    const all = Buffer.concat(waiting, length)
    waiting = [all.subarray(bytes)]
    length -= bytes
    return all.subarray(0, bytes)
  }
  try {
    for (;;) {
      const header = await take(block)
      if (!header || header.every((byte) => byte === 0)) return
      const textAt = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
      const size = Number.parseInt(textAt(124, 136), 8)
      if (textAt(257, 262) !== 'ustar' || !(size >= 0 && size <= largestPart)) throw unreadable(path)
      const content = await take(Math.ceil(size / block) * block)
      if (!content) throw unreadable(path)
      yield { name: textAt(0, 100), content: content.subarray(0, size) }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${path}`)
    throw code?.startsWith('Z_') ? unreadable(path) : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

const unreadable = (path: string) => new Error(`${path} is not a backup, or not all of one`)
