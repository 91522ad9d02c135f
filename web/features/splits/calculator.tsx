import { chargeFor } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { calculateSplitShares, type SplitTerms } from '@adire/contract/split-shares.ts'
import { useState } from 'react'
import { usePrices } from '../../domain/prices.ts'
import { Card } from '../../ui/card.tsx'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'

const usualKobo = 10_000_00

type CalculatorProps = { terms: SplitTerms; nameOf: (recipientId: string) => string }

/** Split calculator: each recipient's amount of a card payment, exact to the kobo. */
export function SplitCalculator({ terms, nameOf }: CalculatorProps) {
  const [amountKobo, setAmount] = useState<number | undefined>(usualKobo)
  const kobo = amountKobo ?? 0
  const prices = usePrices()
  if (!prices) return null
  const { feeKobo, vatKobo } = chargeFor(prices.card, kobo)
  const { merchantShare, recipients, isCut } = calculateSplitShares(terms, {
    amountKobo: kobo,
    chargeKobo: feeKobo + vatKobo,
    isChargePaid: false,
  })
  const details: DetailItem[] = [
    { label: 'You get', value: formatNaira(merchantShare.netKobo), strong: true },
    ...recipients.map(({ recipientId, netKobo }) => ({
      label: `${nameOf(recipientId)} gets`,
      value: formatNaira(netKobo),
    })),
    { label: 'Fee and VAT', value: formatNaira(feeKobo + vatKobo) },
  ]
  return (
    <Card title="Calculator">
      <Field label="For a payment of">
        <MoneyInput value={amountKobo} onChange={setAmount} />
      </Field>
      <div className="mt-2 -mb-3" aria-live="polite">
        <DetailList details={details} />
      </div>
      {isCut && (
        <p className="mt-3 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          The shares are more than this, so each is reduced in proportion and nothing is left for you.
        </p>
      )}
    </Card>
  )
}
