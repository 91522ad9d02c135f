// Command line of the provider's operators: `npm run operator -- list`. It prints its own usage.
import './wiring.ts'
import { access } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupUsage, runBackup, runRestore } from './backup/operator.ts'
import { type ApiConfig, readConfig } from './config.ts'
import { runInBackground } from './connectors/background.ts'
import { checkProcessors } from './connectors/connector-for.ts'
import type { Context } from './context.ts'
import { checkServer } from './database/check-server.ts'
import { connectDatabase } from './database/connect.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrateDatabase } from './database/migrate.ts'
import { auditUsage, runAuditCommand } from './features/audit/operator.ts'
import { channelUsage, runChannelCommand } from './features/channel-health/operator.ts'
import { checkoutUsage, runCheckoutCommand } from './features/checkout-integrity/operator.ts'
import { disputeUsage, runDisputeCommand } from './features/disputes/operator.ts'
import { kycUsage, type OperatorContext, runKycCommand } from './features/onboarding/operator.ts'
import { priceUsage, runPriceCommand } from './features/prices/operator.ts'
import { paymentUsage, runPaymentCommand } from './features/processor-calls/operator.ts'
import { eventUsage, runEventCommand } from './features/processor-events/operator.ts'
import { reconciliationUsage, runReconciliationCommand } from './features/reconciliation/operator.ts'
import { restrictionUsage, runRestrictionCommand } from './features/restrictions/operator.ts'
import { routingUsage, runRoutingCommand } from './features/routing/operator.ts'
import { checkAndReport, moneyUsage, runMoneyCommand } from './features/settlements/operator.ts'
import { recordStaffEvent } from './features/staff/events.ts'
import { runStaffCommand, staffUsage } from './features/staff/operator.ts'
import { runUserCommand, userUsage } from './features/users/operator.ts'
import { deleteSigningKeyFingerprint, requireSameKeys } from './files/same-keys.ts'
import { openStores } from './files/stores.ts'
import { terminalMessage } from './http/describe-error.ts'
import { jobsUsage, runJobsCommand } from './jobs/operator.ts'

