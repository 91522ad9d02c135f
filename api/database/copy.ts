import type { ClientBase, Connection } from 'pg'
import pg from 'pg'

const lineEnd = 10

/**
 * The output of `copy … to stdout (format csv)` with CRLF line ends, and its number of rows; pg itself discards it. The
 * output is kept in memory, so query a limited number of rows.
 */
export function copyOut(client: ClientBase, text: string): Promise<{ bytes: Buffer; rows: number }> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(512 * 1024)
    let length = 0
    let rows = 0
    client.query({
      text,
      submit: (connection: Connection) => connection.query(text),
      // One row per chunk, copied because the connection reuses the memory.
      handleCopyData({ chunk }: { chunk: Buffer }) {
        if (length + chunk.length + 1 > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length + chunk.length)
        chunk.copy(bytes, length)
        length += chunk.length + 1
        bytes[length - 2] = 13
        bytes[length - 1] = lineEnd
        rows++
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: () => resolve({ bytes: bytes.subarray(0, length), rows }),
    })
  })
}

/** A value as an SQL literal, for statements that take no parameters. */
export function toSqlLiteral(value: unknown): string {
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return `array[${value.map(toSqlLiteral).join(', ')}]`
  return pg.escapeLiteral(String(value))
}
