import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import type { Outcome } from '@adire/contract/simulated-payment-schemas.ts'
import type { ReactNode } from 'react'
import { CheckoutIcon } from './icons.tsx'
import { testFrame } from './instruments-frame.tsx'
import type { Challenge } from './payment-actions.ts'
import { StepForm, type StepFormProps } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'

const testButton =
  'min-h-11 w-full rounded-md border border-warn/60 bg-surface px-3 font-medium text-warn hover:bg-warn-soft disabled:opacity-60'

type TestButtonProps = Pick<StepFormProps, 'step' | 'values' | 'children'> & { disabled?: boolean; onPress: () => void }

/** Button of the test panel: handled by script, or posted to the server without. */
function TestButton({ children, onPress, disabled, ...form }: TestButtonProps) {
  return (
    <StepForm {...form} onSend={() => onPress()}>
      <button type="submit" disabled={disabled} className={testButton}>
        {children}
      </button>
    </StepForm>
  )
}

function Panel({ title, children, note }: { title: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className={`${testFrame} flex flex-col gap-3 p-3`}>
      <p className="text-ink-2">
        <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> {title}
      </p>
      <div className="grid grid-cols-2 gap-2">{children}</div>
      {note}
    </div>
  )
}

export type TestInstrument = Readonly<Record<string, string>>
interface InstrumentsProps {
  checkout: CheckoutController
  title: string
  step: string
  /** Sandbox instruments with a description and the form values of each. */
  choices: readonly { does: string; name: string; values: TestInstrument }[]
  onChoose: (values: TestInstrument) => void
}

/** List of sandbox cards or accounts. A click fills the form; without script it submits the payment at once. */
export function TestInstruments({ title, step, choices, onChoose }: InstrumentsProps) {
  return (
    <details className={`${testFrame} group`}>
      <summary className="flex min-h-11 list-none items-center justify-between px-3 font-medium text-warn [&::-webkit-details-marker]:hidden">
        {messages.modeLabel.TEST}: {title}
        <CheckoutIcon name="down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="max-h-72 overflow-y-auto border-t border-dashed border-warn/60 p-1">
        {choices.map(({ does, name, values }) => (
          <li key={does}>
            <StepForm
              step={step}
              values={values}
              onSend={(event) => {
                onChoose(values)
                closeList(event.currentTarget.closest('details'))
              }}
            >
              <button
                type="submit"
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-sm px-2 text-left hover:bg-warn-soft"
              >
                <span className="text-ink">{does}</span>
                <span className="figures text-muted">{name}</span>
              </button>
            </StepForm>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Closes the list after a choice and returns the focus to its summary, where it was opened. */
function closeList(list: HTMLDetailsElement | null) {
  if (!list) return
  list.open = false
  list.querySelector('summary')?.focus()
}

const wrong: Partial<Record<Challenge, string>> = { pin: '9999', otp: '000000' }

interface ChallengeAnswersProps {
  checkout: CheckoutController
  question: Challenge
  /** Response that the sandbox accepts. */
  right: string
  onFill: (answer: string) => void
}

/** Test panel with correct and wrong responses to a challenge of the bank. */
export function ChallengeAnswers({ checkout, question, right, onFill }: ChallengeAnswersProps) {
  const sent = { question, triesLeft: checkout.payment?.triesLeft }
  const wrongOne = wrong[question]
  return (
    <Panel title={`The sandbox expects ${right}.`}>
      <TestButton step="answer" values={{ ...sent, answer: right }} onPress={() => onFill(right)}>
        Fill in {right}
      </TestButton>
      {wrongOne && (
        <TestButton step="answer" values={{ ...sent, answer: wrongOne }} onPress={() => onFill(wrongOne)}>
          Fill in a wrong one
        </TestButton>
      )}
      <SimulateButton checkout={checkout} outcome="time_out" label="Let it time out" />
    </Panel>
  )
}

type Choices = readonly { outcome: Outcome; label: string }[]
const transfers: Choices = [
  { outcome: 'exact', label: 'Pay exact amount' },
  { outcome: 'short', label: 'Pay less' },
  { outcome: 'over', label: 'Pay more' },
  { outcome: 'twice', label: 'Pay twice' },
  { outcome: 'late', label: 'Pay too late' },
  { outcome: 'in_flight', label: 'Arrive late' },
]
const codes: Choices = [
  { outcome: 'approve', label: 'Confirm' },
  { outcome: 'decline', label: 'Decline' },
  { outcome: 'time_out', label: 'Let it time out' },
]

/** Test panel that simulates the outcomes of the current channel: actions of the payer or of the payer's bank. */
export function TestOutcomes({ checkout, device }: { checkout: CheckoutController; device: 'bank' | 'phone' }) {
  const { payment, testNote } = checkout
  const isTransfer = device === 'bank'
  const note = (
    <>
      <p role="status" className="text-ink-2 empty:hidden">
        {testNote}
      </p>
      <a
        href={`/sandbox/payments/${payment?.accessCode}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 self-start font-medium text-warn underline underline-offset-2"
      >
        Open the simulator
        <CheckoutIcon name="leave" />
      </a>
    </>
  )
  return (
    <Panel title={isTransfer ? "Simulate the payer's bank:" : "Simulate the payer's phone:"} note={note}>
      {(isTransfer ? transfers : codes).map((choice) => (
        <SimulateButton key={choice.outcome} checkout={checkout} {...choice} />
      ))}
    </Panel>
  )
}

function SimulateButton({
  checkout,
  outcome,
  label,
}: {
  checkout: CheckoutController
  outcome: Outcome
  label: string
}) {
  const tooLittle = outcome === 'short' && (checkout.payment?.amountKobo ?? 0) <= limits.chargeMinimumKobo
  return (
    <TestButton
      step="simulate"
      values={{ outcome }}
      disabled={checkout.busy !== undefined || tooLittle}
      onPress={() => void checkout.simulate(outcome)}
    >
      {label}
    </TestButton>
  )
}
