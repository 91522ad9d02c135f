import type { BvnFound } from '../../connectors/lookups.ts'
import { isSandboxBvn } from '../../connectors/sandbox/identity.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { decideKyc } from './enqueue.ts'
import { listKycItems } from './items.ts'
import { type KycVerdict, lockKycItem, reviewItem, sandboxReviewer } from './move.ts'
import { findKycKind } from './requirements.ts'

/**
 * Tax id that the sandbox approves. In test mode some numbers and file names are decided automatically, so that every
 * path through the review can be tried. All others wait for a reviewer (`docs/review.md`).
 */
const sandboxTaxId = '2222222222222'

const approved: KycVerdict = { status: 'APPROVED' }
const requestResubmission = (reason: string): KycVerdict => ({ status: 'PENDING_MERCHANT_RESUBMISSION', reason })

export function verdictOnBvn(bvn: string, found: BvnFound): KycVerdict | undefined {
  if (!isSandboxBvn(bvn)) return undefined
  if (found === 'match') return approved
  if (found === 'mismatch')
    return requestResubmission('The name on this BVN differs from the name on your documents. Check the number.')
  if (found === 'not_found') return requestResubmission('This BVN was not found. Check the number.')
  return undefined
}

export function verdictOnDocument(fileName: string): KycVerdict | undefined {
  const outcome = fileName.toLowerCase().match(/^sandbox-(approved|unreadable|rejected)\./)?.[1]
  if (outcome === 'approved') return approved
  if (outcome === 'unreadable')
    return requestResubmission('The document cannot be read. Send a sharper picture or the original PDF.')
  if (outcome === 'rejected') return { status: 'REJECTED', reason: 'The document is not genuine.' }
  return undefined
}

export const verdictOnTaxId = (taxId: string): KycVerdict | undefined => (taxId === sandboxTaxId ? approved : undefined)

export function verdictOnAccount(account: {
  accountName: string | null
  nameMatches: boolean
}): KycVerdict | undefined {
  if (account.accountName === null) return undefined
  return account.nameMatches
    ? approved
    : requestResubmission(
        `The bank knows this account as ${account.accountName}. Use an account in the name of the business.`,
      )
}

/** Enqueues the sandbox's decision about a submission. Does nothing in live mode. */
export async function enqueueSandboxReview(context: MerchantContext, type: string, verdict: KycVerdict | undefined) {
  const { tx, mode, merchant, realNow: now } = context
  if (mode !== 'TEST' || (!verdict && findKycKind(type) !== 'form')) return
  const payload = { merchantId: merchant.id, type, submittedAt: now.toISOString() }
  await enqueueJob(tx, decideKyc, { ...payload, ...(verdict && { verdict }) })
}

interface Decision {
  merchantId: string
  type: string
  submittedAt: string
  verdict?: KycVerdict | undefined
}

/** Decides about a submission, unless it was decided or submitted again in the meantime. Forms are then approved with it. */
export async function decideBySandbox(context: Context, { merchantId, type, submittedAt, verdict }: Decision) {
  const item = await lockKycItem(context, merchantId, type)
  if (item.status !== 'PENDING_REVIEW' || item.submittedAt?.toISOString() !== submittedAt) return
  if (verdict) await reviewItem(context, item, verdict, sandboxReviewer)
  await approveForms(context, merchantId)
}

/** Approves forms once the sandbox has approved a number or document, because there are no sandbox values for forms. */
async function approveForms(context: Context, merchantId: string) {
  const items = await listKycItems(context.tx, merchantId)
  const hasApprovedDocument = items.some(
    ({ type, status, reviewedBy }) =>
      (type === 'BVN' || findKycKind(type) === 'document') && status === 'APPROVED' && reviewedBy === sandboxReviewer,
  )
  if (!hasApprovedDocument) return
  for (const { type, status } of items) {
    if (status !== 'PENDING_REVIEW' || (type !== 'BUSINESS_DETAILS' && type !== 'DIRECTORS')) continue
    const item = await lockKycItem(context, merchantId, type)
    if (item.status === 'PENDING_REVIEW') await reviewItem(context, item, approved, sandboxReviewer)
  }
}
