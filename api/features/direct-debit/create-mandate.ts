import type { createMandate } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { canProcess } from '../../connectors/connector-for.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { addMandate } from './add-mandate.ts'
import { emitMandate } from './emit.ts'
import { toMandateAuditValues } from './mandate-audit.ts'
import { buildMandateContent } from './mandate-content.ts'
import { appendMandateEvent } from './move.ts'
import { requireAccountName } from './require-account.ts'
import { requireValidMandate } from './require-mandate.ts'
import { requestMandate } from './send.ts'
import { retrieveMandate } from './serialize.ts'

type New = ParsedInput<typeof createMandate>

/**
 * Makes an account-name enquiry and creates the mandate, as a draft or sent to the customer at once.
 * @throws 422 for invalid fields, account_refused, account_unchecked, customer_blacklisted; 503 if direct debit is not open
 */
export const createMandateHandler = {
  async prepare(
    unitOfWork: UnitOfWork<MerchantContext>,
    { draft: _, accountNumber, ...newMandate }: New,
  ): Promise<string> {
    requireDirectDebitOpen(unitOfWork)
    await unitOfWork.write((context) => requireValidMandate(context, newMandate))
    return requireAccountName(unitOfWork, { bankId: newMandate.bankId, accountNumber })
  },
  async create(context: MerchantContext, { draft, accountNumber, ...newMandate }: New, accountName: string) {
    const { tx, merchant, now } = context
    await requireValidMandate(context, newMandate)
    const content = { merchantId: merchant.id, ...(await buildMandateContent(context, newMandate)), accountName }
    const mandate = await addMandate(context, content, accountNumber)
    await appendMandateEvent(tx, mandate, now, 'created', draft ? 'Saved as a draft' : 'Created')
    await recordAuditEvent(context, {
      action: 'mandate.created',
      object: mandate.reference,
      after: toMandateAuditValues(mandate),
    })
    if (!draft) await requestMandate(context, mandate)
    await emitMandate(context, mandate, 'mandate.created')
    return retrieveMandate(context, mandate.id)
  },
}

/** @throws 503 unavailable if no processor of the mode debits mandates */
function requireDirectDebitOpen(unitOfWork: UnitOfWork): void {
  if (!canProcess(unitOfWork, 'mandates')) throw problem.unavailable('Direct debit is not open in Live Mode yet.')
}
