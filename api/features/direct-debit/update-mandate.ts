import type { updateMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { sealAccountNumber } from './add-mandate.ts'
import { toMandateAuditValues } from './mandate-audit.ts'
import { buildMandateContent } from './mandate-content.ts'
import {
  appendMandateEvent,
  lockMandate,
  type MandateRecord,
  requireMandateStatus,
  updateMandateRecord,
} from './move.ts'
import { requireAccountName } from './require-account.ts'
import { requireValidMandate } from './require-mandate.ts'
import { retrieveMandate } from './serialize.ts'

/**
 * Edits a draft. The account number is only given, and then enquired at the bank, if the account changes.
 * @throws 404; 409 mandate_move_refused; 422 as for creation
 */
export async function updateMandateHandler(
  unitOfWork: UnitOfWork<MerchantContext>,
  input: ParsedInput<typeof updateMandate>,
) {
  const { id, accountNumber, ...newMandate } = input
  const requireNumberOfBank = ({ bankId }: MandateRecord) => {
    if (accountNumber === undefined && newMandate.bankId !== bankId)
      throw problem.field('accountNumber', messages.accountNumberRequired)
  }
  await unitOfWork.write(async (context) => {
    const draft = await lockMandate(context.tx, { merchantId: context.merchant.id, id })
    requireMandateStatus(draft, ['draft'], 'changed')
    await requireValidMandate(context, newMandate)
    requireNumberOfBank(draft)
  })
  const accountName =
    accountNumber === undefined
      ? undefined
      : await requireAccountName(unitOfWork, { bankId: newMandate.bankId, accountNumber })
  return unitOfWork.write(async (context) => {
    const { tx, merchant, now, vault } = context
    const draft = await lockMandate(tx, { merchantId: merchant.id, id })
    requireMandateStatus(draft, ['draft'], 'changed')
    // Again: another request may have changed the bank and the number since.
    requireNumberOfBank(draft)
    const changed = await updateMandateRecord(
      tx,
      draft,
      {
        ...(await buildMandateContent(context, newMandate)),
        ...(accountNumber !== undefined && {
          ...sealAccountNumber(vault, draft.slug, accountNumber),
          accountName: accountName!,
        }),
      },
      now,
    )
    await appendMandateEvent(tx, draft, now, 'updated', 'The draft was changed')
    const changes = changesBetween(toMandateAuditValues(draft), toMandateAuditValues(changed))
    if (changes) await recordAuditEvent(context, { action: 'mandate.updated', object: draft.reference, ...changes })
    return retrieveMandate(context, id)
  })
}
