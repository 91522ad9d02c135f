import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import {
  getDebitCalendar,
  getMandate,
  listDebits,
  listMandatePayments,
  scheduleDebit,
} from '@adire/contract/direct-debit.ts'
import { NewScheduledDebit } from '@adire/contract/direct-debit-form-schemas.ts'
import type { Debit, Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDay } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { customerOf } from './mandate-words.ts'

/** `failed`: the debit to request again. */
type DebitModalProps = { mandate: Mandate; failed?: Debit; onClose: () => void }
type Question = NewScheduledDebit & { answer: (isConfirmed: boolean) => void }

/** Schedules a debit of a flexible mandate. The customer is notified before, so it is confirmed with amount and day. */
export function DebitModal({ mandate, failed, onClose }: DebitModalProps) {
  const first = [earliestDebitDay(new Date(businessNow())), mandate.startOn].sort().at(-1)!
  const [question, setQuestion] = useState<Question>()
  const confirm = (debit: NewScheduledDebit) =>
    new Promise<boolean>((answer) => setQuestion({ ...debit, answer })).finally(() => setQuestion(undefined))
  const schedule = useChange(scheduleDebit, {
    refresh: [listDebits, getMandate, getDebitCalendar, listMandatePayments],
    quiet: true,
    success: ({ amountKobo, dueOn }) => `${formatNaira(amountKobo)} will be debited on ${formatDay(dueOn)}`,
    onDone: onClose,
  })
  const form = useSchemaForm(NewScheduledDebit, {
    start: {
      mandateId: mandate.id,
      date: first,
      narration: failed?.narration ?? mandate.narration,
      ...(failed && { amountKobo: failed.priceKobo }),
    },
    submit: async (values) => {
      if (await confirm(values)) await schedule.mutateAsync(values)
    },
  })
  const amountKobo = form.form.watch('amountKobo')
  const action = amountKobo ? `Debit ${formatNaira(amountKobo)}` : 'Debit'
  return (
    <>
      <FormModal form={form} title={`Debit ${customerOf(mandate)}`} action={action} onClose={onClose}>
        <MoneyField form={form.form} name="amountKobo" label="Amount" hint={describeLimit(mandate)} />
        <Field
          label="Date"
          error={form.errorOf('date')}
          hint="From 09:00. The customer is notified by email at least 24 hours before, so that they can stop it."
        >
          <DateInput {...form.field('date')} min={first} max={mandate.endOn ?? undefined} />
        </Field>
        <Narration {...form.field('narration')} error={form.errorOf('narration')} />
      </FormModal>
      {question && (
        <ConfirmModal
          open
          title={`Debit ${formatNaira(question.amountKobo)} on ${formatDay(question.date)}?`}
          tone="primary"
          action={`Debit ${formatNaira(question.amountKobo)}`}
          onConfirm={() => question.answer(true)}
          onCancel={() => question.answer(false)}
        >
          We notify {customerOf(mandate)} by email. The money leaves their account at {mandate.bankName} (
          {mandate.accountNumber}). You can cancel the debit until it starts; after that, you can refund it.
        </ConfirmModal>
      )}
    </>
  )
}

type NarrationProps = React.ComponentProps<typeof Input> & { error: string | undefined }

const Narration = ({ error, ...input }: NarrationProps) => (
  <Field label="What for" error={error} hint="Shown on the customer’s bank statement.">
    <Input {...input} autoComplete="off" maxLength={60} />
  </Field>
)

/** Hint with the maximum amount of this debit. */
function describeLimit({ amountKobo, leftKobo }: Mandate): string {
  const remainingText = leftKobo === null ? '' : `, and ${formatNaira(leftKobo)} in total until the mandate’s limit`
  return `Up to ${formatNaira(amountKobo)}${remainingText}.`
}
