import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { confirmMandate } from '@adire/contract/mandate-page.ts'
import { messages } from '@adire/contract/messages.ts'
import { listProcessors } from '../../connectors/connector-for.ts'
import type { HolderDetails } from '../../connectors/mandates.ts'
import { definitionOf } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { findProcessorOrder } from '../routing/processor-order.ts'
import type { MandateRecord } from './move.ts'

/** Whether the processor of a new mandate of a business wants the phone number and the address of the holder. */
export async function needsHolderDetails(
  context: Context,
  { merchantId }: Pick<MandateRecord, 'merchantId'>,
): Promise<boolean> {
  const order = await findProcessorOrder(context, { merchantId, channel: 'direct_debit' })
  const [processor] = listProcessors(context, 'mandates', { order })
  return processor !== undefined && definitionOf(processor).needsHolderDetails === true
}

/**
 * Phone number and address of the holder, if the processor wants them.
 * @throws 400 validation_error at `phone` and `address` if it does and one is missing
 */
export async function requireHolderDetails(
  context: Context,
  mandate: Pick<MandateRecord, 'merchantId'>,
  { phone, address }: Pick<ParsedInput<typeof confirmMandate>, 'phone' | 'address'>,
): Promise<HolderDetails | undefined> {
  if (!(await needsHolderDetails(context, mandate))) return undefined
  if (phone && address) return { phone, address }
  const missing = [...(phone ? [] : ['phone']), ...(address ? [] : ['address'])]
  throw problem.invalid(missing.map((field) => ({ field, message: messages.required })))
}

type Sealed = Pick<MandateRecord, 'slug'>

/** Details for storage until the processor has them. */
export const sealHolderDetails = (
  { vault }: Pick<Context, 'vault'>,
  { slug }: Sealed,
  details: HolderDetails | undefined,
): string | null => (details ? vault.seal(JSON.stringify(details), slug) : null)

export const openHolderDetails = (
  { vault }: Pick<Context, 'vault'>,
  { slug, sealedHolder }: Sealed & Pick<MandateRecord, 'sealedHolder'>,
): HolderDetails | undefined =>
  sealedHolder === null ? undefined : (JSON.parse(vault.open(sealedHolder, slug)) as HolderDetails)
