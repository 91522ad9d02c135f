import {
  debitNow,
  getDebitCalendar,
  getMandate,
  listDebits,
  listMandatePayments,
  scheduleDebit,
} from '@adire/contract/direct-debit.ts'
import { NewDebit, NewScheduledDebit } from '@adire/contract/direct-debit-form-schemas.ts'
import type { Debit, Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { addDays, dayKey, formatDay } from '../../ui/date.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.ts'
import { customerOf } from './mandate-words.ts'

type DebitModalProps = { mandate: Mandate; onClose: () => void }
const refresh = [listDebits, getMandate, getDebitCalendar, listMandatePayments]

/** A debit of a flexible mandate: now, or on a later day after a notice to the customer. */
export function DebitModal({ mandate, onClose }: DebitModalProps) {
  const isOpen = mandate.readyToDebit && mandate.startOn <= dayKey(businessNow())
  const [when, setWhen] = useState<'now' | 'later'>(isOpen ? 'now' : 'later')
  const choice = isOpen && (
    <Segmented
      label="When"
      size="md"
      options={[
        { value: 'now', label: 'Now' },
        { value: 'later', label: 'On a day' },
      ]}
      value={when}
      onChange={setWhen}
    />
  )
  const Form = when === 'now' ? Now : Later
  return (
    <Form mandate={mandate} onClose={onClose}>
      {choice}
    </Form>
  )
}

type FormProps = DebitModalProps & { children: React.ReactNode }

type Question = { amountKobo: number; answer: (isConfirmed: boolean) => void }

/** A debit is final, so it is confirmed with its amount before it is made. */
function Now({ mandate, onClose, children }: FormProps) {
  const [question, setQuestion] = useState<Question>()
  const confirm = (amountKobo: number) =>
    new Promise<boolean>((answer) => setQuestion({ amountKobo, answer })).finally(() => setQuestion(undefined))
  const debit = useChange(debitNow, {
    refresh,
    quiet: true,
    success: ({ status, amountKobo }) => statusText(status, formatNaira(amountKobo)),
    onDone: ({ failure, status }) => {
      if (failure && status !== 'success') toast.error(`Not debited: ${failure.message}`)
      onClose()
    },
  })
  const form = useSchemaForm(NewDebit, {
    start: { id: mandate.id, narration: mandate.narration },
    submit: async (values) => {
      if (await confirm(values.amountKobo)) await debit.mutateAsync(values)
    },
  })
  const amountKobo = form.form.watch('amountKobo')
  const action = amountKobo ? `Debit ${formatNaira(amountKobo)}` : 'Debit now'
  return (
    <>
      <FormModal form={form} title={`Debit ${customerOf(mandate)}`} action={action} onClose={onClose}>
        {children}
        <MoneyField form={form.form} name="amountKobo" label="Amount" hint={describeLimit(mandate)} />
        <Narration {...form.field('narration')} error={form.errorOf('narration')} />
      </FormModal>
      {question && (
        <ConfirmModal
          open
          title={`Debit ${formatNaira(question.amountKobo)} now?`}
          tone="primary"
          action={`Debit ${formatNaira(question.amountKobo)}`}
          onConfirm={() => question.answer(true)}
          onCancel={() => question.answer(false)}
        >
          The money leaves {customerOf(mandate)}’s account at {mandate.bankName} ({mandate.accountNumber}) at once. You
          can’t stop this debit; you can refund it.
        </ConfirmModal>
      )}
    </>
  )
}

function Later({ mandate, onClose, children }: FormProps) {
  const first = [addDays(dayKey(businessNow()), 1), mandate.startOn].sort().at(-1)!
  const schedule = useChange(scheduleDebit, {
    refresh,
    quiet: true,
    success: ({ amountKobo, dueOn }) => `${formatNaira(amountKobo)} is scheduled for ${formatDay(dueOn)}`,
    onDone: onClose,
  })
  const form = useSchemaForm(NewScheduledDebit, {
    start: { mandateId: mandate.id, date: first, narration: mandate.narration },
    submit: (values) => schedule.mutateAsync(values),
  })
  return (
    <FormModal form={form} title={`Debit ${customerOf(mandate)}`} action="Schedule" onClose={onClose}>
      {children}
      <MoneyField form={form.form} name="amountKobo" label="Amount" hint={describeLimit(mandate)} />
      <Field
        label="On"
        error={form.errorOf('date')}
        hint="At 09:00 in Lagos. The customer is notified by email the day before."
      >
        <Input {...form.field('date')} type="date" min={first} max={mandate.endOn ?? undefined} />
      </Field>
      <Narration {...form.field('narration')} error={form.errorOf('narration')} />
    </FormModal>
  )
}

type NarrationProps = React.ComponentProps<typeof Input> & { error: string | undefined }

const Narration = ({ error, ...input }: NarrationProps) => (
  <Field label="What for" error={error} hint="Shown on the customer’s bank statement.">
    <Input {...input} autoComplete="off" maxLength={60} />
  </Field>
)

/** Toast text for the immediate status. API errors are shown elsewhere. */
function statusText(status: Debit['status'], amount: string): string {
  if (status === 'success') return `${amount} was debited`
  return status === 'processing' || status === 'scheduled' ? `${amount} is on its way to the bank` : ''
}

/** Hint with the maximum amount of this debit. */
function describeLimit({ amountKobo, leftKobo }: Mandate): string {
  const remainingText = leftKobo === null ? '' : `, and ${formatNaira(leftKobo)} in total until the mandate’s limit`
  return `Up to ${formatNaira(amountKobo)}${remainingText}.`
}
