import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { resendReceipt } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { Copy, Eye, Mail, Undo2 } from 'lucide-react'
import { useLocation } from 'react-router'
import { useChange } from '../../client/api.ts'
import { MenuButton, MenuLink } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { hasReceipt } from './has-receipt.ts'
import type { RefundAction } from './use-refund-action.ts'

type PaymentRowActionsProps = { payment: PaymentRow; refund: RefundAction; onRefund: () => void }

/** Actions on a payment that its status allows. */
export function PaymentRowActions({ payment, refund, onRefund }: PaymentRowActionsProps) {
  const { id, reference, amountKobo, refundedKobo } = payment
  const { search } = useLocation()
  const resend = useChange(resendReceipt, { success: 'The receipt is on its way' })
  const isPaid = hasReceipt(payment)
  return (
    <>
      <MenuLink to={`/transactions/${id}${search}`}>
        <Eye strokeWidth={1.75} aria-hidden="true" />
        View details
      </MenuLink>
      <MenuButton
        onClick={() =>
          navigator.clipboard
            .writeText(reference)
            .then(() => toast.success(messages.copied, { autoCloseMs: limits.copiedMs }))
        }
      >
        <Copy strokeWidth={1.75} aria-hidden="true" />
        Copy reference
      </MenuButton>
      {isPaid && (
        <MenuButton needs={resendReceipt} onClick={() => resend.mutate({ id })}>
          <Mail strokeWidth={1.75} aria-hidden="true" />
          Resend receipt
        </MenuButton>
      )}
      {isPaid && refundedKobo < amountKobo && (
        <MenuButton needs={refund.needs} onClick={onRefund}>
          <Undo2 strokeWidth={1.75} aria-hidden="true" />
          {refund.label}
        </MenuButton>
      )}
    </>
  )
}
