import { offlineWindowMs, payByUssd } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { useTexts } from '../../../languages/use-texts.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { CopyButton } from '../../copy.tsx'
import { OfflineWaiting } from '../../offline.tsx'
import { StepError, StepForm, SubmitStep } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useSecondsUntil } from '../../use-countdown.ts'
import { useFields } from '../../use-fields.ts'

/** USSD code to dial, which works on any phone. */
export function UssdStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, banks } = checkout
  const hasOtherBanks = banks.ussd?.length !== 1
  return (
    <>
      {payment?.ussd && <Code key={payment.ussd.code} checkout={checkout} hasOtherBanks={hasOtherBanks} />}
      {(hasOtherBanks || !payment?.ussd) && <Choice checkout={checkout} />}
    </>
  )
}

function Choice({ checkout }: { checkout: CheckoutController }) {
  const { banks, payment, busy, error } = checkout
  const texts = useTexts()
  const [first, ...others] = banks.ussd ?? []
  const fields = useFields({
    initial: { bankCode: (others.length === 0 && first?.code) || '' },
    check: (_, value) => (value ? undefined : messages.bankRequired),
    serverErrors: error?.fields,
  })
  const ussd = others.length > 0 ? payment?.ussd : null
  const send = fields.submit(({ bankCode }) => void checkout.pay('ussd', payByUssd, { bankCode }))
  return (
    <StepForm ref={fields.form} step="ussd" onSend={send} className="flex flex-col gap-5">
      <Field label={ussd ? texts.anotherBank : texts.yourBank} error={fields.errorOf('bankCode')}>
        <Select
          {...fields.bind('bankCode')}
          placeholder={texts.chooseBank}
          options={banks.ussd?.map(({ code, name, dial }) => ({ value: code, label: `${name} (*${dial}#)` })) ?? []}
        />
      </Field>
      {!ussd && <FeeLines total={payment ?? null} />}
      <StepError message={error && !error.fields.bankCode ? error.message : undefined} />
      <SubmitStep busy={busy === 'ussd'} tone={ussd ? 'secondary' : 'primary'}>
        {ussd ? texts.codeForBank : texts.codeToDial}
      </SubmitStep>
    </StepForm>
  )
}

/** `hasOtherBanks`: whether the choice is below, so that it is not repeated once the code has expired. */
function Code({ checkout, hasOtherBanks }: { checkout: CheckoutController; hasOtherBanks: boolean }) {
  const { payment, renderedAt, clockOffsetMs } = checkout
  const texts = useTexts()
  const { code, bankName, expiresAt } = payment!.ussd!
  const secondsLeft = useSecondsUntil(expiresAt, { renderedAt, clockOffsetMs, longestMs: offlineWindowMs })
  if (secondsLeft === 0)
    return (
      <>
        <StepError message={texts.codeExpired} />
        {!hasOtherBanks && <Choice checkout={checkout} />}
      </>
    )
  return (
    <OfflineWaiting checkout={checkout} until={expiresAt} seconds={secondsLeft} what={texts.codeExpiresIn}>
      <div className="flex flex-col gap-4 px-4 py-4">
        <div>
          <p className="text-sm text-muted">{texts.dialWith(bankName)}</p>
          <p className="figures mt-1 text-2xl font-semibold whitespace-nowrap max-sm:text-xl max-[359px]:text-lg">
            {code}
          </p>
        </div>
        <div className="grid grid-cols-[1fr_auto] gap-2">
          <a href={`tel:${encodeURIComponent(code)}`} className={buttonClass({ size: 'md', wide: true })}>
            {texts.dialNow}
          </a>
          <CopyButton text={code} what={texts.copyWhat.code} />
        </div>
        <p className="text-sm text-muted">{texts.confirmThere}</p>
      </div>
    </OfflineWaiting>
  )
}
