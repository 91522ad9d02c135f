import type { Parsed } from '@adire/contract/endpoint.ts'
import type { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { sandboxMandateBank } from '../../connectors/sandbox-mandates.ts'
import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { pageNow, stepsOf } from './consent.ts'
import { hearNow } from './follow.ts'
import { openWith } from './page.ts'

/** Test mode only: plays the customer's bank, which carries a transfer to the account that was named. */
export async function simulate(given: Steps, { accessCode, outcome }: Parsed<typeof simulateMandateTransfer>) {
  if (given.mode !== 'TEST') throw problem.forbidden('Outcomes are played in test mode only')
  const steps = await stepsOf(given, accessCode)
  const { mandate } = await steps.write(({ tx, mode }) => openWith(tx, mode, accessCode))
  if (mandate.status !== 'pending_authorization') throw problem.conflict('nothing_to_play', 'No transfer is waited for')
  const note = await sandboxMandateBank(sandboxStore(steps.write)).transfer(mandate.reference, outcome)
  await hearNow(steps, mandate)
  return { note, page: await pageNow(steps, accessCode) }
}
