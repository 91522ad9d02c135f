import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { DetailRow } from '../checkout/row.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/date.ts'
import { Spinner } from '../ui/spinner.tsx'
import { ConsentHeading, CopyButton, StepForm } from './parts.tsx'

/** Verification transfer, which shows the bank that the account belongs to the customer. */
export function TransferStep({ page, note }: ConsentProps) {
  const { account, transfer, mode } = page
  if (!transfer) return null
  const { bankName, accountNumber, accountName, amountKobo, expiresAt } = transfer
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ConsentHeading>Thank you. Now send {formatNaira(amountKobo)} from your account</ConsentHeading>
        <p className="mt-1 text-muted wrap-anywhere">
          It shows your bank that {account.accountNumber} at {account.bankName} is yours. Send exactly this amount, and
          from that account only.
        </p>
      </div>
      <div className="card divide-y divide-line">
        <DetailRow label={bankName} action={<CopyButton text={accountNumber} what="account number" />}>
          <span className="figures text-2xl font-semibold max-[359px]:text-xl">{accountNumber}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{accountName}</span>
        </DetailRow>
        <DetailRow label="Exact amount" action={<CopyButton text={formatNairaNumber(amountKobo)} what="amount" />}>
          <span className="figures text-lg font-semibold">{formatNaira(amountKobo)}</span>
        </DetailRow>
        <DetailRow
          label="Send it before"
          action={
            <time dateTime={expiresAt} className="figures font-medium">
              {formatDateTime(expiresAt)}
            </time>
          }
        />
      </div>
      <TransferWaiting>Waiting for your transfer to arrive</TransferWaiting>
      {mode === 'TEST' && <SimulateTransfer note={note} />}
    </div>
  )
}

/** Waiting notice: the script polls; without script the customer reloads the page. */
export function TransferWaiting({ children }: { children: string }) {
  return (
    <>
      <div className="flex min-h-12 items-center gap-3 rounded-md bg-soft px-4 py-2.5 text-link noscript:hidden">
        <Spinner className="size-4 shrink-0" />
        <p className="font-medium">{children}</p>
      </div>
      <p className="text-sm text-muted noscript:hidden">
        This page goes on by itself. It is safe to close it: you also get a mail.
      </p>
      <noscript>
        <a href="?" className={buttonClass({ tone: 'secondary', size: 'lg', wide: true })}>
          Check again
        </a>
      </noscript>
    </>
  )
}

const outcomes = [
  { outcome: 'exact', label: 'Send exactly NGN 50' },
  { outcome: 'wrong_amount', label: 'Send another amount' },
  { outcome: 'other_account', label: 'Send from another account' },
]

function SimulateTransfer({ note }: { note: string | null }) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-dashed border-warn/60 p-3 text-sm">
      <p className="text-ink-2">
        <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> Play your bank:
      </p>
      {outcomes.map(({ outcome, label }) => (
        <StepForm key={outcome} step="simulate" values={{ outcome }}>
          <button
            type="submit"
            className="min-h-11 w-full rounded-md border border-warn/60 bg-surface px-3 font-medium text-warn hover:bg-warn-soft"
          >
            <span data-wait={messages.pleaseWait}>{label}</span>
          </button>
        </StepForm>
      ))}
      {note && (
        <p role="status" className="text-ink-2">
          {note}
        </p>
      )}
    </div>
  )
}
