import { authorizationWindowMs } from '@adire/contract/direct-debit.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { OpenedMandate } from '../../connectors/mandates.ts'
import { processorName } from '../../connectors/processors.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { claimPublicName } from '../../database/public-names.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { findBank } from '../lookups/lookups.ts'
import type { WriteTransaction } from './attempt.ts'
import { closeMandate } from './close-mandate.ts'
import { consentUrl } from './consent-url.ts'
import { mailMandate } from './emails/email-jobs.ts'
import { openHolderDetails } from './holder.ts'
import { merchantKey } from './mandate-key.ts'
import { appendMandateEvent, lockMandate, type MandateKey, type MandateRecord, updateMandateRecord } from './move.ts'
import { notifyMandateMembers } from './notify-mandate-members.ts'

/** Polling interval in case an event about the transfer or the authorisation is lost. */
const checkAgainMs = 6 * hourMs

/** Path on which a customer comes back from the page of the processor. */
export const mandateReturnPath = '/mandate/:accessCode/return'

/**
 * Opens the mandate at the bank and emails the customer what to do: to send NGN 50, or to authorise it on the page of the processor.
 * Repeated calls open one mandate that the customer learns of.
 */
export async function openMandateAtBank(
  write: WriteTransaction,
  { config }: Pick<UnitOfWork, 'config'>,
  mandate: MandateRecord,
): Promise<void> {
  if (mandate.status !== 'pending') return
  const { mode, accountNumber, holder } = await write(async (context) => ({
    mode: context.mode,
    holder: openHolderDetails(context, mandate),
    accountNumber: context.vault.open(mandate.sealedAccountNumber, mandate.slug),
  }))
  const { reference, accountName, limitKobo, maxTotalKobo, startOn, endOn, narration } = mandate
  const bankCode = findBank(mandate.bankId)!.code
  const request = {
    reference,
    email: mandate.customerEmail,
    bankCode,
    accountNumber,
    accountName,
    holder,
    returnUrl: `${consentUrl(config, mandate)}/return`,
    limitKobo,
    maxTotalKobo,
    startOn,
    endOn,
    narration,
  }
  const { mandates } = connectorFor({ mode, config, write }, 'mandates', mandate.processor)
  const opened = await runForBusiness(mandate.merchantId, () => callConnector(mandates.open(request)))
  // Without a response, the enqueued follow-up job tries again.
  if (opened) await write((context) => storeOpened(context, mandate, opened))
}

async function storeOpened(context: Context, key: MandateKey, opened: OpenedMandate): Promise<void> {
  const { tx, now } = context
  const mandate = await lockMandate(tx, key)
  if (mandate.status !== 'pending' || !mandate.consentedAt) return
  if (opened.kind === 'rejected') {
    await closeMandate(context, mandate, 'rejected', opened.message, 'bank')
    return
  }
  if (opened.kind === 'page') await claimProcessorReference(context, mandate, opened.processorReference)
  const waiting = await updateMandateRecord(
    tx,
    mandate,
    {
      status: 'pending_authorization',
      sealedHolder: null,
      ...toFields(opened),
      transferExpiresAt: new Date(now.getTime() + authorizationWindowMs),
      dueAt: new Date(now.getTime() + checkAgainMs),
    },
    now,
  )
  await appendMandateEvent(tx, waiting, now, 'transfer_asked', describeRequest(waiting, opened))
  await enqueueJob(
    tx,
    mailMandate,
    { merchantId: mandate.merchantId, id: mandate.id, what: 'transfer' },
    merchantKey(mandate),
  )
  const who = mandate.customerName ?? mandate.customerEmail
  const next = opened.kind === 'page' ? 'They confirm the account next.' : 'The bank waits for the customer’s NGN 50.'
  await notifyMandateMembers(context, waiting, 'A customer agreed to a mandate', `${who} agreed. ${next}`)
}

/** @throws Error if the processor gave the reference to another mandate, whose consent is not this one's */
async function claimProcessorReference({ tx }: Context, mandate: MandateRecord, reference: string): Promise<void> {
  const name = `${mandate.processor}:${reference}`
  if (!(await claimPublicName(tx, { kind: 'mandate', name }, mandate)))
    throw new Error(`Another mandate has the reference that the mandate ${mandate.reference} was given`)
}

type AwaitedMandate = Exclude<OpenedMandate, { kind: 'rejected' }>

function toFields(opened: AwaitedMandate): Partial<MandateRecord> {
  if (opened.kind === 'page') return { processorReference: opened.processorReference, authorizationUrl: opened.url }
  const { bankName, accountNumber, accountName, amountKobo } = opened.transfer
  return {
    transferBank: bankName,
    transferAccountNumber: accountNumber,
    transferAccountName: accountName,
    transferKobo: amountKobo,
  }
}

const describeRequest = ({ processor }: MandateRecord, { kind }: AwaitedMandate): string =>
  kind === 'page'
    ? `The customer was asked to confirm the account on the page of ${processorName(processor!)}, within 48 hours`
    : 'The customer was asked to send NGN 50 from the account, within 48 hours'
