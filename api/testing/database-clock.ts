import type { TestContext } from 'node:test'
import { asOneClient } from '../database/one-client.ts'
import { testDatabase } from './database.ts'

/** The clock of a database, `clock_timestamp()`, as connections see it that are opened after `openDatabaseClock`. */
export interface DatabaseClock {
  /** Runs, by so many seconds ahead of the true time. */
  skew(seconds: number): Promise<void>
  /** Stands still, so many ms after it was first stopped. */
  stop(afterMs?: number): Promise<void>
}

/** A clock that runs and is right. A test of what happens within milliseconds stops it, as its own duration would count otherwise. */
export async function openDatabaseClock(url: string): Promise<DatabaseClock> {
  const setClock = (expression: string) =>
    asOneClient(url, (client) =>
      client.query(
        `create or replace function test_clock.clock_timestamp() returns timestamptz language sql volatile as $$ select ${expression} $$`,
      ),
    )
  const { name, now } = await asOneClient(url, async (client) => {
    await client.query('create schema test_clock')
    const { rows } = await client.query<{ name: string; now: Date }>('select current_database() as name, now()')
    return rows[0]!
  })
  const skew = (seconds: number) => setClock(`pg_catalog.clock_timestamp() + ${seconds} * interval '1 s'`)
  await skew(0)
  await asOneClient(url, (client) =>
    client.query(`alter database ${name} set search_path = test_clock, pg_catalog, public`),
  )
  return {
    skew: async (seconds) => void (await skew(seconds)),
    stop: async (afterMs = 0) =>
      void (await setClock(`timestamptz '${now.toISOString()}' + ${afterMs} * interval '1 ms'`)),
  }
}

/** The address of a new database, and its clock, which stands still. */
export async function databaseWithStoppedClock(t: TestContext) {
  const url = await testDatabase(t)
  const clock = await openDatabaseClock(url)
  await clock.stop()
  return { url, stopClock: clock.stop }
}
