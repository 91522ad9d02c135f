import { intervalNames, intervals } from '@adire/contract/plans.ts'
import { getRetrySettings } from '@adire/contract/retry-settings.ts'
import type { ReactNode } from 'react'
import { useCall } from '../../client/api.ts'
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
      <Field label="Name" error={errorOf('name')} hint="Shown to payers on the page, on receipts and in emails.">
        <Input {...field('name')} maxLength={60} autoComplete="off" placeholder="Monthly style box" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <MoneyField form={form} name="amountKobo" label="Price" />
        <Field
          label="Billing interval"
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
        <MoneyField
          form={form}
          name="setupFeeKobo"
          label="Setup fee"
          optional
          hint="Added once, to the first charge."
        />
        <IntegerField
          form={form}
          name="trialDays"
          label="Free trial (days)"
          digits={3}
          empty={0}
          hint="The first charge is made after the trial."
        />
        <IntegerField
          form={form}
          name="chargeLimit"
          label="Billing cycles"
          digits={4}
          empty={null}
          hint="Leave empty to bill until cancelled."
        />
      </div>
      <AfterFailureTiles planForm={planForm} />
    </>
  )
}

function AfterFailureTiles({ planForm: { field, errorOf } }: Pick<PlanFormFieldsProps, 'planForm'>) {
  const retryDays = useCall(getRetrySettings, {}).data?.retryDays
  return (
    <RadioTiles
      {...field('afterFailure')}
      label="After the last failed attempt"
      error={errorOf('afterFailure')}
      tiles={[
        {
          value: 'cancel',
          label: 'End the subscription',
          hint: retryDays && `Attempts are made on the due day, and ${listDays(retryDays)} later.`,
        },
        {
          value: 'attention',
          label: 'Keep and wait for a new card',
          hint: 'The customer is asked for another card.',
        },
      ]}
    />
  )
}

/** "1, 3 and 5 days", "1 day" */
const listDays = (days: readonly number[]) =>
  `${[days.slice(0, -1).join(', '), days.at(-1)].filter(Boolean).join(' and ')} ${days.at(-1) === 1 ? 'day' : 'days'}`
