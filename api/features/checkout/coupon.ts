import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { checkCoupon } from '@adire/contract/subscribing.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import { unitOfWorkOnBusinessClock } from '../../jobs/business-clock.ts'
import { consumeAttempt, networkOfOrigin, releaseAttempts } from '../auth/attempts.ts'
import type { CouponRecord } from '../subscriptions/coupon.ts'
import { requireCouponByCode } from '../subscriptions/payer-coupon.ts'
import { findPage } from './checkout.ts'
import { calculateFirstCharge } from './first-charge.ts'
import { closedProblem, findLink, lockLink, requireOpenLink } from './link.ts'

/** Wrong codes per network in 15 minutes. */
const wrongCodes = 30

/** The page of a plan with the price after the discount of a coupon. */
export function withCoupon(page: CheckoutPage, coupon: CouponRecord | undefined): CheckoutPage {
  const { plan } = page
  if (!plan || !coupon?.code) return page
  const { amountKobo, discountKobo, isCardCheck } = calculateFirstCharge(plan, coupon)
  return {
    ...page,
    amountKobo,
    coupon: { id: coupon.id, code: coupon.code },
    plan: { ...plan, isCardCheck, discountKobo, discountCharges: coupon.charges },
  }
}

/**
 * Checks a code. Each check counts as an attempt until the code is known to be right, so that codes cannot be guessed.
 * @throws 404 payment_page_closed; 422 coupon_refused at `code`; 429 too_many_attempts
 */
export async function checkCouponHandler(
  requestUnitOfWork: UnitOfWork,
  { slug, code }: ParsedInput<typeof checkCoupon>,
) {
  const merchantId = await requestUnitOfWork.write((context) => requireMerchant(context, slug))
  const attempts = await requestUnitOfWork.write(({ tx, realNow, origin }) =>
    consumeAttempt(tx, [{ key: `coupon-code:${networkOfOrigin(origin)}`, max: wrongCodes }], realNow),
  )
  return unitOfWorkOnBusinessClock(requestUnitOfWork, merchantId).write(async (context) => {
    const found = await lockLink(context.tx, slug)
    const plan = found && (await requireOpenLink(context, found.link))
    const page = await findPage(context, slug)
    if (!plan || !page) throw closedProblem()
    const coupon = await requireCouponByCode(context, plan, code)
    await releaseAttempts(context.tx, attempts)
    return withCoupon(page.page, coupon)
  })
}

/** The business of a link with a plan, in the mode of the request. */
async function requireMerchant({ tx, mode }: Context, slug: string): Promise<string> {
  const found = await findLink(tx, slug)
  if (!found?.link.planId || found.business.mode !== mode) throw closedProblem()
  return found.link.merchantId
}

/** What a payer typed into the code field of a page, as its URL has it, and the page with it. */
export interface TypedCode {
  typed: string
  error: string | null
  page: CheckoutPage | undefined
}

/** Checks the code in the URL of a page. */
export async function checkTypedCode(unitOfWork: UnitOfWork, slug: string, code: string): Promise<TypedCode> {
  const typed = code.trim().slice(0, 40)
  try {
    const page = await checkCouponHandler(unitOfWork, validateInput(checkCoupon, { slug, code: typed }))
    return { typed, error: null, page }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { typed, error: error.message, page: undefined }
  }
}
