import { dayMs } from '@adire/contract/durations.ts'
import type { SplitTerms } from '@adire/contract/split-shares.ts'
import { splitRecipients, splits } from '../../features/splits/tables.ts'
import type { Tx } from '../connect.ts'

export interface DemoSplit {
  splitId: string
  split: SplitTerms
}

const gtb = '058'

/** The teacher and the hall of the sewing class: both are recipients of a share of each payment. */
export async function seedSplits(tx: Tx, merchantId: string, createdAt: Date, bankIdOf: (code: string) => number) {
  const bankId = bankIdOf(gtb)
  const [teacher, hall] = await tx
    .insert(splitRecipients)
    .values([
      {
        merchantId,
        name: 'Ada Obi, teacher',
        bankId,
        accountNumber: '0000000018',
        accountName: 'ADA TEST OBI',
        createdAt,
      },
      {
        merchantId,
        name: 'Yaba Craft Hall',
        bankId,
        accountNumber: '0000000025',
        accountName: 'BAYO TEST ADE',
        createdAt,
      },
    ])
    .returning()
  const of = (terms: SplitTerms, name: string, code: string, days: number) => ({
    merchantId,
    name,
    code,
    ...terms,
    createdAt: new Date(createdAt.getTime() + days * dayMs),
  })
  const classes: SplitTerms = {
    type: 'percentage',
    feeBearer: 'everyone',
    bearerPartyId: null,
    shares: [
      { partyId: teacher!.id, value: 4_000 },
      { partyId: hall!.id, value: 1_250 },
    ],
  }
  const fittings: SplitTerms = {
    type: 'flat',
    feeBearer: 'business',
    bearerPartyId: null,
    shares: [{ partyId: hall!.id, value: 2_500_00 }],
  }
  const [made] = await tx
    .insert(splits)
    .values([
      of(classes, 'Sewing class', 'SPL_4k2m8q1w7z5x3c9v', 1),
      of(fittings, 'Fittings at the hall', 'SPL_9d3f6h1j5l7p2r8t', 0),
    ])
    .returning()
  return { splitId: made!.id, split: classes } satisfies DemoSplit
}
