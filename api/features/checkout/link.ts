import type { ClosedPage } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { and, eq, sql } from 'drizzle-orm'
import { livePaymentsClosed } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfSlugs } from '../../database/public-names.ts'
import { oncePerConnection } from '../../database/row-statements.ts'
import { Problem } from '../../http/problem.ts'
import { clock } from '../../jobs/business-clock.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { findPlanIfPresent } from '../subscriptions/move.ts'
import { countQuotaLeft, soldOut } from './quota.ts'

export type PaymentLinkRecord = typeof paymentLinks.$inferSelect

const selectLink = (tx: Tx) =>
  tx
    .select({ link: paymentLinks, business: merchants, live: goLiveRequests.status, offsetMs: clock.offsetMs })
    .from(paymentLinks)
    .innerJoin(merchants, eq(merchants.id, paymentLinks.merchantId))
    .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
    .leftJoin(clock.table, clock.isOf(paymentLinks.merchantId))
    .where(
      and(eq(paymentLinks.merchantId, sql.placeholder('merchantId')), eq(paymentLinks.slug, sql.placeholder('slug'))),
    )
const preparedFind = oncePerConnection((tx) => selectLink(tx).prepare('find_link'))
const preparedLock = oncePerConnection((tx) =>
  selectLink(tx).for('key share', { of: paymentLinks }).prepare('lock_link'),
)

/** A payment link of any status, by slug, with its merchant and their clock. Undefined if the merchant is suspended or closed. */
export async function findLink(tx: Tx, slug: string) {
  const found = await merchantsOfSlugs.findByName(tx, slug, (merchantId) =>
    preparedFind(tx).execute({ merchantId, slug }),
  )
  return isTradingStopped(found?.live) ? undefined : found
}

/** The same, with the link locked against deletion (`for key share`, so payments of one link do not wait for each other). */
export async function lockLink(tx: Tx, slug: string) {
  const found = await merchantsOfSlugs.findByName(tx, slug, (merchantId) =>
    preparedLock(tx).execute({ merchantId, slug }),
  )
  return isTradingStopped(found?.live) ? undefined : found
}

/** The link's plan, if it signs payers up for one. */
async function planOfLink(tx: Tx, { merchantId, planId }: Pick<PaymentLinkRecord, 'merchantId' | 'planId'>) {
  return planId ? findPlanIfPresent(tx, { merchantId, id: planId }) : undefined
}

/** A page as its link, invoice or charge describes it: `channels` are those that it wants. */
export type PageContent = Omit<CheckoutPage, 'cardPage' | 'prices' | 'unhealthyChannels'>

/** A checkout page with the ids that its payments refer to. */
export interface FoundPage extends FoundPageContent {
  page: CheckoutPage
}

export interface FoundPageContent {
  page: PageContent
  /** Why no payment can be started now; null if the page is open. */
  closed: Pick<ClosedPage, 'closing' | 'message'> | null
  /** Current time on the merchant's business clock. */
  now: Date
  /** Whether payers can type the code of a coupon. */
  takesCodes?: boolean
  merchantId: string
  paymentLinkId: string | null
  invoiceId: string | null
  chargeId: string | null
  /** The payment to show if the URL names none (charges only). */
  payment?: PaymentRecord
}

type Closing = ClosedPage['closing']

const sentences: Record<Closing, string> = {
  unpublished: 'This page is not taking payments. Ask the business for a new link.',
  unsent: 'This invoice has not been sent yet.',
  archived: 'This page has been closed. Ask the business for a new link.',
  expired: 'This payment page has expired. Ask the business for a new link.',
  unavailable: livePaymentsClosed,
  stopped: 'This business is not taking payments at the moment. Nothing was charged.',
  full: soldOut,
}

export const closedProblem = (closing: Closing = 'unpublished') =>
  new Problem(404, 'payment_page_closed', sentences[closing])

/** What a link needs to take payments. */
export interface LinkState {
  plan: Awaited<ReturnType<typeof planOfLink>>
  /** Units that it still sells; undefined if it has no limit. */
  left: number | undefined
  /** Why no payment can be started now; undefined if the link is open. */
  closing: Closing | undefined
}

/** State of a link, with its plan and what is left of its limit, each read once. */
export async function readLinkState(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  link: PaymentLinkRecord,
): Promise<LinkState> {
  const plan = await planOfLink(tx, link)
  const left = await countQuotaLeft(tx, link, 'paid')
  return { plan, left, closing: findClosing(link, { plan, left, now }) }
}

function findClosing(
  { status, planId, expiresAt, quantity }: PaymentLinkRecord,
  { plan, left, now }: Pick<LinkState, 'plan' | 'left'> & { now: Date },
): Closing | undefined {
  if (status === 'archived') return 'archived'
  if (planId && plan?.status !== 'active') return 'unpublished'
  if (status === 'inactive') return 'unpublished'
  if (expiresAt && expiresAt <= now) return 'expired'
  return left !== undefined && left < (quantity?.minimum ?? 1) ? 'full' : undefined
}

/**
 * Checks that a link takes payments; returns its plan.
 * @throws 404 payment_page_closed
 */
export async function requireOpenLink(context: Pick<Context, 'tx' | 'now'>, link: PaymentLinkRecord) {
  const { plan, closing } = await readLinkState(context, link)
  if (closing) throw closedProblem(closing)
  return plan
}
