import { limits } from '@adire/contract/limits.ts'
import type { CardCharge } from '../charges.ts'
import { type Script, scriptFor, scriptNamed } from './cards.ts'
import type { SandboxCharge } from './sandbox-charge.ts'
import { declineCharge } from './store.ts'

export function startCharge(charge: SandboxCharge, { card, amountKobo }: CardCharge, now: Date): void {
  const script = scriptFor(card, now)
  const last4 = card.number.slice(-4)
  if (typeof script === 'string') {
    Object.assign(charge, { amountKobo, last4, chargedAt: now })
    declineCharge(charge, script)
  } else runScript(charge, { script, amountKobo, last4 }, now)
}

interface Begun {
  script: Script
  amountKobo: number
  last4: string
}

/** Starts the script of a test card or account with its first challenge. */
export function runScript(charge: SandboxCharge, { script, amountKobo, last4 }: Begun, now: Date): void {
  Object.assign(charge, { amountKobo, last4, chargedAt: now, challenge: null, card: script.name })
  advanceCharge(charge, now)
}

/** Continues with the next challenge of the script, or with its final outcome. */
export function advanceCharge(charge: SandboxCharge, now: Date): void {
  const script = scriptNamed(charge.card!)
  const challenge = script.challenges[charge.challenge ? script.challenges.indexOf(charge.challenge) + 1 : 0]
  if (challenge) {
    charge.challenge = challenge
    charge.attemptsLeft = challenge === 'otp' ? limits.otpAttempts : challenge === 'pin' ? limits.pinAttempts : null
    charge.pageToken = challenge === 'bank_page' ? crypto.randomUUID() : charge.pageToken
  } else endCharge(charge, script, now)
}

function endCharge(charge: SandboxCharge, { ends, paidBy = 'card' }: Script, now: Date): void {
  if (ends === 'success') Object.assign(charge, { status: 'success', paidBy, challenge: null })
  else if (ends === 'timeout') Object.assign(charge, { status: 'pending', chargedAt: now, challenge: null })
  else declineCharge(charge, ends)
}
