import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { submitBvn, submitDirectors, submitTaxId } from '@adire/contract/kyc.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { type KycRow, loadKycStatuses } from './items.ts'
import { type KycVerdict, requireOpen, submitItem } from './move.ts'
import { sealOwner } from './owner.ts'
import { enqueueSandboxReview, verdictOnBvn, verdictOnTaxId } from './sandbox.ts'
import { sealName } from './seal-name.ts'

/** Enough for typing errors, too few to search the BVN register. */
const maxBvnAttempts = 10

/** Submits the owner's BVN. The register is called before anything is written, so that nothing changes if it is unavailable. */
export async function submitBvnHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { bvn, ...owner }: ParsedInput<typeof submitBvn>,
) {
  await unitOfWork.write(async (context) => {
    await requireOpen(context, 'BVN')
    await consumeAttempt(context.tx, [{ key: `bvn:${context.merchant.id}`, most: maxBvnAttempts }], context.realNow)
  })
  const lookup = await connectorFor(unitOfWork, 'identity')
    .identity.verifyBvn(bvn, owner)
    .catch(() => {
      throw problem.unavailable('BVNs can’t be checked right now. Nothing was changed. Try again later')
    })
  return unitOfWork.write((context) =>
    submitNumber(context, 'BVN', bvn, {
      verdict: verdictOnBvn(bvn, lookup.found),
      submitted: { sealedOwner: sealOwner(context.vault, context.merchant.id, owner, lookup), registry: lookup.found },
    }),
  )
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
