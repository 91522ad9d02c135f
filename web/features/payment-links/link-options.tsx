import { paymentLimitMaximum } from '@adire/contract/payment-links.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { SplitField } from '../../domain/split-field.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { fromLagos, toLagos } from '../../ui/lagos-time.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { WholeNumberInput } from '../../ui/whole-number-input.tsx'
import { CustomFieldsEditor } from './custom-fields-editor.tsx'
import type { LinkForm } from './link-form.ts'
import { QuantityOptions } from './quantity-options.tsx'

/** Rarely used options: closed at first, or open if one of them is set. */
export function LinkOptions({ linkForm }: { linkForm: LinkForm }) {
  const { form } = linkForm
  const set = useSetOptions(linkForm)
  return (
    <details open={set.length > 0 || undefined} className="group card">
      <summary className="flex cursor-pointer list-none items-center gap-2.5 rounded-xl p-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold">Options</span>
          <span className="text-sm text-muted wrap-anywhere group-open:hidden">
            {set.length > 0 ? set.join(', ') : 'Questions, limits, a split, what happens after paying'}
          </span>
        </span>
      </summary>
      <div className="flex flex-col gap-8 px-5 pb-6">
        <Part title="Ask the payer">
          <Checkbox {...form.register('collectPhone')} label="Phone number" hint="We always ask for the email." />
          <CustomFieldsEditor linkForm={linkForm} />
        </Part>
        <Part title="Limits">
          {linkForm.pricing === 'fixed' && <QuantityOptions linkForm={linkForm} />}
          <Expiry linkForm={linkForm} />
          <Limit linkForm={linkForm} />
        </Part>
        {linkForm.pricing !== 'plan' && (
          <Part title="Sharing">
            <Controller
              control={form.control}
              name="splitId"
              render={({ field: { value, onChange } }) => (
                <SplitField value={value} onChange={onChange} error={linkForm.errorOf('splitId')} />
              )}
            />
          </Part>
        )}
        <AfterPaying linkForm={linkForm} />
      </div>
    </details>
  )
}

function AfterPaying({ linkForm: { field, errorOf } }: { linkForm: LinkForm }) {
  return (
    <Part title="After paying">
      <Field label="Message" optional error={errorOf('successMessage')} hint="Shown only after payment.">
        <Textarea
          {...field('successMessage')}
          rows={3}
          maxLength={500}
          placeholder="Thank you! We deliver on Friday."
        />
      </Field>
      <Field
        label="Redirect after payment"
        optional
        error={errorOf('redirectUrl')}
        hint="The receipt page links there. The payment’s reference is added to the URL."
      >
        <Input
          {...field('redirectUrl', { setValueAs: emptyAsNull })}
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          placeholder="https://shop.example/thanks"
        />
      </Field>
      <Field
        label="Notify by email"
        optional
        error={errorOf('notificationEmail')}
        hint="We’ll email each payment to this address, with the answers."
      >
        <Input
          {...field('notificationEmail', { setValueAs: emptyAsNull })}
          type="email"
          autoComplete="off"
          placeholder="orders@shop.example"
        />
      </Field>
    </Part>
  )
}

const emptyAsNull = (typed: string | null) => (typed?.trim() ? typed : null)

/** Names of the options that were set when the form was opened. */
function useSetOptions({ form }: LinkForm): string[] {
  const { customFields = [], ...rest } = form.formState.defaultValues ?? {}
  const named: (string | false)[] = [
    rest.collectPhone === true && 'phone number',
    customFields.length > 0 && `${customFields.length} ${customFields.length === 1 ? 'question' : 'questions'}`,
    Boolean(rest.expiresAt) && 'closing time',
    Boolean(rest.quantity) && 'quantity',
    Boolean(rest.paymentLimit) && (rest.quantity ? 'units for sale' : 'limit of payments'),
    Boolean(rest.successMessage) && 'message',
    Boolean(rest.redirectUrl) && 'next page',
    Boolean(rest.notificationEmail) && 'mail',
    Boolean(rest.splitId) && 'split',
  ]
  return named.filter((name) => name !== false)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-3 w-full border-b border-line pb-2 font-medium text-ink-2">{title}</legend>
      {children}
    </fieldset>
  )
}

function Expiry({ linkForm: { form } }: { linkForm: LinkForm }) {
  return (
    <Controller
      control={form.control}
      name="expiresAt"
      render={({ field, fieldState: { error } }) => (
        <Field
          label="Closes on"
          optional
          error={error?.message}
          hint="Lagos time. Payments already started can finish."
        >
          <Input
            {...field}
            type="datetime-local"
            className="figures sm:max-w-60"
            value={toLagos(field.value)}
            onChange={({ target }) => {
              field.onChange(fromLagos(target.value))
              if (error) form.clearErrors('expiresAt')
            }}
          />
        </Field>
      )}
    />
  )
}

function Limit({ linkForm: { form } }: { linkForm: LinkForm }) {
  const isOfUnits = Boolean(form.watch('quantity'))
  return (
    <Controller
      control={form.control}
      name="paymentLimit"
      render={({ field, fieldState: { error } }) => (
        <Field
          label={isOfUnits ? 'Units for sale' : 'Number of payments'}
          optional
          error={error?.message}
          hint={`The page closes after this many ${isOfUnits ? 'units' : 'payments'}. Full refunds free ${isOfUnits ? 'theirs' : 'a place'}.`}
        >
          <WholeNumberInput
            {...field}
            maxLength={String(paymentLimitMaximum).length}
            className="sm:max-w-60"
            onBlur={() => {
              field.onBlur()
              form.trigger('paymentLimit')
            }}
          />
        </Field>
      )}
    />
  )
}
