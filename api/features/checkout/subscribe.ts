import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { subscribeByAccount } from '@adire/contract/subscribing.ts'
import { canProcess } from '../../connectors/connector-for.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { unitOfWorkOnBusinessClock, withBusinessClock, withClockOffset } from '../../jobs/business-clock.ts'
import { consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'
import { findAccountName } from '../bank-accounts/check.ts'
import { isBlacklisted } from '../customers/customers.ts'
import { requireDebitable } from '../direct-debit/require-account.ts'
import { addPending, findPending } from '../subscriptions/pending.ts'
import { closedProblem, lockLink, type PaymentLinkRecord, requireOpenLink } from './link.ts'

type Input = ParsedInput<typeof subscribeByAccount>

/** Attempts per IP network and per payer. Each one makes an account-name enquiry, which must not serve to look up names. */
const lookupsOfAddress = 20
const lookupsOfPayer = 5

/**
 * Whether payers may subscribe by direct debit. A processor must debit mandates; custom fields and payment limits are stored on payments,
 * and a pending subscription has none.
 */
export const takesAccounts = (
  source: Pick<Context, 'mode' | 'config'>,
  { customFields, collectPhone, paymentLimit }: PaymentLinkRecord,
) => customFields.length === 0 && !collectPhone && paymentLimit === null && canProcess(source, 'mandates')

/**
 * Subscribes a payer by direct debit: creates a pending subscription and a mandate that the payer must approve.
 * @throws 404 payment_page_closed; 409 subscription_changed, cards_only; 422 payer_refused, account_refused,
 *   account_unchecked, coupon_refused; 429 too_many_attempts
 */
export const subscribeByAccountHandler = {
  /** The name on the account; undefined if the pending subscription exists already, so that no bank is asked again. */
  async prepare(requestUnitOfWork: UnitOfWork, input: Input): Promise<string | undefined> {
    const { plan } = await requestUnitOfWork.write((context) => lockOpenPlan(context, input))
    const { merchantId } = plan
    const unitOfWork = unitOfWorkOnBusinessClock(requestUnitOfWork, merchantId)
    if (await unitOfWork.write((context) => findPending(context, plan, input))) return undefined
    await unitOfWork.write(({ tx, realNow, origin }) =>
      consumeAttempt(
        tx,
        [
          { key: `payer-account:${networkOfOrigin(origin)}`, max: lookupsOfAddress },
          { key: `payer-account:${merchantId}:${input.email}`, max: lookupsOfPayer },
        ],
        realNow,
      ),
    )
    return requireDebitable(unitOfWork, input, await findAccountName(unitOfWork, input, input.name))
  },
  async create(requestContext: Context, input: Input, accountName: string | undefined) {
    const { link, plan } = await lockOpenPlan(requestContext, input)
    const context = await withBusinessClock(requestContext, plan.merchantId)
    // A form submitted twice at the same moment: the second request waits here and finds the first's subscription.
    await lockName(context.tx, plan.id + input.email)
    const before = await findPending(context, plan, input)
    if (before) return toSubscribeResponse(context, before)
    if (accountName === undefined)
      throw problem.conflict('subscription_changed', 'Your earlier request has just ended. Please try again.')
    return toSubscribeResponse(
      context,
      await addPending(context, { plan, paymentLinkId: link.id, accountName, ...input }),
    )
  },
}

const toSubscribeResponse = ({ config }: Context, mandate: { accessCode: string }) => ({
  status: 'pending' as const,
  mandateUrl: `${config.publicUrl}/mandate/${mandate.accessCode}`,
})

/** The open link (locked) and its open plan. */
async function lockOpenPlan(requestContext: Context, { slug, email }: Input) {
  const found = await lockLink(requestContext.tx, slug)
  if (!found || found.business.mode !== requestContext.mode) throw closedProblem()
  const { link, offsetMs } = found
  const { merchantId } = link
  const context = withClockOffset(requestContext, offsetMs)
  const plan = await requireOpenLink(context, link)
  if (!plan || !takesAccounts(requestContext, link))
    throw problem.conflict('cards_only', 'This page accepts only cards. Go back and pay by card.')
  if (await isBlacklisted(context.tx, merchantId, email))
    throw problem.field('email', 'This business does not accept payments from this email', 'payer_refused')
  return { link, plan }
}
