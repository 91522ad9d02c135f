import {
  createRiskRule,
  listRiskRules,
  ruleActions,
  ruleMetrics,
  ruleSubjects,
  updateRiskRule,
} from '@adire/contract/back-office/risk.ts'
import { type RiskRule, RiskRuleForm } from '@adire/contract/back-office/risk-schemas.ts'
import type { ChangeEvent } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { optionalText } from '../../ui/optional-text.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { ModeField } from './mode-field.tsx'

const optionsOf = (record: Record<string, string>) => Object.entries(record).map(([value, label]) => ({ value, label }))
const windows = [10, 30, 60, 360, 1440, 10_080]
const windowLabels = ['10 minutes', '30 minutes', '1 hour', '6 hours', '1 day', '7 days']

/** A usual maximum: a number of payments, or an amount in kobo. */
const usualMaximum = { count: 10, amount: 50_000_000 }

const usual = {
  name: '',
  subject: 'payer',
  metric: 'payments',
  windowMinutes: 60,
  maximum: usualMaximum.count,
  action: 'alert',
  isEnabled: true,
  mode: 'LIVE',
  businessCode: undefined,
} as const

/** Form of a rule, new or existing. */
export function RuleModal({ rule, onClose }: { rule: RiskRule | undefined; onClose: () => void }) {
  const choices = { refresh: [listRiskRules], quiet: true, onDone: onClose, onWaiting: onClose }
  const create = useChange(createRiskRule, { ...choices, success: 'The rule is added' })
  const update = useChange(updateRiskRule, { ...choices, success: 'The rule is changed' })
  const form = useSchemaForm(RiskRuleForm, {
    start: rule ? fieldsOf(rule) : usual,
    submit: ({ mode, businessCode, ...fields }) =>
      rule ? update.mutateAsync({ id: rule.id, ...fields }) : create.mutateAsync({ mode, businessCode, ...fields }),
  })
  const metric = form.form.watch('metric')
  const metricField = form.field('metric')
  const changeMetric = (event: ChangeEvent<HTMLSelectElement>) => {
    const isAmount = event.target.value === 'amount'
    if (isAmount !== (metric === 'amount')) form.setField('maximum', usualMaximum[isAmount ? 'amount' : 'count'])
    return metricField.onChange(event)
  }
  return (
    <FormModal form={form} title={rule ? `Change ${rule.name}` : 'Add a rule'} action="Save rule" onClose={onClose}>
      <Field label="Name" error={form.errorOf('name')}>
        <Input {...form.field('name')} autoComplete="off" maxLength={80} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Of one">
          <Select {...form.field('subject')} options={optionsOf(ruleSubjects)} />
        </Field>
        <Field label="Counts" error={form.errorOf('metric')}>
          <Select {...metricField} onChange={changeMetric} options={optionsOf(ruleMetrics)} />
        </Field>
        {metric === 'amount' ? (
          <MoneyField form={form.form} name="maximum" label="At most" />
        ) : (
          <Field label="At most" error={form.errorOf('maximum')}>
            <Input
              {...form.field('maximum', numberChoice)}
              inputMode="numeric"
              autoComplete="off"
              className="figures"
            />
          </Field>
        )}
        <Field label="In" error={form.errorOf('windowMinutes')}>
          <Select
            {...form.field('windowMinutes', numberChoice)}
            options={windows.map((minutes, index) => ({ value: String(minutes), label: windowLabels[index] ?? '' }))}
          />
        </Field>
      </div>
      <Field label="Above it">
        <Select {...form.field('action')} options={optionsOf(ruleActions)} />
      </Field>
      {!rule && (
        <div className="grid gap-5 sm:grid-cols-2">
          <ModeField field={form.field('mode')} />
          <Field
            label="Only for business"
            hint="Its code, such as M1234567"
            optional
            error={form.errorOf('businessCode')}
          >
            <Input {...form.field('businessCode', optionalText)} autoComplete="off" />
          </Field>
        </div>
      )}
      <Checkbox {...form.field('isEnabled')} label="Switched on" hint="A rule that is off counts nothing." />
    </FormModal>
  )
}

const fieldsOf = ({ name, subject, metric, windowMinutes, maximum, action, isEnabled, mode }: RiskRule) => ({
  ...{ name, subject, metric, windowMinutes, maximum, action, isEnabled, mode },
})
