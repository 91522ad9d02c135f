import { fitsCustomer } from '@adire/contract/account-names.ts'
import { mandateKindNames } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { intervalInSentence } from '@adire/contract/periods.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate, formatDateTime, formatDay } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { customerOf } from './mandate-words.ts'

/** Amount debited, amount left, and the date of the next debit. */
export function MandateStats({ mandate }: { mandate: Mandate }) {
  const { kind, debitedKobo, debits, leftKobo, limitKobo, nextDebitAt } = mandate
  return (
    <Tiles
      tiles={[
        { label: 'Debited', value: <Amount kobo={debitedKobo} size="figure" /> },
        { label: 'Debits', value: groupDigits(debits) },
        leftKobo === null
          ? {
              label: kind === 'fixed' ? 'Each debit' : 'Limit per debit',
              value: <Amount kobo={limitKobo} size="figure" />,
            }
          : { label: 'Left to debit', value: <Amount kobo={leftKobo} size="figure" /> },
        {
          label: 'Next debit',
          value: nextDebitAt ? (
            <time dateTime={nextDebitAt}>{formatDate(nextDebitAt)}</time>
          ) : (
            <span className="font-normal text-muted">None</span>
          ),
        },
      ]}
    />
  )
}

export function MandateDetails({ mandate }: { mandate: Mandate }) {
  return (
    <Card title="Details">
      <div className="-mt-1 -mb-3">
        <DetailList details={listDetails(mandate)} />
      </div>
    </Card>
  )
}

function listDetails(mandate: Mandate): DetailItem[] {
  const { customerId, kind, frequency, amountKobo, limitKobo, maxTotalKobo, startOn, endOn, feeBearer } = mandate
  return [
    {
      label: 'Customer',
      value: (
        <Link to={`/customers/${customerId}`} className="text-link hover:underline">
          {customerOf(mandate)}
        </Link>
      ),
    },
    { label: 'Account', value: `${mandate.bankName} ${mandate.accountNumber}` },
    {
      label: 'Account name',
      value: (
        <>
          {mandate.accountName}
          {mandate.customerName && !fitsCustomer(mandate.accountName, mandate.customerName) && (
            <span className="mt-0.5 flex items-center gap-1.5 text-sm text-warn">
              <TriangleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
              The name differs
            </span>
          )}
        </>
      ),
    },
    {
      label: 'Kind',
      value: `${mandateKindNames[kind]}, ${frequency ? intervalInSentence(frequency) : 'on demand'}`,
    },
    { label: kind === 'fixed' ? 'Amount' : 'Limit per debit', value: <Amount kobo={amountKobo} /> },
    ...(limitKobo === amountKobo ? [] : [{ label: 'With the fee', value: <Amount kobo={limitKobo} /> }]),
    ...(maxTotalKobo === null ? [] : [{ label: 'Limit of all debits', value: <Amount kobo={maxTotalKobo} /> }]),
    { label: kind === 'fixed' ? 'First debit' : 'Starts', value: formatDay(startOn) },
    { label: 'Ends', value: endOn ? formatDay(endOn) : 'When it is cancelled' },
    { label: 'On the statement', value: mandate.narration },
    { label: 'Fee paid by', value: feeBearer === 'merchant' ? 'You' : 'The customer' },
    ...(mandate.cancelledAt ? [{ label: 'Cancelled', value: formatDateTime(mandate.cancelledAt) }] : []),
  ]
}
