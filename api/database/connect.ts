import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { connectionTaken, type PoolName } from '../metrics/measurements.ts'
import { isDiskFull } from './errors.ts'
import { openPool } from './pool.ts'
import { type ReadTransaction, readFromReplica } from './replica.ts'
import { statementNames } from './statement-names.ts'
import { isUnavailable, NoConnection } from './unavailable.ts'
import { startCollecting, stopCollecting, writeCollected } from './write-at-commit.ts'

/** A Drizzle handle on one connection: in a write, the open transaction; in a read, a read-only session. */
export type Tx = NodePgDatabase & { $client: pg.ClientBase }

export interface Database {
  /** Runs the callback in one transaction. */
  write<T>(callback: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs a callback that sends one statement: a transaction by itself, without begin and commit. */
  writeStatement<T>(callback: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs the callback on a read-only connection, on the replica if there is one. It sees everything committed before it
   * started. The callback must have no side effects: if the replica fails, it runs again on the primary.
   */
  read<T>(callback: (tx: Tx) => Promise<T>): Promise<T>
  /** As `read`, on the primary: for data that a write also depends on, such as the caller's session. */
  readPrimary<T>(callback: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs the callback in one read-only transaction on a snapshot, from a separate pool, so that long reads such as exports
   * take no connection from requests.
   */
  readSnapshot<T>(callback: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections of each pool at this moment. */
  poolStates(): PoolState[]
  /** Whether a write failed in the last ten seconds because the database's disk is full. */
  isFull(): boolean
  url: string
  close(): Promise<void>
}

/** Connections of a pool: all, those that nobody uses, and callers that wait for one. */
export interface PoolState {
  name: PoolName
  total: number
  idle: number
  waiting: number
}

export interface ConnectOptions {
  url: string
  readUrl?: string | undefined
  writers?: number
  readers?: number
  /** Number of connections for snapshots. */
  snapshots?: number
  /** Statement timeout, in ms. */
  statementTimeoutMs?: number
  /** Lock timeout of writes, in ms; an open transaction may be idle six times as long. */
  lockTimeoutMs?: number
}

// Money is kobo in bigint columns. A JavaScript number is exact up to 90 trillion naira; beyond that an error is thrown.
const exactInteger = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, which a number cannot hold exactly`)
  return value
}
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? exactInteger
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Converts PostgreSQL's UTC text, such as `2026-11-21 18:47:44.66+00`, to the contract's format. */
const instantText = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`

/** For queries whose instants are only returned: parsing them to Dates costs a long list more than all its other columns. */
export const instantsAsText: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? instantText
      : types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** How long the disk counts as full after a write failed, in ms. */
const fullForMs = 10_000

/** Connect timeout of the replica, in ms; after it the primary is used. */
const replicaConnectMs = 1000

/** Minimum similarity of a name to a misspelt word (`%>` of pg_trgm). */
const similarity = '-c pg_trgm.word_similarity_threshold=0.4'

/** To compile a statement takes longer than it saves; the built-in database has no compiler. */
const compilation = '-c jit=off'

/** Opens the connection pools. Small on purpose: for PostgreSQL a busy connection is cheaper than waking an idle one. */
export function connectDatabase(options: ConnectOptions): Database {
  const { url, readUrl, writers = 8, readers = 4, snapshots = 2 } = options
  const { statementTimeoutMs = 10_000, lockTimeoutMs = 5_000 } = options
  const pool = (name: PoolName, connectionString: string, max: number, settings: string, connectMs = 10_000) => {
    const opened = openPool({
      connectionString,
      max,
      types,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      options: `-c statement_timeout=${statementTimeoutMs} -c timezone=UTC ${similarity} ${compilation} ${settings}`,
    })
    return { name, opened }
  }
  const idleMs = 6 * lockTimeoutMs
  const waits = `-c lock_timeout=${lockTimeoutMs} -c idle_in_transaction_session_timeout=${idleMs}`
  const writing = pool('write', url, writers, waits)
  const readOnly = '-c default_transaction_read_only=on'
  const reading = pool('read', url, readers, readOnly)
  const replica = readUrl === undefined ? undefined : pool('replica', readUrl, readers, readOnly, replicaConnectMs)
  // On the primary: a replica cancels snapshots that are longer than its replay may wait.
  const snapshotting = pool('snapshot', url, snapshots, `${readOnly} -c idle_in_transaction_session_timeout=60000`)
  const pools = [writing, reading, ...(replica ? [replica] : []), snapshotting]
  let fullAtMs = -Infinity
  const rethrowAsUnavailable = (error: unknown): never => {
    if (isDiskFull(error)) fullAtMs = performance.now()
    throw error
  }
  const readPrimary: ReadTransaction = (callback) => onConnection(reading, (client) => callback(transactionOf(client)))
  const readReplica: ReadTransaction = (callback) => onConnection(replica!, (client) => callback(transactionOf(client)))
  return {
    url,
    write: (callback) => onConnection(writing, (client) => inTransaction(client, callback)).catch(rethrowAsUnavailable),
    writeStatement: (callback) =>
      onConnection(writing, (client) => callback(transactionOf(client))).catch(rethrowAsUnavailable),
    isFull: () => performance.now() - fullAtMs < fullForMs,
    read: replica ? readFromReplica(readPrimary, readReplica) : readPrimary,
    readPrimary,
    readSnapshot: (callback) =>
      onConnection(snapshotting, (client) => inTransaction(client, callback, 'begin isolation level repeatable read')),
    poolStates: () => pools.map(({ name, opened }) => poolState(name, opened)),
    close: async () => {
      await Promise.all(pools.map(({ opened }) => opened.end()))
    },
  }
}

const poolState = (name: PoolName, { totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  name,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

const handles = new WeakMap<pg.PoolClient, Tx>()
function transactionOf(client: pg.PoolClient): Tx {
  const known = handles.get(client)
  if (known) return known
  const made = drizzle(naming(client), { casing: 'snake_case' }) as unknown as Tx
  made.$client = client
  handles.set(client, made)
  return made
}

const statementName = statementNames()

/** Names Drizzle's statements, so that each connection parses and plans a statement only once. */
function naming(client: pg.PoolClient): pg.PoolClient {
  const query = (config: pg.QueryConfig, values: unknown[]) =>
    client.query({ ...config, name: statementName(config.text) }, values)
  return { query } as unknown as pg.PoolClient
}

interface NamedPool {
  name: PoolName
  opened: pg.Pool
}

async function onConnection<T>(pool: NamedPool, callback: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeConnection(pool)
  let broken: Error | undefined
  const breaks = (error: Error) => {
    broken = error
  }
  client.on('error', breaks)
  try {
    return await callback(client)
  } catch (error) {
    if (isUnavailable(error)) broken = error as Error
    throw error
  } finally {
    client.off('error', breaks)
    client.release(broken)
  }
}

async function takeConnection({ name, opened }: NamedPool): Promise<pg.PoolClient> {
  const startedAt = performance.now()
  const record = (isTaken: boolean) =>
    connectionTaken.record({ pool: name, seconds: (performance.now() - startedAt) / 1000, isTaken })
  try {
    const client = await opened.connect()
    record(true)
    return client
  } catch (error) {
    record(false)
    throw new NoConnection(error)
  }
}

/** What runs when the transaction of a connection is committed. */
const commitCallbacks = new WeakMap<pg.ClientBase, (() => void)[]>()

/** Runs the callback once the transaction is committed, and never if it is not. The callback must not throw. */
export function afterCommit({ $client }: Tx, callback: () => void): void {
  commitCallbacks.set($client, [...(commitCallbacks.get($client) ?? []), callback])
}

async function inTransaction<T>(client: pg.PoolClient, callback: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin)
  startCollecting(client)
  try {
    const tx = transactionOf(client)
    const result = await callback(tx)
    await writeCollected(tx)
    await client.query('commit')
    for (const run of commitCallbacks.get(client) ?? []) run()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    commitCallbacks.delete(client)
    stopCollecting(client)
  }
}
