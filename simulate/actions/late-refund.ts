import { asOneClient } from '../../api/database/one-client.ts'
import { getRefund, getRefundable } from '../../contract/refunds.ts'
import { assertThat, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import type { ModelBusiness } from '../model.ts'
import { jobLane, sideBySide } from '../side-by-side.ts'

interface EndedRefund {
  merchantId: string
  refundId: string
  paymentId: string
  reference: string
  amountKobo: number
  wasPaidLate: boolean
  /** What the bank reports from now on. */
  status: 'processed' | 'failed'
}

/**
 * The bank pays a refund that it had reported as failed, or sends one back that it has made. Mostly it posts an event about it, twice at once,
 * while due refunds are checked.
 */
export const lateRefund: SimulationAction = async (scene) => {
  const refund = await pickRefund(scene)
  if (!refund) return 'no refund has ended'
  const { chance, model, environment } = scene
  const business = model.businesses.find(({ user }) => user.merchantId === refund.merchantId)!
  const isRefundable = await canRefundAgain(scene, business, refund)
  await asOneClient(environment.databaseUrl, (db) =>
    db.query('update sandbox_refunds set status = $2 where reference = $1', [refund.reference, refund.status]),
  )
  model.changedRefunds.set(refund.reference, environment.now().getTime())
  const isKnown = chance.is(0.7)
  if (isKnown) {
    const { merchantId, refundId } = refund
    const event = () => jobLane(scene, 'check-refund', { merchantId, refundId, mode: 'TEST' }, merchantId)
    await sideBySide(scene, [event(), event(), jobLane(scene, 'check-refunds', {})])
    // The queue runs a job again that has ended with its process.
    takeFault(scene)
    await sideBySide(scene, [event()])
    await scene.queue.run(chance)
    await assertApplied(scene, business, refund, isRefundable)
  }
  return `a refund of ${refund.amountKobo} is ${refund.status} after all${isKnown ? ', with events' : ''}`
}

/** A refund that has ended at the bank and in the product; undefined if there is none. */
const pickRefund = ({ chance, environment, model }: SimulationScene): Promise<EndedRefund | undefined> =>
  asOneClient(environment.databaseUrl, async (db) => {
    const { rows } = await db.query<EndedRefund>(
      `select refund.merchant_id as "merchantId", refund.id as "refundId", refund.payment_id as "paymentId", refund.reference,
              refund.amount_kobo::float8 as "amountKobo", refund.paid_late_at is not null as "wasPaidLate",
              case asked.status when 'failed' then 'processed' else 'failed' end as status
       from refunds refund join sandbox_refunds asked on asked.reference = refund.reference
       where (refund.status in ('processed', 'failed') or (refund.status = 'pending' and refund.paid_late_at is not null))
         and asked.status in ('processed', 'failed')
         and refund.requested_by_kind <> 'system' and refund.merchant_id = any($1)
       order by refund.created_at, refund.amount_kobo`,
      [model.businesses.map(({ user }) => user.merchantId)],
    )
    return rows.length > 0 ? chance.pick(rows) : undefined
  })

/** Whether the business can refund the amount once more: its payment was not refunded another way, and is not disputed. */
async function canRefundAgain(scene: SimulationScene, { user }: ModelBusiness, refund: EndedRefund): Promise<boolean> {
  const { leftKobo, refusal } = await scene.as(user).mustCall(getRefundable, { id: refund.paymentId })
  return !refund.wasPaidLate && refusal === null && leftKobo >= refund.amountKobo
}

async function assertApplied(
  scene: SimulationScene,
  { user }: ModelBusiness,
  { refundId, status }: EndedRefund,
  isRefundable: boolean,
): Promise<void> {
  const is = (await scene.as(user).mustCall(getRefund, { id: refundId })).status
  const due = status === 'failed' ? ['failed'] : ['processed', 'pending', ...(isRefundable ? [] : ['failed'])]
  assertThat('late refunds', due.includes(is), () => `A refund that the bank reports as ${status} after all is ${is}`)
}
