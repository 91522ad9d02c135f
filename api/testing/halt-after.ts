import { createClient } from '../database/one-client.ts'

const lockKey = 7_243_011

/**
 * Lets so many rows of an event of a trigger pass, such as `insert on payments for each row`. Each further one waits, or fails after the
 * timeout of statements: so a process that is to be killed in the middle of its work does not end before, however slow its test is. Returns how to end that.
 */
export async function haltAfter(url: string, rows: number, event: string): Promise<() => Promise<void>> {
  const client = createClient(url)
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [lockKey])
  await client.query('create sequence halt_rows')
  await client.query(`create function halt() returns trigger language plpgsql set lock_timeout = 0 as $$ begin
    if nextval('halt_rows') > ${rows} then perform pg_advisory_xact_lock_shared(${lockKey}); end if;
    return null;
  end $$`)
  await client.query(`create trigger halt after ${event} execute function halt()`)
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [lockKey])
    await client.query('drop function halt cascade')
    await client.query('drop sequence halt_rows')
    await client.end()
  }
}
