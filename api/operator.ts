// The provider's reviewers decide here about businesses: `npm run operator -- list`. It says itself what it can do.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { connect } from './database/connect.ts'
import { startEmbedded } from './database/embedded.ts'
import { usage as disputeUsage, runDisputeCommand } from './features/disputes/operator.ts'
import { type Desk, usage as kycUsage, runCommand } from './features/kyc/operator.ts'
import { usage as moneyUsage, runMoneyCommand } from './features/settlements/operator.ts'
import { openKeeping } from './files/keeping.ts'
import { terminalMessage } from './http/describe-error.ts'
import { usage as jobsUsage, runJobsCommand } from './jobs/operator.ts'

const options = {
  as: { type: 'string' },
  reason: { type: 'string' },
  numbers: { type: 'boolean' },
  'save-documents': { type: 'string' },
  'with-sandbox-papers': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
  'reserve-bps': { type: 'string' },
  'reserve-days': { type: 'string' },
  'stamp-duty': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const usage = `${kycUsage}\n${disputeUsage}\n${moneyUsage}\n${jobsUsage}`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true, strict: true })
  if (values.help || positionals.length === 0) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const config = readConfig(process.env)
  const { url, stop } = await reach(config)
  try {
    return await withDesk(config, url, values.as ?? process.env.USER ?? 'operator', async (desk) => {
      const choices = { reason: values.reason, saveDocuments: values['save-documents'] }
      if (positionals[0] === 'dispute') {
        const code = await runDisputeCommand(desk, positionals.slice(1), choices)
        if (code === undefined) console.log(usage)
        return code ?? 2
      }
      if (positionals[0] === 'jobs') {
        const code = await runJobsCommand(desk, positionals.slice(1))
        if (code === undefined) console.log(usage)
        return code ?? 2
      }
      if (['ledger', 'settlement', 'holiday'].includes(positionals[0]!)) {
        const code = await runMoneyCommand(desk, positionals, {
          ...choices,
          from: values.from,
          to: values.to,
          csv: values.csv === true,
          reserveBps: values['reserve-bps'],
          reserveDays: values['reserve-days'],
          stampDuty: values['stamp-duty'],
        })
        if (code === undefined) console.log(usage)
        return code ?? 2
      }
      return runCommand(desk, positionals, {
        ...choices,
        numbers: values.numbers === true,
        withSandboxPapers: values['with-sandbox-papers'] === true,
      })
    })
  } finally {
    await stop()
  }
}

/** The database that is configured; else the one under the data directory, the running server's where one runs. */
async function reach(config: Config): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  await access(join(config.dataDir, 'postgres')).catch(() => {
    throw new Error(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the server`)
  })
  return startEmbedded({ dataDir: config.dataDir })
}

async function withDesk<T>(config: Config, url: string, reviewer: string, work: (desk: Desk) => Promise<T>) {
  const database = connect({ url, writers: 2, readers: 1 })
  const { vault, files } = await openKeeping(config.dataDir)
  const origin = { requestId: `operator:${crypto.randomUUID()}`, ip: null, userAgent: null }
  const context = (tx: Context['tx']): Context => {
    const now = new Date()
    return { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
  }
  try {
    return await work({
      reviewer,
      files,
      say: (line) => console.log(line),
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
