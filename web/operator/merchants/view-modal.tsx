import { viewMerchantDashboard } from '@adire/contract/back-office/merchants.ts'
import { ViewForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'

/** Asks for the reason first; then the link works once, within a minute. */
export function ViewModal({ merchant, onClose }: MerchantModalProps) {
  const view = useChange(viewMerchantDashboard, { refresh: merchantEndpoints, quiet: true })
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
