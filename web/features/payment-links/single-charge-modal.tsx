import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { Link, useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { LinkFields } from './link-fields.tsx'
import { useLinkForm } from './link-form.ts'

/** Form of a new link for one charge; leads to the link's page to share it (S2.7-03). */
export function SingleChargeModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(createPaymentLink, {
    refresh: [listPaymentLinks],
    quiet: true,
    onDone: ({ id }) => navigate(`/payment-link/${id}`, { state: { isNew: true }, replace: true }),
  })
  const linkForm = useLinkForm({ submit: create.mutateAsync })
  return (
    <FormModal form={linkForm} title="New payment link" action="Create link" onClose={onClose}>
      <LinkFields linkForm={linkForm} />
      <p>
        <Link
          to="/payment-link/new"
          onClick={(event) => {
            event.preventDefault()
            navigate('/payment-link/new', { state: { draft: linkForm.form.getValues(), pricing: linkForm.pricing } })
          }}
          className="font-medium text-link hover:underline pointer-coarse:py-3"
        >
          More options and preview
        </Link>
      </p>
    </FormModal>
  )
}
