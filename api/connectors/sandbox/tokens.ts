import { cardExpiresAt } from '@adire/contract/typed.ts'
import type { CardDetails, SavedCardCharge } from '../charges.ts'
import type { DeclineReason } from '../response-codes.ts'
import { type Script, scriptNamed, scriptOfCard } from './cards.ts'
import type { SandboxCharge, SandboxToken } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { declineCharge } from './store.ts'

/** Scripted outcome for the next charge of a saved card. */
export type SavedCardOutcome = 'success' | 'timeout' | DeclineReason

/** Saves a test card under a new token, as a processor saves a real card in its vault. Returns the token. */
export async function saveSandboxCard(store: SandboxStore, card: CardDetails): Promise<string> {
  const token = `AUTH_${crypto.randomUUID().replaceAll('-', '')}`
  await store.saveToken({
    token,
    card: scriptOfCard(card).name,
    last4: card.number.slice(-4),
    goodUntil: cardExpiresAt(card),
  })
  return token
}

/** Charges a saved card, once per reference. Repeated calls return the same charge. */
export const chargeSandboxToken = (store: SandboxStore, { reference, amountKobo, token }: SavedCardCharge) =>
  store.updateChargeWithToken({ reference, token }, (charge, saved, now): SandboxCharge => {
    if (charge.status !== 'open') return charge
    const { card = null, last4 = null } = saved ?? {}
    Object.assign(charge, { amountKobo, card, last4, chargedAt: now })
    const ends = saved ? selectOutcome(saved, now) : 'invalid_card_number'
    if (ends === 'success') Object.assign(charge, { status: 'success', paidBy: 'card', challenge: null })
    else if (ends === 'timeout') Object.assign(charge, { status: 'pending', challenge: null })
    else declineCharge(charge, ends)
    return charge
  })

function selectOutcome({ card, goodUntil, nextOutcome }: SandboxToken, now: Date): Script['ends'] {
  if (nextOutcome) return nextOutcome as SavedCardOutcome
  if (now >= goodUntil) return 'expired_card'
  if (card === 'fails_when_saved') return 'insufficient_funds'
  return card === 'asks_when_saved' ? 'authentication_required' : scriptNamed(card).ends
}
