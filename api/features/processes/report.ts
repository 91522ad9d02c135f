import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { processBeatMs } from '@adire/contract/back-office/system.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { eq, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type ApiConfig, processRoles } from '../../config.ts'
import type { Runtime } from '../../runtime.ts'
import { processes } from './tables.ts'

/** Identifies the build: the first digits of the SHA-256 of the program that runs. */
const readVersion = () => createHash('sha256').update(readFileSync(process.argv[1]!)).digest('hex').slice(0, 8)

/** What a process does, for people: the servers it runs, and `worker` if it runs jobs. A process with all roles lists its servers only. */
const listServers = ({ roles, servers }: Pick<ApiConfig, 'roles' | 'servers'>): string[] => {
  const served = roles.includes('api') ? [...servers] : []
  return roles.length === processRoles.length ? served : [...served, ...roles.filter((role) => role === 'worker')]
}

/**
 * Reports this process to the back office until the returned function is called, which also removes it from the list. A failure is
 * logged and changes nothing else: the process works without being listed.
 */
export function startReporting({ database, config, clock }: Runtime, log: Logger): () => Promise<void> {
  const ending = new AbortController()
  const id = crypto.randomUUID()
  const startedAt = clock()
  const version = readVersion()
  const report = () =>
    database.write(async (tx) => {
      const seenAt = clock()
      await tx
        .insert(processes)
        .values({ id, host: hostname(), pid: process.pid, version, servers: listServers(config), startedAt, seenAt })
        .onConflictDoUpdate({ target: processes.id, set: { seenAt } })
      await tx.delete(processes).where(lt(processes.seenAt, new Date(seenAt.getTime() - dayMs)))
    })
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((error) => log.warn({ err: error }, 'reporting the process failed'))
  const run = async () => {
    while (!ending.signal.aborted) {
      await attempt(report)
      await sleep(processBeatMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
    await attempt(() => database.write((tx) => tx.delete(processes).where(eq(processes.id, id))))
  }
}
