import { intervalNames, intervals } from '@adire/contract/plans.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../client/session.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { IntegerField } from '../../ui/integer-field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { PlanForm } from './plan-form.ts'

type PlanFormFieldsProps = {
  planForm: PlanForm
  /** True if the plan has subscribers: the interval can't be changed then. */
  isIntervalFixed?: boolean
  /** Shown below the price: the effect of a new price. */
  children?: ReactNode
}

export function PlanFormFields({ planForm, isIntervalFixed = false, children }: PlanFormFieldsProps) {
  const { form, field, errorOf } = planForm
  const { mode } = useSession()
  // Hourly plans are only for tests.
  const choices = intervals.filter((interval) => interval !== 'hourly' || mode === 'TEST')
  return (
    <>
      <Field label="Name" error={errorOf('name')} hint="Payers see it on the page, on receipts and in mails.">
        <Input {...field('name')} maxLength={60} autoComplete="off" placeholder="Monthly style box" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <MoneyField form={form} name="amountKobo" label="Price" />
        <Field
          label="Charged"
          error={errorOf('interval')}
          hint={isIntervalFixed ? 'Can’t be changed: the plan has subscribers.' : undefined}
        >
          <Select
            {...field('interval')}
            // Not disabled, because a disabled field has no value in a form.
            options={choices
              .filter((interval) => !isIntervalFixed || interval === form.getValues('interval'))
              .map((value) => ({ value, label: intervalNames[value] }))}
          />
        </Field>
      </div>
      {children}
      <Field label="Description" optional error={errorOf('description')}>
        <Textarea {...field('description')} rows={2} maxLength={500} placeholder="What the subscriber gets" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <IntegerField
          form={form}
          name="trialDays"
          label="Free trial (days)"
          digits={3}
          empty={0}
          hint="The first charge comes after them."
        />
        <IntegerField
          form={form}
          name="chargeLimit"
          label="Number of charges"
          digits={4}
          empty={null}
          hint="Empty: until somebody cancels."
        />
      </div>
      <RadioTiles
        {...field('afterFailure')}
        label="When a charge has failed four times"
        error={errorOf('afterFailure')}
        tiles={[
          {
            value: 'cancel',
            label: 'End the subscription',
            hint: 'It was tried on the day, and one, three and five days later.',
          },
          { value: 'attention', label: 'Keep it', hint: 'It waits until the customer gives another card.' },
        ]}
      />
    </>
  )
}
