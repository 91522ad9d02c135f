import type { Metadata } from '@adire/contract/metadata-schemas.ts'
import type { Tx } from '../../database/connect.ts'
import { defineHandler } from '../../handlers.ts'

/** Reference and metadata of charges, by id. Payments know only the ids of their charges. */
export const chargeLabels =
  defineHandler<
    (
      tx: Tx,
      merchantId: string,
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, { reference: string; metadata: Metadata }>>
  >('chargeLabels')

/** Objects about a payment, with reference and metadata of its charge in place of the charge's id. */
export async function withChargeFields<Item extends { chargeId: string | null }>(
  tx: Tx,
  merchantId: string,
  items: readonly Item[],
) {
  const ids = items.flatMap(({ chargeId }) => chargeId ?? [])
  const labels = ids.length === 0 ? undefined : await chargeLabels.get()(tx, merchantId, ids)
  return items.map(({ chargeId, ...item }) => {
    const charge = chargeId === null ? undefined : labels?.get(chargeId)
    return { ...item, chargeReference: charge?.reference ?? null, chargeMetadata: charge?.metadata ?? null }
  })
}
