import { messages } from '@adire/contract/messages.ts'
import type { ConsentProps } from '../../api/features/direct-debit/page-props.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Heading, Refusal, StepForm, Submit, TextLink } from './parts.tsx'

/** Whose account, what is agreed to, and the code that shows who agrees. */
export function AskStep(props: ConsentProps) {
  const { page, trouble } = props
  const { business, account, otp } = page
  const hasField = trouble && (trouble.fields.otp || trouble.fields.accepted)
  return (
    <div className="flex flex-col gap-5">
      <div>
        <Heading>May {business.name} debit this account?</Heading>
        <p className="mt-1 text-muted">Say yes only if it is yours. Nothing is debited today.</p>
      </div>
      <dl className="card divide-y divide-line">
        {[
          ['Held by', account.accountName],
          ['Account', account.accountNumber],
          ['Bank', account.bankName],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 px-4 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section
        aria-label="What you agree to"
        className="flex flex-col gap-2 rounded-md bg-sunken px-4 py-3 ring-1 ring-line"
      >
        {page.text.map((paragraph) => (
          <p key={paragraph} className="text-ink-2">
            {paragraph}
          </p>
        ))}
      </section>
      {trouble && !hasField && <Refusal message={trouble.message} />}
      {otp ? <Agree {...props} /> : <AskForCode email={page.customer.email} />}
      <p>
        <TextLink href="?decline">No, I do not want this</TextLink>
      </p>
    </div>
  )
}

function AskForCode({ email }: { email: string }) {
  return (
    <StepForm step="otp" className="flex flex-col gap-3">
      <Submit>Mail me a code to agree</Submit>
      <p className="text-sm text-muted wrap-anywhere">
        A one-time code goes to {email}, so that nobody can agree in your name.
      </p>
    </StepForm>
  )
}

function Agree({ page, trouble, hasAccepted }: ConsentProps) {
  const { otp, account, textVersion, mode } = page
  const { accepted } = trouble?.fields ?? {}
  const triesLeft = otp!.triesLeft
  return (
    <>
      <StepForm step="confirm" values={{ textVersion }} className="flex flex-col gap-5">
        <Field
          label="Code from the mail"
          error={trouble?.fields.otp}
          hint={`Sent to ${otp!.sentTo}, good for ten minutes.${triesLeft < 3 ? ` ${triesLeft} tries left.` : ''}`}
        >
          <Input
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            className="figures h-12 text-lg! tracking-[0.35em]"
          />
        </Field>
        <div>
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="accepted"
              value="yes"
              defaultChecked={hasAccepted}
              aria-describedby={accepted ? 'accepted-note' : undefined}
              aria-invalid={accepted ? true : undefined}
              className="mt-0.5 size-5 shrink-0 accent-brand"
            />
            <span>
              I am <span className="font-semibold wrap-anywhere">{account.accountName}</span>, and I accept the text
              above.
            </span>
          </label>
          {accepted && (
            <p id="accepted-note" role="alert" className="mt-1.5 text-sm text-bad">
              {accepted}
            </p>
          )}
        </div>
        <Submit>I agree</Submit>
      </StepForm>
      {mode === 'TEST' && (
        <p className="rounded-md border border-dashed border-warn/60 p-3 text-sm text-ink-2">
          <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> The code is 123456.
        </p>
      )}
      <StepForm step="otp">
        <button
          type="submit"
          className="-mx-2 min-h-11 rounded-sm px-2 font-medium text-link underline-offset-2 hover:underline"
        >
          <span data-wait={messages.pleaseWait}>Mail me another code</span>
        </button>
      </StepForm>
    </>
  )
}

/** Saying no is asked once more: it ends the request. */
export function DeclineStep({ page }: ConsentProps) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <Heading>Say no to {page.business.name}?</Heading>
        <p className="mt-1 text-muted">The request ends, and nothing is debited. The business is told.</p>
      </div>
      <StepForm step="decline">
        <Submit tone="danger">Say no</Submit>
      </StepForm>
      <p>
        <TextLink href="?">Back to the request</TextLink>
      </p>
    </div>
  )
}
