import {
  addMerchantNote,
  endMerchantPrice,
  freezeMerchantPayments,
  freezeMerchantPayouts,
  getOfficeMerchant,
  listOfficeMerchants,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  viewMerchantDashboard,
} from '@adire/contract/back-office/merchants.ts'
import {
  FreezeForm,
  LimitsForm,
  NoteForm,
  PayoutTermsForm,
  PriceEndForm,
  PriceForm,
  ViewForm,
} from '@adire/contract/back-office/merchants-schemas.ts'
import { channelNames, channels } from '@adire/contract/channels/channels.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'
import type { OfMerchant } from './control-cards.tsx'

type ModalProps = OfMerchant & { onClose: () => void }

const refresh = [getOfficeMerchant, listOfficeMerchants]

const freezeTexts = {
  payments: 'Its payment pages close, charges are rejected, renewals wait, and due debits are cancelled.',
  payouts: 'Nothing is paid out. Its balance stays, and payments go on.',
}

export function FreezeModal({ merchant, what, onClose }: ModalProps & { what: 'payments' | 'payouts' }) {
  const freeze = useChange(what === 'payments' ? freezeMerchantPayments : freezeMerchantPayouts, {
    refresh,
    quiet: true,
    success: `${what === 'payments' ? 'Payments' : 'Payouts'} are frozen. The members are notified.`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(FreezeForm, {
    start: { reason: '' },
    submit: ({ reason }) => freeze.mutateAsync({ id: merchant.id, reason }),
  })
  return (
    <FormModal
      form={form}
      title={`Freeze ${what} of ${merchant.businessName}`}
      action={`Freeze ${what}`}
      onClose={onClose}
    >
      <p className="text-ink-2">{freezeTexts[what]}</p>
      <Field label="Reason" error={form.errorOf('reason')} hint="The business reads it: say what it can do.">
        <Textarea {...form.field('reason')} />
      </Field>
    </FormModal>
  )
}

export function LimitsModal({ merchant, onClose }: ModalProps) {
  const change = useChange(setMerchantLimits, {
    refresh,
    quiet: true,
    success: 'The limits are changed. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const { maxPaymentKobo, maxDayKobo } = merchant.restrictions
  const form = useSchemaForm(LimitsForm, {
    start: { maxPaymentKobo, maxDayKobo },
    submit: (limits) => change.mutateAsync({ id: merchant.id, ...limits }),
  })
  return (
    <FormModal form={form} title={`Limits of ${merchant.businessName}`} action="Change limits" onClose={onClose}>
      <MoneyField
        form={form.form}
        name="maxPaymentKobo"
        label="One payment"
        optional
        hint="Empty: no limit of its own"
      />
      <MoneyField
        form={form.form}
        name="maxDayKobo"
        label="All payments of a day"
        optional
        hint="Of those that are started on one day in Lagos and have not failed"
      />
    </FormModal>
  )
}

export function PayoutTermsModal({ merchant, onClose }: ModalProps) {
  const change = useChange(setMerchantPayoutTerms, {
    refresh,
    quiet: true,
    success: 'The terms apply to what is settled from now on',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PayoutTermsForm, {
    start: merchant.payoutTerms,
    submit: (terms) => change.mutateAsync({ id: merchant.id, ...terms }),
  })
  return (
    <FormModal form={form} title={`Payout terms of ${merchant.businessName}`} action="Change terms" onClose={onClose}>
      <Field label="Reserve" error={form.errorOf('reserveBps')} hint="Hundredths of a percent: 500 is 5%. 0: none">
        <Input {...form.field('reserveBps')} inputMode="numeric" />
      </Field>
      <Field label="Days until it is released" error={form.errorOf('reserveDays')}>
        <Input {...form.field('reserveDays')} inputMode="numeric" />
      </Field>
      <Field label="Stamp duty">
        <Select
          {...form.field('stampDutyBearer')}
          options={[
            { value: 'merchant', label: 'Paid by the business' },
            { value: 'platform', label: 'Paid by us' },
          ]}
        />
      </Field>
    </FormModal>
  )
}

export function NoteModal({ merchant, onClose }: ModalProps) {
  const add = useChange(addMerchantNote, { refresh, quiet: true, success: 'The note is saved', onDone: onClose })
  const form = useSchemaForm(NoteForm, {
    start: { text: '' },
    submit: ({ text }) => add.mutateAsync({ id: merchant.id, text }),
  })
  return (
    <FormModal form={form} title={`Note about ${merchant.businessName}`} action="Save note" onClose={onClose}>
      <Field label="Note" error={form.errorOf('text')} hint="Only staff see it. It cannot be changed later.">
        <Textarea {...form.field('text')} rows={6} />
      </Field>
    </FormModal>
  )
}

/** Asks for the reason first; then the link works once, within a minute. */
export function ViewModal({ merchant, onClose }: ModalProps) {
  const view = useChange(viewMerchantDashboard, { refresh, quiet: true })
  const form = useSchemaForm(ViewForm, {
    start: { reason: '' },
    submit: ({ reason }) => view.mutateAsync({ id: merchant.id, reason }),
  })
  const title = `View the dashboard of ${merchant.businessName}`
  if (view.data)
    return (
      <Modal open title={title} onClose={onClose}>
        <p className="mb-4 text-ink-2">
          It opens in a new tab, once, within the next minute. It ends after 30 minutes.
        </p>
        <a
          href={`/dashboard#view=${view.data.code}`}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          className={buttonClass({})}
        >
          Open the dashboard
        </a>
      </Modal>
    )
  return (
    <FormModal form={form} title={title} action="Continue" onClose={onClose}>
      <p className="text-ink-2">
        You can read everything except keys, and change nothing. The business is notified, and both audit logs name you.
      </p>
      <Field
        label="Reason"
        error={form.errorOf('reason')}
        hint="The business reads it: a ticket, or what it asked for."
      >
        <Textarea {...form.field('reason')} />
      </Field>
    </FormModal>
  )
}

const channelOptions = [
  { value: 'checkout', label: 'All channels of the checkout' },
  ...channels.map((channel) => ({ value: channel, label: channelNames[channel] })),
]

export function PriceModal({ merchant, onClose }: ModalProps) {
  const set = useChange(setMerchantPrice, {
    refresh,
    quiet: true,
    success: 'The price is agreed. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PriceForm, {
    start: {
      channel: 'checkout',
      bps: 150,
      flatKobo: 10_000,
      waiveFlatBelowKobo: 250_000,
      capKobo: 200_000,
      feeBearer: 'merchant',
      startsOn: '',
      endsOn: '',
    },
    submit: (price) => set.mutateAsync({ id: merchant.id, ...price }),
  })
  return (
    <FormModal form={form} title={`Price of ${merchant.businessName}`} action="Set price" onClose={onClose}>
      <Field label="Channel">
        <Select {...form.field('channel')} options={channelOptions} />
      </Field>
      <Field label="Rate" error={form.errorOf('bps')} hint="Hundredths of a percent: 150 is 1.5%">
        <Input {...form.field('bps')} inputMode="numeric" />
      </Field>
      <MoneyField form={form.form} name="flatKobo" label="Flat fee" optional />
      <MoneyField form={form.form} name="waiveFlatBelowKobo" label="No flat fee below" optional />
      <MoneyField form={form.form} name="capKobo" label="Maximum fee" optional hint="Empty: no maximum" />
      <Field label="Fee paid by">
        <Select
          {...form.field('feeBearer')}
          options={[
            { value: 'merchant', label: 'The business' },
            { value: 'customer', label: 'The customer' },
          ]}
        />
      </Field>
      <Field label="First day" error={form.errorOf('startsOn')} hint="Tomorrow or later; 30 days for a higher price">
        <Input {...form.field('startsOn')} type="date" />
      </Field>
      <Field label="Last day" optional error={form.errorOf('endsOn')}>
        <Input {...form.field('endsOn')} type="date" />
      </Field>
    </FormModal>
  )
}

export function PriceEndModal({ merchant, onClose }: ModalProps) {
  const end = useChange(endMerchantPrice, {
    refresh,
    quiet: true,
    success: 'The published price follows. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PriceEndForm, {
    start: { channel: 'checkout', lastDay: '' },
    submit: (values) => end.mutateAsync({ id: merchant.id, ...values }),
  })
  return (
    <FormModal form={form} title={`End a price of ${merchant.businessName}`} action="End price" onClose={onClose}>
      <Field label="Channel">
        <Select {...form.field('channel')} options={channelOptions} />
      </Field>
      <Field label="Last day" error={form.errorOf('lastDay')}>
        <Input {...form.field('lastDay')} type="date" />
      </Field>
    </FormModal>
  )
}
