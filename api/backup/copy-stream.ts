import { once } from 'node:events'
import type pg from 'pg'
import type { Connection } from 'pg'

/** Size of the pieces passed on, in bytes. */
const pieceBytes = 4 * 1024 * 1024

/** Runs `copy … to stdout` and passes its rows to `take` in pieces; the server waits until a piece is taken. */
export function copyRowsOut(
  client: pg.Client,
  text: string,
  take: (piece: Buffer, rows: number) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = (client as unknown as { connection: { stream: NodeJS.ReadableStream } }).connection.stream
    let parts: Buffer[] = []
    let [bytes, rows] = [0, 0]
    let taking = Promise.resolve()
    let failure: unknown
    const hand = () => {
      const [piece, many] = [Buffer.concat(parts, bytes), rows]
      parts = []
      ;[bytes, rows] = [0, 0]
      socket.pause()
      taking = taking
        .then(() => (failure ? undefined : take(piece, many)))
        .catch((error) => {
          failure ??= error
        })
        .then(() => void socket.resume())
    }
    client.query({
      submit: (connection: Connection) => connection.query(text),
      // One row per chunk, with its line end; copied, because the connection reuses the memory.
      handleCopyData({ chunk }: { chunk: Buffer }) {
        parts.push(Buffer.from(chunk))
        bytes += chunk.length
        rows++
        if (bytes >= pieceBytes) hand()
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery() {
        if (bytes > 0) hand()
        void taking.then(() => (failure ? reject(failure) : resolve()))
      },
    } as never)
  })
}

/**
 * Runs `copy … from stdin` with pieces of rows.
 * @throws the database error for invalid rows
 */
export function copyRowsIn(client: pg.Client, text: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const send = async (connection: Connection) => {
      const copying = connection as unknown as {
        stream: import('node:net').Socket
        sendCopyFromChunk(chunk: Buffer): void
        endCopyFrom(): void
        sendCopyFail(message: string): void
      }
      try {
        for await (const piece of pieces) {
          if (failure) return
          copying.sendCopyFromChunk(piece)
          if (copying.stream.writableNeedDrain) await once(copying.stream, 'drain')
        }
        copying.endCopyFrom()
      } catch (error) {
        failure = error as Error
        copying.sendCopyFail('the backup could not be read')
      }
    }
    client.query({
      submit: (connection: Connection) => connection.query(text),
      handleCopyInResponse: (connection: Connection) => void send(connection),
      handleCommandComplete() {},
      handleError(error: Error) {
        failure ??= error
        reject(failure)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    } as never)
  })
}
