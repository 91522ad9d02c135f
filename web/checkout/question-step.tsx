import { messages } from '@adire/contract/messages.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { brandNames } from './card-number.ts'
import { addressOf } from './purchase.ts'
import { StepForm, StepTitle, StepTrouble, TextLink } from './step.tsx'
import { TestNote } from './test-panel.tsx'
import type { Checkout, Question } from './use-checkout.ts'
import { useFields } from './use-fields.ts'
import { methodsOf } from './view.ts'

const questions = {
  send_pin: {
    question: 'pin',
    title: 'Enter your card PIN',
    text: 'Your bank asks for the 4-digit PIN you use at a cash machine.',
    label: 'Card PIN',
    digits: 4,
    wrong: 'A PIN has 4 digits',
    input: { type: 'password', autoComplete: 'off', inputMode: 'numeric' },
  },
  send_otp: {
    question: 'otp',
    title: 'Enter the code from your bank',
    text: 'Your bank has sent a one-time code to the phone number it knows for this card.',
    label: 'One-time code',
    digits: 8,
    wrong: 'The code has at least 4 digits',
    input: { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  send_phone: {
    question: 'phone',
    title: 'Confirm your phone number',
    text: 'Use the number your bank knows for this card. It gets a one-time code.',
    label: 'Phone number',
    digits: 15,
    wrong: 'A phone number has at least 10 digits',
    input: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  },
} as const satisfies Record<string, { question: Question } & Record<string, unknown>>
type Step = keyof typeof questions

const least = { pin: 4, otp: 4, phone: 10 }

/** What the bank asks about the card. Each question is a form of its own: what was answered is gone with it. */
export function QuestionStep({ checkout }: { checkout: Checkout }) {
  const { payment } = checkout
  return payment ? <QuestionForm key={payment.step} checkout={checkout} step={payment.step as Step} /> : null
}

function QuestionForm({ checkout, step }: { checkout: Checkout; step: Step }) {
  const { payment, busy, trouble } = checkout
  const asked = questions[step]
  const { question } = asked
  const fields = useFields({
    initial: { answer: '' },
    refused: trouble?.fields,
    check: (_, value) => (value ? (digitsIn(value) < least[question] ? asked.wrong : undefined) : messages.required),
    shape: (_, typed) =>
      (question === 'phone' && typed.startsWith('+') ? '+' : '') + onlyDigits(typed).slice(0, asked.digits),
  })
  const send = fields.submit(async ({ answer }) => {
    if (await checkout.answer(question, answer)) fields.clear()
  })
  const hint = sandboxAnswer(checkout, question)
  return (
    <div className="flex flex-col gap-5">
      <StepForm
        ref={fields.form}
        step="answer"
        values={{ question, triesLeft: payment?.triesLeft }}
        onSend={send}
        className="flex flex-col gap-5"
      >
        <div>
          <StepTitle>{asked.title}</StepTitle>
          <p className="mt-1 text-muted">
            {payment?.card && `${cardName(payment.card)}. `}
            {asked.text}
          </p>
        </div>
        <Field
          label={asked.label}
          hint={triesText(payment?.triesLeft)}
          error={fields.errorOf('answer') ?? retryText(checkout)}
        >
          <Input
            {...fields.bind('answer')}
            {...asked.input}
            className={`figures h-12 text-lg! ${question === 'phone' ? '' : 'tracking-[0.35em]'}`}
          />
        </Field>
        <StepTrouble message={trouble && !trouble.fields.answer ? trouble.message : undefined} />
        <Button type="submit" plain size="lg" wide busy={busy === 'answer'}>
          Continue
        </Button>
      </StepForm>
      {hint && (
        <TestNote
          action={`Fill in ${hint}`}
          step="answer"
          values={{ question, triesLeft: payment?.triesLeft, answer: hint }}
          onAction={() => fields.fill({ answer: hint })}
        >
          The sandbox expects {hint}.
        </TestNote>
      )}
      <p>
        <PayAnotherWay checkout={checkout} />
      </p>
    </div>
  )
}

export function PayAnotherWay({ checkout: { payment, page, layAside } }: { checkout: Checkout }) {
  return (
    <TextLink href={addressOf(payment?.accessCode, methodsOf(page)[0])} onClick={layAside}>
      Pay another way
    </TextLink>
  )
}

const onlyDigits = (text: string) => text.replace(/\D/g, '')
const digitsIn = (text: string) => onlyDigits(text).length

/** "Verve ending 7804" */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brandNames[brand] ?? 'Card'} ending ${last4}`

const triesText = (left: number | null | undefined) =>
  left === 1 ? 'You can try once: a wrong entry ends this payment.' : left ? `You can try ${left} times.` : undefined

/** After a wrong answer: what the bank said, and how often it may still be tried. */
function retryText({ payment, busy }: Checkout): string | undefined {
  if (busy || !payment?.failure) return undefined
  return payment.failure.message
}

/** What to answer for a card, by its last four digits, which no two of them share. */
function sandboxAnswer({ sandboxCards, payment }: Checkout, question: Question): string | undefined {
  const last4 = payment?.card?.last4
  const card = sandboxCards.find(({ number }) => last4 && number.endsWith(last4))
  if (!card) return undefined
  if (question === 'pin') return card.pin
  return question === 'phone' ? card.phone : card.otp
}
