import { call } from '@adire/contract/call.ts'
import { simulateTransfer } from '@adire/contract/checkout.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { type FormEvent, useState } from 'react'
import { groupDigits, schemeOf } from './card-number.ts'
import { connect, explain } from './connection.ts'
import { Icon } from './icons.tsx'
import type { SandboxCard } from './sandbox-cards.ts'
import { StepForm, type StepFormProps } from './step.tsx'
import type { Checkout } from './use-checkout.ts'

/** Constant, above everything: nobody may take a test for a payment. */
export function TestBanner() {
  return (
    <p role="status" className="stripes px-4 py-2 text-center text-sm font-medium text-warn print:hidden">
      {messages.modeLabel.TEST} — no real money moves
    </p>
  )
}

const frame = 'rounded-md border border-dashed border-warn/60 text-sm print:hidden'
const testButton =
  'min-h-11 rounded-md border border-warn/60 bg-surface px-3 font-medium text-warn hover:bg-warn-soft disabled:opacity-60'

type TestNoteProps = Pick<StepFormProps, 'step' | 'values' | 'children'> & { action: string; onAction: () => void }

/** What the sandbox expects, filled in on a click; without script it is sent at once. */
export function TestNote({ children, action, onAction, ...form }: TestNoteProps) {
  return (
    <StepForm
      {...form}
      onSend={quietly(onAction)}
      className={`${frame} flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3`}
    >
      <p className="text-ink-2">
        <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> {children}
      </p>
      <button type="submit" className={testButton}>
        {action}
      </button>
    </StepForm>
  )
}

const quietly = (act: () => void) => (event: FormEvent) => {
  event.preventDefault()
  act()
}

/** Fills the form on a click; without script the card pays at once. Two years ahead is a month that every card accepts. */
export function SandboxCards({
  cards,
  onChoose,
}: {
  cards: readonly SandboxCard[]
  onChoose: (card: { number: string; expiry: string; cvv: string }) => void
}) {
  const year = new Date().getFullYear() + 2
  return (
    <details className={`${frame} group`}>
      <summary className="flex min-h-11 list-none items-center justify-between px-3 font-medium text-warn [&::-webkit-details-marker]:hidden">
        {messages.modeLabel.TEST}: cards to try
        <Icon name="down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="max-h-72 overflow-y-auto border-t border-dashed border-warn/60 p-1">
        {cards.map(({ number, cvv, does }) => (
          <li key={number}>
            <StepForm
              step="card"
              values={{ number, expiry: `12 / ${year % 100}`, cvv }}
              onSend={(event) => {
                event.preventDefault()
                onChoose({ number: groupDigits(number), expiry: `12 / ${year % 100}`, cvv })
                fold(event.currentTarget.closest('details'))
              }}
            >
              <button
                type="submit"
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-sm px-2 text-left hover:bg-warn-soft"
              >
                <span className="text-ink">{does}</span>
                <span className="figures text-muted">
                  {schemeOf(number)} {number.slice(-4)}
                </span>
              </button>
            </StepForm>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The chosen card is above the list: the list makes room, and focus stays where it was opened. */
function fold(list: HTMLDetailsElement | null) {
  if (!list) return
  list.open = false
  list.querySelector('summary')?.focus()
}

const differenceKobo = 50_00
const outcomes = [
  { label: 'Pay exact amount', times: 1, amountKobo: (due: number) => due },
  {
    label: 'Pay less',
    times: 1,
    amountKobo: (due: number) => Math.max(due - differenceKobo, limits.chargeMinimumKobo),
  },
  { label: 'Pay more', times: 1, amountKobo: (due: number) => due + differenceKobo },
  { label: 'Pay twice', times: 2, amountKobo: (due: number) => due },
]

/** Plays the payer's bank. */
export function TransferOutcomes({ checkout }: { checkout: Checkout }) {
  const { payment, page, refresh, setTestNote, testNote } = checkout
  const [busy, setBusy] = useState(false)
  const due = payment?.amountKobo ?? 0

  const play = async ({ times, amountKobo }: (typeof outcomes)[number]) => {
    const accountNumber = payment?.transfer?.accountNumber
    if (!accountNumber || busy) return
    setBusy(true)
    const lines: string[] = []
    try {
      for (let time = 0; time < times; time++) {
        const played = await call(connect(page.mode), simulateTransfer, { accountNumber, amountKobo: amountKobo(due) })
        lines.push(
          played.outcome === 'accepted'
            ? 'The transfer arrived.'
            : `Sent back to the payer: ${reasonText(played.reason)}.`,
        )
      }
    } catch (error) {
      lines.push(explain(error).message)
    }
    setTestNote(lines.join(' '))
    await refresh().catch(() => undefined)
    setBusy(false)
  }
  return (
    <div className={`${frame} flex flex-col gap-3 p-3`}>
      <p className="text-ink-2">
        <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> Play the payer's bank:
      </p>
      <div className="grid grid-cols-2 gap-2">
        {outcomes.map((outcome) => (
          <button
            key={outcome.label}
            type="button"
            className={testButton}
            disabled={busy || (outcome.label === 'Pay less' && due <= limits.chargeMinimumKobo)}
            onClick={() => void play(outcome)}
          >
            {outcome.label}
          </button>
        ))}
      </div>
      <p role="status" className="text-ink-2 empty:hidden">
        {testNote}
      </p>
    </div>
  )
}

const reasons: Record<string, string> = {
  INCORRECT_AMOUNT: 'not the exact amount',
  ACCOUNT_EXPIRED: 'the account number had expired',
  DUPLICATE: 'this payment was already paid',
}
const reasonText = (reason: string | null) => (reason && reasons[reason]) || reason || 'no reason given'