const options = {
  as: { type: 'string' },
  reason: { type: 'string' },
  numbers: { type: 'boolean' },
  'save-documents': { type: 'string' },
  'with-sandbox-documents': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  'keep-days': { type: 'string' },
  csv: { type: 'boolean' },
  'reserve-bps': { type: 'string' },
  'reserve-days': { type: 'string' },
  'stamp-duty': { type: 'string' },
  statement: { type: 'string' },
  account: { type: 'string' },
  bps: { type: 'string' },
  'flat-kobo': { type: 'string' },
  'waive-below-kobo': { type: 'string' },
  'cap-kobo': { type: 'string' },
  bearer: { type: 'string' },
  until: { type: 'string' },
  on: { type: 'string' },
  business: { type: 'string' },
  'payment-kobo': { type: 'string' },
  'day-kobo': { type: 'string' },
  'amount-kobo': { type: 'string' },
  due: { type: 'string' },
  channel: { type: 'string' },
  role: { type: 'string' },
  bank: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const databaseUsage = `
  migrate                                    brings the database up to date, for processes with MIGRATE_AT_START=off
  keys replace-signing                       allows the next process that starts to have a new SIGNING_KEY`

const usages = [
  kycUsage,
  disputeUsage,
  moneyUsage,
  restrictionUsage,
  priceUsage,
  reconciliationUsage,
  auditUsage,
  paymentUsage,
  channelUsage,
  routingUsage,
  userUsage,
  staffUsage,
  checkoutUsage,
  eventUsage,
  jobsUsage,
  databaseUsage,
  backupUsage,
]
const usage = usages.join('\n')

type Values = ReturnType<typeof parseWords>['values']
/** Runs a command that uses the database. Returns the exit code, or undefined if the words are no command. */
type Command = (operator: OperatorContext, words: string[], values: Values) => Promise<number | undefined>

const moneyCommand: Command = (operator, words, values) =>
  runMoneyCommand(operator, words, {
    reason: values.reason,
    from: values.from,
    to: values.to,
    csv: values.csv === true,
    reserveBps: values['reserve-bps'],
    reserveDays: values['reserve-days'],
    stampDuty: values['stamp-duty'],
  })

const reviewCommand: Command = (operator, words, values) =>
  runKycCommand(operator, words, {
    reason: values.reason,
    saveDocuments: values['save-documents'],
    numbers: values.numbers === true,
    withSandboxDocuments: values['with-sandbox-documents'] === true,
  })

/** Commands by their first word; all others review businesses. */
const commands: Readonly<Partial<Record<string, Command>>> = {
  dispute: (operator, [, ...words], values) =>
    runDisputeCommand(operator, words, {
      reason: values.reason,
      saveDocuments: values['save-documents'],
      amountKobo: values['amount-kobo'],
      due: values.due,
    }),
  user: (operator, [, ...words], { reason }) => runUserCommand(operator, words, reason),
  staff: (operator, [, ...words], { role }) => runStaffCommand(operator, words, role),
  jobs: (operator, [, ...words]) => runJobsCommand(operator, words),
  routing: (operator, [, ...words], values) => runRoutingCommand(operator, words, values),
  channels: (operator, [, ...words]) => runChannelCommand(operator, words),
  events: (operator, [, ...words]) => runEventCommand(operator, words),
  payments: (operator, [, ...words]) => runPaymentCommand(operator, words),
  audit: (operator, [, ...words]) => runAuditCommand(operator, words),
  reconciliation: (operator, [, ...words], values) => runReconciliationCommand(operator, words, values),
  business: (operator, [, ...words], values) => runRestrictionCommand(operator, words, values),
  prices: (operator, [, ...words], values) => runPriceCommand(operator, words, values),
  checkout: (operator, [, ...words]) => runCheckoutCommand(operator, words),
  ledger: moneyCommand,
  settlement: moneyCommand,
  holiday: moneyCommand,
}

const parseWords = () => parseArgs({ options, allowPositionals: true, strict: true })

const printLine = (line: string) => console.log(line)

async function main(): Promise<number> {
  const { values, positionals } = parseWords()
  const isHelp = values.help || positionals[0] === 'help'
  if (isHelp || positionals.length === 0) {
    console.log(usage)
    return isHelp ? 0 : 2
  }
  const config = readConfig(process.env)
  checkProcessors(config)
  if (positionals[0] === 'restore' && positionals.length === 1 && values.from)
    return runRestore(config, {
      from: resolve(values.from),
      until: values.until,
      print: printLine,
      check: (url) => withOperator(config, url, 'restore', checkAndReport),
    })
  const { url, stop } = await openOperatorDatabase(config)
  try {
    if (positionals.join(' ') === 'migrate') return await runMigrations(config, url)
    if (positionals[0] === 'backup' && positionals.length === 1)
      return await runBackup(config, url, { to: values.to, keepDays: values['keep-days'], print: printLine })
    return await withOperator(config, url, validateReviewer(values.as), async (operator) => {
      if (positionals.join(' ') === 'keys replace-signing') {
        await operator.write(({ tx }) => deleteSigningKeyFingerprint(tx))
        printLine(
          'The next process that starts can have a new SIGNING_KEY. Set it for all processes. All users have to sign in again.',
        )
        return 0
      }
      const command = commands[positionals[0]!] ?? reviewCommand
      if (positionals[0] !== 'staff') await recordCommand(operator, positionals, values.reason)
      const code = await runInBackground(() => command(operator, positionals, values))
      if (code === undefined) console.log(usage)
      return code ?? 2
    })
  } finally {
    await stop()
  }
}

/** Records a command in the log of the staff before it runs. Those about the staff record what they change themselves. */
const recordCommand = ({ write, reviewer }: OperatorContext, words: readonly string[], reason: string | undefined) =>
  write((context) =>
    recordStaffEvent(context, {
      action: 'command.run',
      object: words.join(' ').slice(0, 200),
      ...(reason !== undefined && { after: { reason: reason.slice(0, 500) } }),
      actor: { id: null, name: reviewer },
    }),
  )

/** Brings the database up to date, and prints what was missing. */
async function runMigrations({ databaseUrl }: ApiConfig, url: string): Promise<number> {
  if (databaseUrl) await checkServer(databaseUrl, 'DATABASE_URL')
  const missing = await migrateDatabase(url)
  for (const name of missing) printLine(`• ${name}`)
  printLine(missing.length === 0 ? '✓ The database was up to date.' : '✓ The database is up to date.')
  return 0
}

/**
 * The operator's name for the audit log: the operating system account, plus the name given with `--as`. The account comes
 * from the system and not from the environment, which anyone can set.
 * @throws Error for a name that is empty, too long or not printable
 */
function validateReviewer(name: string | undefined): string {
  const account = userInfo().username
  if (name === undefined) return account
  if (name.trim() === '' || name.length > 100 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new Error('--as must be a name of at most 100 visible characters')
  return name.trim() === account ? account : `${name.trim()} (${account})`
}

/**
 * The configured database; otherwise the embedded one, shared with a running server.
 * @throws Error when the data directory contains no database
 */
async function openOperatorDatabase(config: ApiConfig): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  await access(join(config.dataDir, 'postgres')).catch(() => {
    throw new Error(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the server`)
  })
  return startEmbedded({ dataDir: config.dataDir, backupDir: config.backupDir })
}

async function withOperator<T>(
  config: ApiConfig,
  url: string,
  reviewer: string,
  callback: (operator: OperatorContext) => Promise<T>,
) {
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
      print: printLine,
      write: (use) => database.write((tx) => use(context(tx))),
    })
  } finally {
    await database.close()
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error & { code?: string }) => {
    console.error(`✗ ${terminalMessage(error)}`)
    if (error.code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${usage}`)
    process.exit(error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1)
  },
)
