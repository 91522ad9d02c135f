import { open } from 'node:fs/promises'

/** Size of the pieces, in bytes. */
const pieceBytes = 4 * 1024 * 1024

/** The content of a file in pieces, at least one; nothing for a file that does not exist (any more). */
export async function* readInPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    // Most files of a database are small.
    const { size } = await file.stat()
    if (size <= pieceBytes) return yield await file.readFile()
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(pieceBytes) })
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
