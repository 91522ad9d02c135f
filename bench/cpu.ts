import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Linux measures CPU time of a process in hundredths of a second.
const tickUs = 10_000

/** CPU time of a process so far, in microseconds. */
export const processCpu = (pid: number): number => cpuTicks(readStat(pid)) * tickUs

/** CPU time of a PostgreSQL server so far, in microseconds, including processes that have ended. */
export function postgresCpu(postmaster: number): number {
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat[1] === postmaster)
  const [, , , , , , , , , , , , , ended = 0, endedSystem = 0] = readStat(postmaster)
  return (living.reduce((sum, stat) => sum + cpuTicks(stat), 0) + ended + endedSystem) * tickUs
}

/** Process id of the server in one of the project's data folders. */
export const readPostmasterPid = (dataDir: string): number => readServerPid(join(dataDir, 'postgres', 'data'))

/** Process id of the server of a data directory of PostgreSQL. */
export const readServerPid = (directory: string): number =>
  Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])

const cpuTicks = (stat: number[]) => (stat[11] ?? 0) + (stat[12] ?? 0)

/** Fields of `/proc/PID/stat` (see proc(5)) after the name: state, parent, … */
function readStat(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
  } catch {
    return [] // it has just ended
  }
}
