import { payByAccount } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { PayerAccount } from '@adire/contract/payment-form-schemas.ts'
import { useTexts } from '../../../languages/use-texts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { bankWait } from '../../connection.ts'
import { CheckoutIcon } from '../../icons.tsx'
import { TestInstruments } from '../../parts.ts'
import { StepError, StepForm, SubmitStep } from '../../step.tsx'
import { FeeLines } from '../../summary.tsx'
import type { CheckoutController } from '../../use-checkout.ts'
import { useFields } from '../../use-fields.ts'

type Name = 'bankCode' | 'accountNumber'

const checkField = (name: Name, value: string) => {
  if (!value) return name === 'bankCode' ? messages.bankRequired : messages.accountNumberRequired
  return PayerAccount.shape[name].safeParse(value).error?.issues[0]?.message
}
const formatField = (name: Name, typed: string) => (name === 'bankCode' ? typed : typed.replace(/\D/g, '').slice(0, 10))

/** Payment from the payer's bank account, debited after the account holder has passed the bank's challenges. */
export function AccountStep({ checkout }: { checkout: CheckoutController }) {
  const { payment, banks, busy, error, sandboxAccounts } = checkout
  const texts = useTexts()
  const fields = useFields({
    initial: { bankCode: '', accountNumber: '' },
    check: checkField,
    serverErrors: error?.fields,
    format: formatField,
  })
  const send = fields.submit(async (account) => {
    if (await checkout.pay('bank_account', payByAccount, account, bankWait)) fields.clear()
  })
  const failure = payment?.channel === 'bank_account' ? payment.failure?.message : undefined
  const hasFields = error && Object.keys(error.fields).length > 0
  return (
    <>
      <StepForm ref={fields.form} step="bank_account" onSend={send} className="flex flex-col gap-4">
        <Field label={texts.yourBank} error={fields.errorOf('bankCode')}>
          <Select
            {...fields.bind('bankCode')}
            placeholder={texts.chooseBank}
            options={banks.bank_account?.map(({ code, name }) => ({ value: code, label: name })) ?? []}
          />
        </Field>
        <Field label={texts.accountNumber} error={fields.errorOf('accountNumber')}>
          <Input
            {...fields.bind('accountNumber')}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0123456789"
            className="figures"
          />
        </Field>
        <FeeLines total={payment ?? null} />
        <StepError message={(hasFields ? undefined : error?.message) ?? failure} />
        <SubmitStep busy={busy === 'bank_account'} icon={<CheckoutIcon name="lock" />}>
          {texts.pay(payment ? formatNaira(payment.amountKobo) : '')}
        </SubmitStep>
        <p className="text-center text-sm text-muted">{texts.accountNotKept}</p>
      </StepForm>
      {sandboxAccounts.length > 0 && (
        <TestInstruments
          checkout={checkout}
          title="accounts to try"
          step="bank_account"
          choices={sandboxAccounts.map(({ bankCode, accountNumber, does }) => ({
            does,
            name: `Zenith Bank ${accountNumber.slice(-4)}`,
            values: { bankCode, accountNumber },
          }))}
          onChoose={(account) => fields.fill({ bankCode: '', accountNumber: '', ...account })}
        />
      )}
    </>
  )
}
