import pg from 'pg'

/**
 * A pool whose connections cannot end the process. One that breaks says `error`, and Node ends a process in which nobody listens.
 * A pool listens only while a connection lies idle, and whoever takes it listens a moment later: between the two PostgreSQL's
 * farewell may arrive. So each connection has a listener of its own for as long as it lives; a query on it fails anyway.
 */
export function openPool(config: pg.PoolConfig, onIdleError: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
