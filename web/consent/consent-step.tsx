import type { FormError } from '@adire/contract/hosted-page-props.ts'
import type { ConsentProps } from '@adire/contract/mandate-page-props.ts'
import { messages } from '@adire/contract/messages.ts'
import { useMandateTexts } from '../languages/server-texts.ts'
import { translateError, useTexts } from '../languages/use-texts.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ConsentHeading, ConsentSubmit, FormErrorMessage, StepForm, TextLink } from './parts.tsx'

/** Consent form: the account, the terms, and the code that identifies the customer. */
export function ConsentStep(props: ConsentProps) {
  const texts = useMandateTexts()
  const { page, error } = props
  const { business, account, otp } = page
  const { otp: otpError, accepted, phone, address } = error?.fields ?? {}
  const hasField = otpError || accepted || phone || address
  return (
    <div className="flex flex-col gap-5">
      <div>
        <ConsentHeading>{texts.mayDebit(business.name)}</ConsentHeading>
        <p className="mt-1 text-muted">{texts.onlyIfYours}</p>
      </div>
      <dl className="card divide-y divide-line">
        {[
          [texts.accountName, account.accountName],
          [texts.account, account.accountNumber],
          [texts.bank, account.bankName],
        ].map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 px-4 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section
        aria-label={texts.youAgreeTo}
        className="flex flex-col gap-2 rounded-md bg-sunken px-4 py-3 ring-1 ring-line"
      >
        {page.text.map((paragraph) => (
          // English in every language, because it is stored as the customer's consent.
          <p key={paragraph} lang="en" className="text-ink-2">
            {paragraph}
          </p>
        ))}
      </section>
      {error && !hasField && <FormErrorMessage message={error.message} />}
      {otp ? <Agree {...props} /> : <RequestCode email={page.customer.email} />}
      <p>
        <TextLink href="?decline">{texts.declineRequest}</TextLink>
      </p>
    </div>
  )
}

function RequestCode({ email }: { email: string }) {
  const texts = useMandateTexts()
  return (
    <StepForm step="otp" className="flex flex-col gap-3">
      <ConsentSubmit>{texts.emailCode}</ConsentSubmit>
      <p className="text-sm text-muted wrap-anywhere">{texts.codeGoesTo(email)}</p>
    </StepForm>
  )
}

function Agree({ page, error, hasAccepted, given }: ConsentProps) {
  const texts = useMandateTexts()
  const checkout = useTexts()
  const { otp, account, textVersion, mode } = page
  const { accepted } = error?.fields ?? {}
  const triesLeft = otp!.triesLeft
  return (
    <>
      <StepForm step="confirm" values={{ textVersion }} className="flex flex-col gap-5">
        <Field
          label={texts.codeFromEmail}
          error={translateError(checkout, error?.fields.otp)}
          hint={`${texts.codeSentTo(otp!.sentTo)}${triesLeft < 3 ? ` ${texts.triesLeft(triesLeft)}` : ''}`}
        >
          <Input
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            className="figures h-12 text-lg! tracking-[0.35em]"
          />
        </Field>
        {page.asksHolder && <HolderFields fields={error?.fields ?? {}} given={given} />}
        <div>
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              name="accepted"
              value="yes"
              defaultChecked={hasAccepted}
              aria-describedby={accepted ? 'accepted-note' : undefined}
              aria-invalid={accepted ? true : undefined}
              className="mt-0.5 check-box size-5"
            />
            <span>
              {texts.iAm} <span className="font-semibold wrap-anywhere">{account.accountName}</span>, {texts.andIAccept}
            </span>
          </label>
          {accepted && (
            <p id="accepted-note" role="alert" className="mt-1.5 text-sm text-bad">
              {accepted}
            </p>
          )}
        </div>
        <ConsentSubmit>{texts.agree}</ConsentSubmit>
      </StepForm>
      {mode === 'TEST' && (
        <p lang="en" className="rounded-md border border-dashed border-warn/60 p-3 text-sm text-ink-2">
          <span className="font-medium text-warn">{messages.modeLabel.TEST}.</span> The code is 123456.
        </p>
      )}
      <StepForm step="otp">
        <button
          type="submit"
          className="-mx-2 min-h-11 rounded-sm px-2 font-medium text-link underline-offset-2 hover:underline"
        >
          <span data-wait={checkout.pleaseWait}>{texts.emailAnotherCode}</span>
        </button>
      </StepForm>
    </>
  )
}

/** What the processor wants to know about the holder. */
function HolderFields({ fields, given }: { fields: FormError['fields']; given: ConsentProps['given'] }) {
  const texts = useMandateTexts()
  const checkout = useTexts()
  return (
    <>
      <Field label={texts.yourPhone} error={translateError(checkout, fields.phone)}>
        <Input name="phone" type="tel" autoComplete="tel" maxLength={20} defaultValue={given.phone} />
      </Field>
      <Field label={texts.yourAddress} error={translateError(checkout, fields.address)} hint={texts.bankWantsThem}>
        <Input name="address" autoComplete="street-address" maxLength={200} defaultValue={given.address} />
      </Field>
    </>
  )
}
