import type { OperatorContext } from '../../operator-context.ts'
import { checkAuditChains } from './chain.ts'

export const auditUsage = `
  audit check                                recomputes the chains of the audit log: changed and missing events`

/** Runs one command. Returns the exit code (1: the log was changed), or undefined if there is no such command. */
export async function runAuditCommand({ print, write }: OperatorContext, words: string[]): Promise<number | undefined> {
  if (words.join(' ') !== 'check') return undefined
  const { chains, events, deleted, faults, digest } = await checkAuditChains(write)
  print(`${events} events in ${chains} chains. Digest of their ends: ${digest}`)
  if (deleted > 0) print(`${deleted} older events were deleted after the retention period (AUDIT_LOG_DAYS).`)
  for (const fault of faults) print(`✗ ${fault}`)
  if (faults.length === 0) print('✓ No event was changed or removed since it was linked.')
  return faults.length === 0 ? 0 : 1
}
