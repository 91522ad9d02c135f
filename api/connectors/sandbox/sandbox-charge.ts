import type { Channel } from '@adire/contract/channels/channels.ts'
import type { Challenge } from '../charges.ts'

/** Payment as stored by the sandbox. It accepts money for a reference once, by any channel. */
export interface SandboxCharge {
  reference: string
  amountKobo: number
  status: 'open' | 'pending' | 'success' | 'failed' | 'closed'
  card: string | null
  last4: string | null
  challenge: Challenge | null
  attemptsLeft: number | null
  declined: string | null
  pageToken: string | null
  accountNumber: string | null
  accountExpiresAt: Date | null
  offlineRef: string | null
  offlineChannel: Channel | null
  offlineExpiresAt: Date | null
  paidBy: Channel | null
  chargedAt: Date | null
  token: string | null
}

/** Charge for which nothing has been sent yet. */
export const newCharge = (reference: string): SandboxCharge => ({
  reference,
  amountKobo: 0,
  status: 'open',
  card: null,
  last4: null,
  challenge: null,
  attemptsLeft: null,
  declined: null,
  pageToken: null,
  accountNumber: null,
  accountExpiresAt: null,
  offlineRef: null,
  offlineChannel: null,
  offlineExpiresAt: null,
  paidBy: null,
  chargedAt: null,
  token: null,
})

/** Saved card. */
export interface SandboxToken {
  token: string
  card: string
  last4: string
  goodUntil: Date
  nextOutcome: string | null
}
