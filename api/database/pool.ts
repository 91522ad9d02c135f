import pg from 'pg'

/**
 * A pool whose broken connections cannot crash the process. Node exits on an `error` event without a listener. A pool listens
 * only while a connection is idle, and the code that takes it listens a moment later; PostgreSQL's termination message may
 * arrive in between. So each connection has a permanent listener; a query on a broken connection fails anyway.
 */
export function openPool(config: pg.PoolConfig, onIdleError: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onIdleError)
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
