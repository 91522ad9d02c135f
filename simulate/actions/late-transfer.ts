import { asOneClient } from '../../api/database/one-client.ts'
import { pickBusiness, type SimulationAction, type SimulationScene } from '../action.ts'
import { jobLane, sideBySide } from '../side-by-side.ts'
import { giveAccount, payoutAccounts } from './business.ts'
import { passMorning } from './time.ts'

interface ReturnedPayout {
  merchantId: string
  settlementId: string
  attempt: number
  reference: string
  status: 'paid' | 'returned'
}

/**
 * The bank pays a payout that it had reported as returned, or sends one back that it has paid in this way. Mostly it posts an event about it,
 * twice at once, while settlements are created. Without such a payout, a business first gets an account that returns payouts.
 */
export const lateTransfer: SimulationAction = async (scene) => {
  const changed = (await changeTransfer(scene)) ?? (await changeTransferAfterReturn(scene))
  if (!changed) return 'no payout has come back'
  const { merchantId, settlementId, attempt, reference, status } = changed
  scene.model.changedPayouts.set(reference, scene.environment.now().getTime())
  const isKnown = scene.chance.is(0.7)
  if (isKnown) {
    const event = () => jobLane(scene, 'check-payout', { merchantId, settlementId, attempt }, merchantId)
    await sideBySide(scene, [event(), event(), jobLane(scene, 'create-settlements', {})])
    await scene.queue.run(scene.chance)
  }
  return `a payout that came back is ${status}${isKnown ? ', with events' : ''}`
}

async function changeTransferAfterReturn(scene: SimulationScene): Promise<ReturnedPayout | undefined> {
  const business = pickBusiness(scene)
  if (!business) return undefined
  await giveAccount(scene, business, payoutAccounts.returns)
  for (let morning = 0; morning < 3; morning++) await passMorning(scene)
  return changeTransfer(scene)
}

/** Changes what the bank did with a payout that came back; undefined if there is none. */
const changeTransfer = ({ chance, environment }: SimulationScene): Promise<ReturnedPayout | undefined> =>
  asOneClient(environment.databaseUrl, async (db) => {
    const { rows } = await db.query<ReturnedPayout>(
      `select payout.merchant_id as "merchantId", payout.settlement_id as "settlementId", payout.attempt, payout.reference, sent.status
       from payouts payout join sandbox_transfers sent on sent.reference = payout.reference
       where payout.status = 'returned' order by payout.requested_at, payout.amount_kobo`,
    )
    if (rows.length === 0) return undefined
    const payout = chance.pick(rows)
    const status = payout.status === 'paid' ? 'returned' : 'paid'
    const message = status === 'paid' ? null : 'The bank sent the money back'
    const values = [payout.reference, status, message]
    await db.query('update sandbox_transfers set status = $2, message = $3 where reference = $1', values)
    return { ...payout, status }
  })
