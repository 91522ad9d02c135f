import { formatNaira } from '@adire/contract/money.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { Card } from '../../ui/card.tsx'
import type { OfPayment } from './of-payment.ts'
import { RowTime } from './row-time.tsx'

/** Entries of the ledger, with their postings. */
export function PostingsCard({ found: { entries } }: OfPayment) {
  if (entries.length === 0) return null
  return (
    <Card title="Ledger">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {entries.map(({ reference, description, at, lines }) => (
          <li key={reference} className="py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6">
              <span className="font-medium wrap-anywhere">{description}</span>
              <RowTime at={at} />
            </p>
            <dl className="mt-2 flex flex-col gap-1">
              {lines.map(({ id, account, recipient, recipientAccountNumber, amountKobo }) => (
                <div key={id} className="flex justify-between gap-4">
                  <dt className="min-w-0 wrap-anywhere text-muted">
                    {account === 'vat' ? 'VAT' : statusLabel(account)}
                    {recipient && ` of ${recipient}, ${recipientAccountNumber}`}
                  </dt>
                  <dd className="figures shrink-0">{formatNaira(amountKobo)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}
