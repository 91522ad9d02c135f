import './wiring.ts'
import { readConfig } from './config.ts'
import { connectDatabase } from './database/connect.ts'
import { seedDemo } from './database/seed/seed.ts'
import { openStores } from './files/stores.ts'
import { describeError, terminalMessage } from './http/describe-error.ts'

/** Entry point of the process of `database/seed/start.ts`: seeds the database of `DATABASE_URL`. Sends its error message, if it fails. */
async function seed(): Promise<void> {
  const config = readConfig(process.env)
  const database = connectDatabase({ url: config.databaseUrl!, writers: 1, readers: 1 })
  const { vault, files } = await openStores(config.dataDir, config.filesS3, config.backupDir)
  await seedDemo({ config, database, vault, files, clock: () => new Date() })
  await database.close()
}

// The server decides when this process stops: signals reach all processes of a terminal or group.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(1))

seed().then(
  () => process.exit(0),
  (error: Error) => {
    if (process.env.DEBUG) console.error(describeError(error))
    process.send!({ error: terminalMessage(error) }, () => process.exit(1))
  },
)
