import type { FailureReason } from './tables.ts'

/** Soft declines, which a retry may solve: no funds, a daily limit, an unavailable bank, a lost charge. All others need another card. */
const softReasons: ReadonlySet<string> = new Set<FailureReason>([
  'insufficient_funds',
  'limit_exceeded',
  'frequency_exceeded',
  'issuer_unavailable',
  'system_malfunction',
  'account_suspended',
  'abandoned',
])

export const isSoftDecline = (code: string | null) => code !== null && softReasons.has(code)
