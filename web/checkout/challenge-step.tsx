import { messages } from '@adire/contract/messages.ts'
import { birthdayFrom } from '@adire/contract/typed.ts'
import type { CheckoutTexts } from '../languages/texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { slashBirthday } from './card-number.ts'
import { PayAnotherWay, paidWith } from './paid-with.tsx'
import { ChallengeAnswers } from './parts.ts'
import type { Challenge } from './payment-actions.ts'
import { StepError, StepForm, StepTitle, SubmitStep } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'
import { useFields } from './use-fields.ts'

const challenges = {
  send_pin: {
    question: 'pin',
    digits: 4,
    input: { type: 'password', autoComplete: 'off', inputMode: 'numeric' },
  },
  send_otp: {
    question: 'otp',
    digits: 8,
    input: { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  send_birthday: {
    question: 'birthday',
    digits: 8,
    input: { type: 'text', autoComplete: 'bday', inputMode: 'numeric', placeholder: 'DD / MM / YYYY' },
  },
  send_phone: {
    question: 'phone',
    digits: 15,
    input: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  },
} as const satisfies Record<string, { question: Challenge } & Record<string, unknown>>
type Step = keyof typeof challenges

const least = { pin: 4, otp: 4, phone: 10, birthday: 8 }

/** Challenges of the bank. Each is a form of its own, so that the previous response is discarded with its form. */
export function ChallengeStep({ checkout }: { checkout: CheckoutController }) {
  const { payment } = checkout
  return payment ? <ChallengeForm key={payment.step} checkout={checkout} step={payment.step as Step} /> : null
}

function ChallengeForm({ checkout, step }: { checkout: CheckoutController; step: Step }) {
  const { payment, busy, error } = checkout
  const texts = useTexts()
  const challenge = { ...challenges[step], ...texts.challenges[step] }
  const { question } = challenge
  const fields = useFields({
    initial: { answer: '' },
    serverErrors: error?.fields,
    check: (_, value) => {
      if (!value) return messages.required
      const isRight = question === 'birthday' ? birthdayFrom(value) : digitsIn(value) >= least[question]
      return isRight ? undefined : challenge.wrong
    },
    format: (_, typed, before) =>
      question === 'birthday'
        ? slashBirthday(typed, before)
        : (question === 'phone' && typed.startsWith('+') ? '+' : '') + onlyDigits(typed).slice(0, challenge.digits),
  })
  const send = fields.submit(async ({ answer }) => {
    const given = question === 'birthday' ? birthdayFrom(answer)! : answer
    if (await checkout.answer(question, given)) fields.clear()
  })
  const hint = sandboxResponse(checkout, question)
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
          <StepTitle>{challenge.title}</StepTitle>
          <p className="mt-1 text-muted">
            {paidWith(payment, texts)}
            {challenge.text}
          </p>
        </div>
        <Field
          label={challenge.label}
          hint={payment?.triesLeft ? texts.attempts(payment.triesLeft) : undefined}
          error={fields.errorOf('answer') ?? retryText(checkout, texts)}
        >
          <Input
            {...fields.bind('answer')}
            {...challenge.input}
            className={`figures h-12 text-lg! ${question === 'phone' || question === 'birthday' ? '' : 'tracking-[0.35em]'}`}
          />
        </Field>
        <StepError message={error && !error.fields.answer ? error.message : undefined} />
        <SubmitStep busy={busy === 'answer'}>{texts.continue}</SubmitStep>
      </StepForm>
      {hint && (
        <ChallengeAnswers
          checkout={checkout}
          question={question}
          right={hint}
          onFill={(answer) => fields.fill({ answer })}
        />
      )}
      <p>
        <PayAnotherWay checkout={checkout} />
      </p>
    </div>
  )
}

const onlyDigits = (text: string) => text.replace(/\D/g, '')
const digitsIn = (text: string) => onlyDigits(text).length

/** Message after a wrong response. */
function retryText({ payment, busy }: CheckoutController, texts: CheckoutTexts): string | undefined {
  if (busy || !payment?.failure) return undefined
  return translateError(texts, payment.failure.message)
}

/** Correct response of the sandbox, found by the last four digits, which are unique among sandbox instruments. */
function sandboxResponse(
  { sandboxCards, sandboxAccounts, payment }: CheckoutController,
  question: Challenge,
): string | undefined {
  const account = sandboxAccounts.find(({ accountNumber }) => accountNumber.endsWith(payment?.account?.last4 ?? '-'))
  if (account) return question === 'birthday' ? account.birthday : account.otp
  const last4 = payment?.card?.last4
  const card = sandboxCards.find(({ number }) => last4 && number.endsWith(last4))
  if (!card) return undefined
  if (question === 'pin') return card.pin
  return question === 'phone' ? card.phone : card.otp
}
