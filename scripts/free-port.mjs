import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Free port below the range that the system assigns to connections, so that no other program takes it in the meantime. */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const probe = createServer()
    const isFree = new Promise((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (await isFree) return port
  }
}
