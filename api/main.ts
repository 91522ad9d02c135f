import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from './app.ts'
import { type ApiConfig, readConfig, requireMailSettings } from './config.ts'
import { checkProcessors } from './connectors/connector-for.ts'
import { checkServer } from './database/check-server.ts'
import { readClockOffset, requireRightClock } from './database/clock.ts'
import { connectDatabase } from './database/connect.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrateDatabase, requireMigrations } from './database/migrate.ts'
import { demoCredentials, hasDemoBusiness, rejectDemoData } from './database/seed/demo.ts'
import { isEmpty, startSeeding } from './database/seed/start.ts'
import { mailFolder } from './emails/deliver.ts'
import { openSigner } from './features/auth/access-token.ts'
import { findCheckoutState } from './features/checkout-integrity/check.ts'
import { startReporting } from './features/processes/report.ts'
import { addDemoStaff, demoStaff } from './features/staff/demo.ts'
import { openDataDir } from './files/data-dir.ts'
import { checkS3 } from './files/s3-objects.ts'
import { requireSameKeys } from './files/same-keys.ts'
import { openStores } from './files/stores.ts'
import { describeError, terminalMessage } from './http/describe-error.ts'
import { serveHealth } from './http/health.ts'
import { checkAddress, explainListenError } from './http/listen-address.ts'
import { openLog } from './http/log.ts'
import { openServer } from './http/server.ts'
import { openLive } from './jobs/live.ts'
import { watchQueue } from './jobs/queue-status.ts'
import { startWorker } from './jobs/worker.ts'
import type { Runtime } from './runtime.ts'
import type { Traces } from './tracing/traces.ts'

const printLine = (sentence: string) => console.log(sentence)

/** Stop functions of everything started, in the order they are called. */
const stops: (() => Promise<unknown>)[] = []
let stopEmbedded = async () => {}
let stopping = false
/** Marks this process as not ready for load balancers, and waits, before it stops. */
let drain = async () => {}

/** Stops after draining; at a second signal at once. */
async function drainAndStop() {
  const draining = drain
  drain = async () => {}
  await draining()
  await stopProcess(0)
}
let isUp = false
/** Time each stop function gets, in ms. Short during startup: the demo data is one transaction, rolled back when cut off. */
const graceMs = () => (isUp ? 25_000 : 200)

async function stopProcess(code: number) {
  if (stopping) return
  stopping = true
  for (const one of stops) {
    const ended = one().catch((error: Error) => console.error(terminalMessage(error)))
    await Promise.race([ended, sleep(graceMs())])
  }
  await stopEmbedded()
  process.exit(code)
}

async function startProcess() {
  const config = readConfig(process.env)
  checkProcessors(config)
  if (config.production) requireMailSettings(process.env)
  // Settings are checked before anything is created: creating a database takes a minute, checking a setting a moment.
  openDataDir(config.dataDir)
  const signer = await openSigner(config.dataDir)
  const stores = await openStores(config.dataDir, config.filesS3, config.backupDir)
  if (config.filesS3) await checkS3(config.filesS3)
  await checkAddress(config)
  if (config.databaseUrl) await checkServer(config.databaseUrl, 'DATABASE_URL')
  if (config.databaseReadUrl) await checkServer(config.databaseReadUrl, 'DATABASE_READ_URL')
  const url = config.databaseUrl ?? (await startOwnDatabase(config))
  await bringUpToDate(config, url)
  const database = connectDatabase({ url, readUrl: config.databaseReadUrl })
  stops.unshift(database.close)
  requireRightClock(await database.readPrimary(readClockOffset))
  await requireSameKeys(database, {
    SIGNING_KEY: signer.keyFingerprint,
    SEALING_KEY: stores.vault.keyFingerprint,
  })
  const traces = await startTracing(config)
  const live = openLive(url)
  stops.unshift(live.close)
  const runtime: Runtime = { config, database, signer, ...stores, live, traces, clock: () => new Date() }
  if (!config.seedDemo) await rejectDemoData(runtime)
  else if (await isEmpty(database)) await seedDemoBusiness(url)
  const hasDemoStaff = config.seedDemo && (await hasDemoBusiness(runtime))
  if (hasDemoStaff) await database.write((tx) => addDemoStaff(tx, runtime.clock()))
  const log = openLog(config)
  stops.push(async () => log.flush())
  if (config.metrics) {
    // Loaded only when used: it takes memory and time at the start.
    const { serveMetrics } = await import('./metrics/serve.ts')
    stops.unshift((await serveMetrics(runtime, config.metrics, log)).close)
  }
  if (config.roles.includes('worker')) stops.unshift((await startWorker(runtime, log)).stop)
  stops.unshift(startReporting(runtime, log))
  const app = config.roles.includes('api') ? await openApp(runtime, log) : await openServer(runtime, log)
  const draining = serveHealth(app, runtime, { queueStatus: watchQueue(runtime), findCheckoutState })
  drain = async () => {
    draining.begin()
    await sleep(config.drainSeconds * 1000)
  }
  stops.unshift(() => app.close())
  // Dashboards that return after a restart read everything once; connecting after that would make them read it again.
  if (config.roles.includes('api')) await live.connect()
  await app.listen({ port: config.port, host: config.host }).catch(explainListenError(config))
  isUp = true
  printWelcome(config, hasDemoStaff)
}

async function bringUpToDate({ migrateAtStart }: ApiConfig, url: string) {
  if (!migrateAtStart) return requireMigrations(url)
  printLine('• Bringing the database up to date')
  await migrateDatabase(url)
}

function printWelcome(config: ApiConfig, hasDemoStaff: boolean) {
  if (!config.roles.includes('api')) return printLine(`\nBackground jobs run. Port ${config.port} serves /health only`)
  printLine(`\n${config.brand.name} is at ${config.publicUrl}`)
  if (config.seedDemo) printLine(`Sign in as ${demoCredentials.email} with the password ${demoCredentials.password}`)
  if (hasDemoStaff)
    printLine(
      `The back office is at ${config.publicUrl}/operator: sign in as ${demoStaff.email} with the password ${demoStaff.password} and an authenticator app`,
    )
  if (config.mailbox) printLine(`Mail is at ${config.publicUrl}/mailbox`)
  else if (!config.smtpUrl) printLine(`No SMTP_URL is set: emails are only kept as files in ${mailFolder(config)}`)
}

/** Loaded only when used: it takes memory and time at the start. */
async function startTracing({ tracing }: ApiConfig): Promise<Traces | undefined> {
  if (!tracing) return undefined
  const traces = (await import('./tracing/traces.ts')).openTraces(tracing)
  stops.unshift(traces.close)
  return traces
}

async function startOwnDatabase({ dataDir, backupDir }: ApiConfig): Promise<string> {
  printLine('• Starting the database')
  const embedded = await startEmbedded({ dataDir, backupDir, print: printLine })
  stopEmbedded = embedded.stop
  return embedded.url
}

async function seedDemoBusiness(url: string) {
  printLine('• Seeding the demo business')
  const seeding = startSeeding(url)
  stops.unshift(seeding.stop)
  await seeding.ended
}

process.on('SIGTERM', () => void drainAndStop())
process.on('SIGINT', () => void stopProcess(0))
// Under `npm start` this process must stop with its parent, however the parent ended.
process.on('disconnect', () => void stopProcess(0))

startProcess().catch(async (error: Error) => {
  // A running start step fails when stopping closes its database: not an error to report.
  if (stopping) return
  console.error(`✗ ${terminalMessage(error)}`)
  if (process.env.DEBUG) console.error(describeError(error))
  await stopProcess(1)
})
