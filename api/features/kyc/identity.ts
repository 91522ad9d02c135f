import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { submitBvn, submitDirectors, submitTaxId } from '@adire/contract/kyc.ts'
import { messages } from '@adire/contract/messages.ts'
import { eq } from 'drizzle-orm'
import type { BvnOwner } from '../../connectors/lookups.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { type AttemptLimit, consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'
import { merchants } from '../merchants/tables.ts'
import { type KycRow, loadKycStatuses } from './items.ts'
import { type KycVerdict, requireOpen, submitItem } from './move.ts'
import { sealOwner } from './owner.ts'
import { askRegistry, isSentToProcessor, needsOwnerDetailsFor } from './registry.ts'
import { enqueueSandboxReview, verdictOnBvn, verdictOnTaxId } from './sandbox.ts'
import { sealName } from './seal-name.ts'

/** Enough for typing errors, too few to search the BVN register. */
const maxBvnAttempts = 10
/** Maximum number of checks from one network at a register that may charge for each answer. */
const paidOfNetwork = 30

/** Submits the owner's BVN. The register is called before anything is written, so that nothing changes if it is unavailable. */
export async function submitBvnHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { bvn, ...given }: ParsedInput<typeof submitBvn>,
) {
  const owner = await unitOfWork.write(async (context) => {
    await requireOpen(context, 'BVN')
    const complete = await requireOwner(context, bvn, given)
    await consumeAttempt(context.tx, attemptLimits(context, bvn), context.realNow)
    return complete
  })
  const lookup = await askRegistry(unitOfWork, bvn, owner)
  return unitOfWork.write((context) =>
    submitNumber(context, 'BVN', bvn, {
      verdict: verdictOnBvn(bvn, lookup.found),
      submitted: { sealedOwner: sealOwner(context.vault, context.merchant.id, owner, lookup), registry: lookup.found },
    }),
  )
}

/** Anybody can register businesses, so those of one person, and of one network, count together where answers may cost money. */
function attemptLimits(context: MemberContext, bvn: string): AttemptLimit[] {
  const { merchant, user, origin } = context
  const ofBusiness = { key: `bvn:${merchant.id}`, max: maxBvnAttempts }
  if (!isSentToProcessor(context, bvn)) return [ofBusiness]
  const ofPerson = { key: `bvn-person:${user.id}`, max: maxBvnAttempts }
  return [ofBusiness, ofPerson, { key: `bvn-network:${networkOfOrigin(origin)}`, max: paidOfNetwork }]
}

/**
 * The owner with the details that the register compares. Without a phone number of the owner it is that of the business.
 * @throws 400 validation_error at `dateOfBirth` and `phone` if the register needs them and they are missing; 422 for a birthday to come
 */
async function requireOwner(context: MemberContext, bvn: string, owner: BvnOwner): Promise<BvnOwner> {
  if (owner.dateOfBirth && owner.dateOfBirth > lagosDay(context.realNow))
    throw problem.field('dateOfBirth', 'Use a day in the past')
  if (!needsOwnerDetailsFor(context, bvn)) return owner
  const phone = owner.phone ?? (await findBusinessPhone(context))
  const missing = [...(owner.dateOfBirth ? [] : ['dateOfBirth']), ...(phone ? [] : ['phone'])]
  if (missing.length > 0) throw problem.invalid(missing.map((field) => ({ field, message: messages.required })))
  return { ...owner, phone }
}

async function findBusinessPhone({ tx, merchant }: MemberContext): Promise<string | undefined> {
  const [business] = await tx
    .select({ phone: merchants.businessPhone })
    .from(merchants)
    .where(eq(merchants.id, merchant.id))
  return business?.phone ?? undefined
}

export const submitTaxIdHandler = async (context: MemberContext, { taxId }: ParsedInput<typeof submitTaxId>) =>
  submitNumber(context, 'TAX_ID', taxId, { verdict: verdictOnTaxId(taxId) })

async function submitNumber(
  context: MemberContext,
  type: 'BVN' | 'TAX_ID',
  number: string,
  { verdict, submitted }: { verdict: KycVerdict | undefined; submitted?: Pick<KycRow, 'sealedOwner' | 'registry'> },
) {
  const { tx, merchant, vault } = context
  await requireOpen(context, type)
  await submitItem(context, type, {
    sealed: vault.seal(number, sealName(merchant.id, type)),
    submitted: `•••• ${number.slice(-3)}`,
    ...submitted,
  })
  await enqueueSandboxReview(context, type, verdict)
  return loadKycStatuses(tx, merchant.id)
}

export async function submitDirectorsHandler(
  context: MemberContext,
  { directors }: ParsedInput<typeof submitDirectors>,
) {
  const { tx, merchant, vault } = context
  const shares = directors.reduce((sum, { sharePercent = 0 }) => sum + sharePercent, 0)
  if (shares > 100) throw problem.field('directors', 'The shares add up to more than 100 percent')
  await requireOpen(context, 'DIRECTORS')
  await submitItem(context, 'DIRECTORS', {
    sealed: vault.seal(JSON.stringify(directors), sealName(merchant.id, 'DIRECTORS')),
    submitted: directors.length === 1 ? '1 person' : `${directors.length} people`,
  })
  await enqueueSandboxReview(context, 'DIRECTORS', undefined)
  return loadKycStatuses(tx, merchant.id)
}
