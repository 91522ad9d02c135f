import type { ClientBase, Connection } from 'pg'
import pg from 'pg'

const lineEnd = 10

/**
 * What `copy … to stdout (format csv)` answers, lines ending as Windows does, and how many rows they are; pg itself leaves
 * such answers out. All of it is kept until it is read, so ask for a piece.
 */
export function copyOut(client: ClientBase, text: string): Promise<{ bytes: Buffer; rows: number }> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(512 * 1024)
    let length = 0
    let rows = 0
    client.query({
      submit: (connection: Connection) => connection.query(text),
      // One row each. It is copied because the connection uses the memory again.
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

/** A value as it stands in the text of a statement, for those that take no parameters. */
export function toSqlLiteral(value: unknown): string {
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return `array[${value.map(toSqlLiteral).join(', ')}]`
  return pg.escapeLiteral(String(value))
}
