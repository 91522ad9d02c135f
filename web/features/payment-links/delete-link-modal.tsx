import { messages } from '@adire/contract/messages.ts'
import { ClosedMessage } from '@adire/contract/payment-link-form-schemas.ts'
import { deletePaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type DeleteLinkModalProps = { link: PaymentLink; onCancel: () => void }

/**
 * Confirms deletion, with the effect on the page and its payments. If a payment was started, the closed page stays and can show
 * a message from the business.
 */
export function DeleteLinkModal({ link, onCancel }: DeleteLinkModalProps) {
  const navigate = useNavigate()
  const [message, setMessage] = useState('')
  const remove = useChange(deletePaymentLink, {
    refresh: [listPaymentLinks],
    success: messages.paymentLinkDeleted,
    quiet: true,
    onDone: () => navigate('/payment-link', { replace: true }),
  })
  const isStarted = link.started > 0
  const wrong = ClosedMessage.safeParse(message).error?.issues[0]?.message
  return (
    <ConfirmModal
      open
      title="Delete this payment link?"
      action="Delete"
      onCancel={onCancel}
      onConfirm={() => wrong || remove.mutate({ id: link.id, ...(isStarted && message.trim() && { message }) })}
      busy={remove.isPending}
    >
      <div className="flex flex-col gap-5">
        {remove.error && <ErrorStrip message={remove.error.message} />}
        <p>
          Anyone who opens “{link.name}” will see a closed page.
          {link.payments > 0 && ' Its payments stay in your transactions.'}
        </p>
        {isStarted && (
          <Field
            label="Message on the closed page"
            optional
            error={wrong}
            hint="Shown to anyone who opens the link, with your contact details."
          >
            <Textarea
              value={message}
              onChange={({ target }) => setMessage(target.value)}
              rows={3}
              maxLength={300}
              placeholder="Sold out! The next collection comes in March."
            />
          </Field>
        )}
      </div>
    </ConfirmModal>
  )
}
