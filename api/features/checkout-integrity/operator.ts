import { formatInstant } from '../../lagos.ts'
import { type CheckSource, checkCheckout, listChecks } from './check.ts'

export const checkoutUsage = `
  checkout check                             compares the checkout at PUBLIC_URL with the inventory of this version: exit code 1 if it differs
  checkout list                              results of the daily checks, newest first`

interface OperatorContext {
  print(line: string): void
  write: CheckSource['write']
}

/** Runs one command. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runCheckoutCommand(
  { print, write }: OperatorContext,
  words: readonly string[],
): Promise<number | undefined> {
  if (words.join(' ') === 'list') {
    const checks = await write(({ tx }) => listChecks(tx))
    if (checks.length === 0)
      print('The checkout was not checked yet: it is checked every day, and by "checkout check".')
    for (const { day, status, differences, checkedAt } of checks) {
      print(`${day}  ${status.padEnd(9)}  ${formatInstant(checkedAt)}`)
      if (status !== 'unchanged') for (const difference of differences) print(`  ✗ ${difference}`)
    }
    return 0
  }
  if (words.join(' ') !== 'check') return undefined
  const config = await write(async (context) => context.config)
  const differences = await checkCheckout({ config, write })
  for (const difference of differences) print(`✗ ${difference}`)
  if (differences.length === 0) print(`✓ The checkout at ${config.publicUrl} is that of the inventory.`)
  return differences.length === 0 ? 0 : 1
}
