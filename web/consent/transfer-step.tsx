import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { DetailRow } from '../checkout/row.tsx'
import { useMandateTexts } from '../languages/server-texts.ts'
import { useTexts } from '../languages/use-texts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/date.ts'
import { Spinner } from '../ui/spinner.tsx'
import { ConsentHeading, CopyButton, StepForm } from './parts.tsx'

/** Verification transfer, which shows the bank that the account belongs to the customer. */
export function TransferStep({ page, note }: ConsentProps) {
  const texts = useMandateTexts()
  const checkout = useTexts()
  const { account, transfer, mode } = page
  if (!transfer) return null
  const { bankName, accountNumber, accountName, amountKobo, expiresAt } = transfer
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ConsentHeading>{texts.nowSend(formatNaira(amountKobo))}</ConsentHeading>
        <p className="mt-1 text-muted wrap-anywhere">{texts.showsBank(account.accountNumber, account.bankName)}</p>
      </div>
      <div className="card divide-y divide-line">
        <DetailRow label={bankName} action={<CopyButton text={accountNumber} what={checkout.copyWhat.account} />}>
          <span className="figures text-2xl font-semibold whitespace-nowrap max-[359px]:text-lg">{accountNumber}</span>
          <span className="block text-sm text-ink-2 wrap-anywhere">{accountName}</span>
        </DetailRow>
        <DetailRow
          label={checkout.exactAmount}
          action={<CopyButton text={formatNairaNumber(amountKobo)} what={checkout.copyWhat.amount} />}
        >
          <span className="figures text-lg font-semibold whitespace-nowrap max-[359px]:text-base">
            {formatNaira(amountKobo)}
          </span>
        </DetailRow>
        <DetailRow
          label={texts.sendBefore}
          action={
            <time dateTime={expiresAt} className="figures font-medium">
              {formatDateTime(expiresAt)}
            </time>
          }
        />
      </div>
      <TransferWaiting>{checkout.waitingTransfer}</TransferWaiting>
      {mode === 'TEST' && <SimulateTransfer note={note} />}
    </div>
  )
}

/** Waiting notice: the script polls; without script the customer reloads the page. */
export function TransferWaiting({ children }: { children: string }) {
  const { goesOn } = useMandateTexts()
  const { checkAgain } = useTexts()
  return (
    <>
      <div className="flex min-h-12 items-center gap-3 rounded-md bg-soft px-4 py-2.5 text-link noscript:hidden">
        <Spinner className="size-4 shrink-0" />
        <p className="font-medium">{children}</p>
      </div>
      <p className="text-sm text-muted noscript:hidden">{goesOn}</p>
      <noscript>
        <a href="?" className={buttonClass({ tone: 'secondary', size: 'lg', wide: true })}>
          {checkAgain}
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
    <div lang="en" className="flex flex-col gap-3 rounded-md border border-dashed border-warn/60 p-3 text-sm">
      <p className="text-ink-2">
        <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> Simulate your bank:
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
