import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { resumeSettlement } from '@adire/contract/settlements.ts'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { appendSettlementEvent, lockSettlement } from './move.ts'
import { resendSettlement } from './send-again.ts'
import { getSettlementHandler } from './serialize.ts'

/**
 * Confirms the account from which payouts were returned: the settlement is sent there again at the next payout time. Because it
 * sends money, it needs more than a session, which may be stolen.
 * @throws 403 confirmation_required; 404 settlement_not_found; 409 settlement_not_resumable if the settlement is not, or no
 * longer, on hold for this reason
 */
export async function resumeSettlementHandler(context: MemberContext, { id }: ParsedInput<typeof resumeSettlement>) {
  const { tx, merchant, now } = context
  const { settlement } = await lockSettlement(tx, { merchantId: merchant.id, id })
  await requireConfirmation(context)
  if (settlement.status !== 'on_hold' || settlement.holdReason !== 'payouts_returned')
    throw problem.conflict(
      'settlement_not_resumable',
      'You can confirm only a settlement that is on hold because its payouts were returned',
    )
  await resendSettlement(context, settlement)
  await appendSettlementEvent(
    tx,
    settlement,
    now,
    'confirmed',
    `${await readActorName(context)} confirmed the account: it is sent again`,
  )
  await recordAuditEvent(context, { action: 'settlement.resumed', object: settlement.reference })
  return getSettlementHandler(context, { id })
}
