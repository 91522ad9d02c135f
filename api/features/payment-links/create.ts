import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { checkPaymentLinkName, createPaymentLink } from '@adire/contract/payment-links.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { findTakenNames } from '../../database/public-names.ts'
import { Problem, problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { findDefaultFeeBearer } from '../prices/fee-bearer.ts'
import { chosenSplit } from '../splits/terms.ts'
import { plans } from '../subscriptions/tables.ts'
import { addPaymentLink } from './add-link.ts'
import { retrievePaymentLink } from './list.ts'
import { buildOptions } from './options.ts'

/**
 * The URL slug of a name: `Ankara & Aso-Ebi` gives `ankara-aso-ebi`.
 * @throws 422 if the name has no letter A to Z and no digit
 */
export function toSlug(name: string, field: 'name' | 'slug' = 'name'): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (slug === '') throw problem.field(field, 'Use letters from A to Z or digits, for the address of the page')
  return slug
}

const nameTaken = (field: 'name' | 'slug' = 'name') => {
  const message = `This ${field === 'name' ? 'name' : 'address'} is already in use, choose another`
  return new Problem(409, 'name_taken', message, [{ field, message }])
}

/**
 * Checks that the slug of a name is free. Slugs are URLs, so they are unique across merchants; an archived link keeps its slug.
 * @throws 409 name_taken
 */
export async function checkPaymentLinkNameHandler(
  { tx }: MerchantContext,
  { name }: ParsedInput<typeof checkPaymentLinkName>,
) {
  const slug = toSlug(name)
  if ((await findTakenNames(tx, 'payment_link', [slug])).size > 0) throw nameTaken()
  return { available: true as const, slug }
}

/** Creates a payment link. It is published at once, because a merchant creates a link to share it. */
export async function createPaymentLinkHandler(context: MerchantContext, input: ParsedInput<typeof createPaymentLink>) {
  const { tx, merchant, now } = context
  const plan = await planFor(context, input)
  const slug = input.slug ? toSlug(input.slug, 'slug') : toSlug(input.name)
  const link = await addPaymentLink(tx, {
    merchantId: merchant.id,
    slug,
    name: input.name,
    planId: plan?.id ?? null,
    description: input.description || null,
    amountKobo: input.amountKobo ?? null,
    feeBearer: input.feeBearer ?? (await findDefaultFeeBearer(context)),
    ...buildOptions(input, now),
    splitId: await splitFor(context, input),
    status: 'active',
    createdAt: now,
  })
  if (!link) throw nameTaken(input.slug ? 'slug' : 'name')
  await recordAuditEvent(context, { action: 'payment_link.created', object: input.name })
  return retrievePaymentLink(context, link.id)
}

/** The plan of a new link. Such a link uses the plan's price and has no amount. */
async function planFor({ tx, merchant }: MerchantContext, input: ParsedInput<typeof createPaymentLink>) {
  if (!input.planId) return undefined
  const [plan] = await tx
    .select({ id: plans.id, status: plans.status })
    .from(plans)
    .where(and(eq(plans.merchantId, merchant.id), eq(plans.id, input.planId)))
  if (!plan || plan.status === 'deleted') throw problem.field('planId', 'Choose one of your plans')
  requireValidAmounts(input)
  return plan
}

/**
 * The split of a link. Links with a plan have none, because plan charges are not split.
 * @throws 422 if both a split and a plan are given
 */
export async function splitFor(
  context: MerchantContext,
  given: { splitId?: string | null | undefined; amountKobo?: number | undefined; planId?: string | null | undefined },
  before?: { splitId: string | null },
): Promise<string | null> {
  const { splitId = before?.splitId ?? null, amountKobo = null, planId } = given
  if (splitId && planId) throw problem.field('splitId', 'Payments for a plan cannot be split')
  return chosenSplit(context, context.merchant.id, { splitId, before: before?.splitId ?? null, amountKobo })
}

/** Rejects amounts on a link with a plan, which uses the plan's price. */
export function requireValidAmounts({
  amountKobo,
  minimumKobo,
}: {
  amountKobo?: unknown
  minimumKobo?: unknown
}): void {
  if (amountKobo !== undefined || (minimumKobo ?? null) !== null)
    throw problem.field('amountKobo', 'A payment link for a plan uses the price of the plan. Leave this field out')
}
