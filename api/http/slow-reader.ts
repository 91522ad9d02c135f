import type { ServerResponse } from 'node:http'

/**
 * Disconnects a client that takes less than `minimumBytes()` of a response in a window of `windowMs`, while bytes were waiting for it at
 * its beginning and end. The limit of a socket without any progress is not enough: a client that reads a little now and then never reaches it.
 */
export function disconnectSlowReader(raw: ServerResponse, windowMs: number, minimumBytes: () => number): void {
  let taken = countTaken(raw)
  let waited = false
  const timer = setInterval(() => {
    const [before, waitedBefore] = [taken, waited]
    taken = countTaken(raw)
    waited = raw.writableLength > 0
    if (waited && waitedBefore && taken - before < minimumBytes()) raw.destroy()
  }, windowMs)
  raw.once('close', () => clearInterval(timer))
}

/** Bytes of the connection that have left this process. */
const countTaken = ({ socket }: ServerResponse) => (socket ? socket.bytesWritten - socket.writableLength : 0)
