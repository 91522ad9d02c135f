import { createServer } from 'node:net'
import type { ApiConfig } from '../config.ts'

type Address = Pick<ApiConfig, 'port' | 'host'>

/**
 * Test listen on the server's address, so that a port in use is reported before a database is created.
 * @throws Error with a message that names PORT or HOST
 */
export function checkAddress(address: Address): Promise<void> {
  const { port, host } = address
  return new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host }, () => server.close(() => resolve()))
  }).catch(explainListenError(address))
}

/** Turns an error of `listen` into a message that says how to fix it. */
export const explainListenError =
  ({ port, host }: Address) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`PORT is ${port}; another program uses that port of ${host}. Stop it, or set PORT to a free port`)
    if (error.code === 'EACCES')
      throw new Error(`PORT is ${port}; this user may not listen there. Set PORT to 1024 or more`)
    if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
      throw new Error(
        `HOST is "${host}"; this machine has no such address (${error.code}). Set HOST to localhost, 0.0.0.0 or one of its addresses`,
      )
    throw error
  }
