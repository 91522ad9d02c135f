import { AsyncLocalStorage } from 'node:async_hooks'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiConfig } from './config.ts'
import type { Context } from './context.ts'
import { checkServer } from './database/check-server.ts'
import { connectDatabase } from './database/connect.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrateDatabase, requireMigrations } from './database/migrate.ts'
import { requireSameKeys } from './files/same-keys.ts'
import { openStores } from './files/stores.ts'
import { createMissingQueues } from './jobs/queues.ts'
import type { OperatorContext } from './operator-context.ts'
import { printLine } from './operator-print.ts'

/** Brings the database up to date, with the queues of jobs, and prints what was missing. */
export async function runMigrations({ databaseUrl }: ApiConfig, url: string): Promise<number> {
  if (databaseUrl) await checkServer(databaseUrl, 'DATABASE_URL')
  const missing = await migrateDatabase(url)
  for (const name of missing) printLine(`• ${name}`)
  await createMissingQueues(url)
  printLine(missing.length === 0 ? '✓ The database was up to date.' : '✓ The database is up to date.')
  return 0
}

/**
 * The configured database; otherwise the embedded one, shared with a running server.
 * @throws Error when the data directory contains no database
 */
export async function openOperatorDatabase(config: ApiConfig): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  await access(join(config.dataDir, 'postgres')).catch(() => {
    throw new Error(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the server`)
  })
  return startEmbedded({ dataDir: config.dataDir, backupDir: config.backupDir })
}

type Write = OperatorContext['write']

/**
 * What a command prints inside a transaction is shown after the commit: nobody reads of a change that was not made, and no identity
 * number without the record of its opening.
 */
function printAfterCommit(write: Write): Pick<OperatorContext, 'print' | 'write'> {
  const uncommitted = new AsyncLocalStorage<string[]>()
  return {
    print(line) {
      const lines = uncommitted.getStore()
      if (lines) lines.push(line)
      else printLine(line)
    },
    async write(use) {
      const lines: string[] = []
      const result = await uncommitted.run(lines, () => write(use))
      for (const line of lines) printLine(line)
      return result
    },
  }
}

/**
 * Runs a command with the database, files and keys of the server.
 * @throws Error if the database lacks migrations, or has other keys
 */
export async function withOperator<T>(
  config: ApiConfig,
  url: string,
  reviewer: string,
  callback: (operator: OperatorContext) => Promise<T>,
) {
  await requireMigrations(url)
  const database = connectDatabase({ url, writers: 2, readers: 1 })
  const { vault, files } = await openStores(config.dataDir, config.filesS3, config.backupDir)
  const origin = { requestId: `operator:${crypto.randomUUID()}`, ip: null, userAgent: null }
  const context = (tx: Context['tx']): Context => {
    const now = new Date()
    return { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
  }
  try {
    await requireSameKeys(database, { SEALING_KEY: vault.keyFingerprint })
    return await callback({
      reviewer,
      files,
      ...printAfterCommit((use) => database.write((tx) => use(context(tx)))),
    })
  } finally {
    await database.close()
  }
}
