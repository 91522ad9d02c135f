import type { ProcessorDefinition } from '../connector.ts'
import { openClient } from './client.ts'
import { monnifyEvents } from './events.ts'
import { monnifyHostedCards } from './hosted-cards.ts'
import { monnifyIdentity } from './identity.ts'
import { monnifyAccountNames } from './lookups.ts'
import { monnifyMandates } from './mandates.ts'
import { monnifyPayments } from './payments.ts'
import { monnifyPayouts } from './payouts.ts'
import { publishedPrice } from './prices.ts'
import { monnifyRecords } from './records.ts'
import { monnifyRefunds } from './refunds.ts'
import { monnifySavedCards } from './saved-cards.ts'
import { readMonnifySettings } from './settings.ts'
import { monnifyTransferAccounts } from './transfer-accounts.ts'
import { monnifyUssd, monnifyUssdBanks } from './ussd.ts'

const capabilities = [
  'hostedCards',
  'savedCards',
  'transferAccounts',
  'ussd',
  'mandates',
  'refunds',
  'payouts',
  'accountNames',
  'identity',
  'events',
  'records',
] as const

/** Monnify (monnify.com), for live payments. Written from its published API description of November 2026. */
export const monnify: ProcessorDefinition<(typeof capabilities)[number]> = {
  name: 'Monnify',
  capabilities,
  checkSettings: readMonnifySettings,
  serves: (mode, { processors }) => mode === 'LIVE' && processors.includes('monnify'),
  banks: { ussd: monnifyUssdBanks },
  isOff: (capability, settings) => capability === 'identity' && !readMonnifySettings(settings).checksBvns,
  needsHolderDetails: true,
  needsOwnerDetails: true,
  // Monnify publishes no rule; letters, digits, "-" and "." are in its examples.
  toReference: (reference) => reference.replaceAll('_', '-'),
  open({ config, requestLimit }) {
    const client = openClient(readMonnifySettings(config.processorSettings), requestLimit)
    const payouts = monnifyPayouts(client)
    const refunds = monnifyRefunds(client, payouts)
    return {
      payments: monnifyPayments(client),
      hostedCards: monnifyHostedCards(client),
      savedCards: monnifySavedCards(client),
      transferAccounts: monnifyTransferAccounts(client, refunds),
      ussd: monnifyUssd(client),
      mandates: monnifyMandates(client),
      refunds,
      payouts,
      accountNames: monnifyAccountNames(client),
      identity: monnifyIdentity(client),
      events: monnifyEvents(client),
      records: monnifyRecords(client, client.price ?? publishedPrice),
    }
  },
}
