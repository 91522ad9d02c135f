// Command line of the provider's operators: `npm run operator -- list`. It prints its own usage.
import './wiring.ts'
import { resolve } from 'node:path'
import { runBackup, runRestore } from './backup/operator.ts'
import { readConfig } from './config.ts'
import { checkProcessors } from './connectors/connector-for.ts'
import { runInBackground } from './current-work.ts'
import { checkAndReport } from './features/settlements/operator.ts'
import { recordStaffEvent } from './features/staff/events.ts'
import { deleteSigningKeyFingerprint } from './files/same-keys.ts'
import { terminalMessage } from './http/describe-error.ts'
import { parseOperatorArguments } from './operator-arguments.ts'
import { operatorCommands, reviewCommand } from './operator-commands.ts'
import type { OperatorContext } from './operator-context.ts'
import { openOperatorDatabase, runMigrations, withOperator } from './operator-database.ts'
import { validateReviewer } from './operator-name.ts'
import { printLine } from './operator-print.ts'
import { operatorUsage } from './operator-usage.ts'

async function main(): Promise<number> {
  const { values, positionals } = parseOperatorArguments()
  const isHelp = values.help || positionals[0] === 'help'
  if (isHelp || positionals.length === 0) {
    console.log(operatorUsage)
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
      const command = operatorCommands[positionals[0]!] ?? reviewCommand
      if (positionals[0] !== 'staff') await recordCommand(operator, positionals, values.reason)
      const code = await runInBackground(() => command(operator, positionals, values))
      if (code === undefined) console.log(operatorUsage)
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

main().then(
  (code) => process.exit(code),
  (error: Error & { code?: string }) => {
    console.error(`✗ ${terminalMessage(error)}`)
    if (error.code?.startsWith('ERR_PARSE_ARGS')) console.error(`\n${operatorUsage}`)
    process.exit(error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1)
  },
)
