import type { Tx } from './connect.ts'

/** Difference between the clocks of a process and of the database from which on the process takes no work, in ms (decision 126). */
const toleratedMs = 30_000

export const isClockRight = (offsetMs: number): boolean => Math.abs(offsetMs) <= toleratedMs

/** SQL expression: the time of the database, in ms since the epoch. */
export const databaseMsText = 'extract(epoch from clock_timestamp())::double precision * 1000'

/**
 * How far the clock of this process is ahead of that of the database, in ms; negative if it is behind. `databaseMs` was read between
 * `sentMs` and `receivedMs`, so a slow response is no difference.
 */
export const clockOffset = (sentMs: number, databaseMs: number, receivedMs: number): number =>
  Math.max(0, sentMs - databaseMs) + Math.min(0, receivedMs - databaseMs)

export async function readClockOffset(tx: Tx): Promise<number> {
  const sentMs = Date.now()
  const { rows } = await tx.$client.query<{ databaseMs: number }>({
    name: 'clock_of_database',
    text: `select ${databaseMsText} as "databaseMs"`,
  })
  return clockOffset(sentMs, rows[0]!.databaseMs, Date.now())
}

/** Such as "The clock of this machine is 7200 seconds ahead of that of the database". */
export function describeClockOffset(offsetMs: number): string {
  const side = offsetMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${Math.round(Math.abs(offsetMs) / 1000)} seconds ${side} that of the database`
}

/** @throws Error that says what to do, if the clocks differ */
export function requireRightClock(offsetMs: number): void {
  if (isClockRight(offsetMs)) return
  throw new Error(
    `${describeClockOffset(offsetMs)}. Synchronise both by NTP (chrony or systemd-timesyncd), then start again`,
  )
}
