import { messages } from '@adire/contract/messages.ts'
import { getPaymentLink, listPaymentLinks, updatePaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { LinkFields } from './link-fields.tsx'
import { useLinkForm } from './link-form.ts'

export function EditChargeModal({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const edit = useChange(updatePaymentLink, {
    refresh: [getPaymentLink, listPaymentLinks],
    success: messages.paymentLinkUpdated,
    quiet: true,
    onDone: onClose,
  })
  const linkForm = useLinkForm({ link, submit: (values) => edit.mutateAsync({ id: link.id, ...values }) })
  return (
    <FormModal form={linkForm} title="Edit charge" action="Save" onClose={onClose}>
      <LinkFields linkForm={linkForm} link={link} />
    </FormModal>
  )
}
