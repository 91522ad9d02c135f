import type { openReviewDocument, openReviewNumber } from '@adire/contract/back-office/review.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { listKycItems } from '../kyc/items.ts'
import { openOwnerDetails } from '../kyc/owner.ts'
import { findKycLabel } from '../kyc/requirements.ts'
import { findBusiness, listDocuments, openSealed } from '../kyc/review.ts'
import { recordStaffEvent } from '../staff/events.ts'
import { sealTicket } from './document-ticket.ts'

/** Records, in both logs, that a number or document was opened: before it is shown. */
async function recordOpening(
  context: StaffContext,
  { id, merchantCode }: { id: string; merchantCode: string },
  { type, ...opened }: { type: string; numbers: boolean; documents: string[] },
): Promise<void> {
  await recordAuditEvent(context, { action: 'kyc.opened', object: findKycLabel(type), after: opened, merchantId: id })
  await recordStaffEvent(context, {
    action: 'review.opened',
    object: `${findKycLabel(type)} of ${merchantCode}`,
    merchantId: id,
  })
}

/** The number, or the people, of an item. */
export async function openReviewNumberHandler(
  context: StaffContext,
  { id, type }: ParsedInput<typeof openReviewNumber>,
): Promise<{ lines: string[] }> {
  const business = await findBusiness(context.tx, id)
  const item = (await listKycItems(context.tx, business.id)).find((one) => one.type === type)
  const text = item && openSealed(context, item)
  if (!item || text === undefined) throw problem.notFound('KYC type')
  await recordOpening(context, business, { type, numbers: true, documents: [] })
  if (type === 'DIRECTORS') return { lines: (JSON.parse(text) as Director[]).map(describeDirector) }
  return { lines: [text, ...openOwnerDetails(context.vault, item)] }
}

interface Director {
  firstName: string
  lastName: string
  role: string
  sharePercent?: number
}

const describeDirector = ({ firstName, lastName, role, sharePercent }: Director) =>
  [`${firstName} ${lastName}`, role, sharePercent === undefined ? '' : `${sharePercent}%`].filter(Boolean).join(', ')

/** An address at which this person can load the document for a minute. */
export async function openReviewDocumentHandler(
  context: StaffContext,
  { id, type }: ParsedInput<typeof openReviewDocument>,
) {
  const business = await findBusiness(context.tx, id)
  const document = (await listDocuments(context.tx, business.id)).find((one) => one.type === type)
  if (!document) throw problem.notFound('KYC type')
  await recordOpening(context, business, { type, numbers: false, documents: [type] })
  const { fileId, contentType, name } = document
  return { url: sealTicket(context, { fileId, permission: 'review.manage' }), contentType, name }
}
