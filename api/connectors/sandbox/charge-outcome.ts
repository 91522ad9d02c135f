import type { ChargeOutcome } from '../charges.ts'
import type { DeclineReason } from '../response-codes.ts'
import { sampleSender } from './messages.ts'
import type { SandboxCharge } from './sandbox-charge.ts'

export type ToOutcome = (charge: SandboxCharge, wrong?: boolean) => ChargeOutcome

export function toChargeOutcome(charge: SandboxCharge, bankPageUrl: string, wrong: boolean): ChargeOutcome {
  const { status, challenge, attemptsLeft, pageToken } = charge
  if (status === 'success') {
    const saved = charge.token && charge.paidBy === 'card' ? { token: charge.token } : {}
    return { kind: 'success', paidBy: charge.paidBy!, ...sampleSender(charge.paidBy!), ...saved }
  }
  if (status === 'failed') return { kind: 'failed', reason: charge.declined as DeclineReason }
  if (status === 'pending') return { kind: 'pending' }
  if (!challenge) return { kind: 'open' }
  const openUrl = challenge === 'bank_page' ? { openUrl: `${bankPageUrl}/${pageToken}` } : {}
  return { kind: 'challenge', challenge, attemptsLeft, wrong, ...openUrl }
}
