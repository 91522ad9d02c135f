import { getPayment, resendReceipt } from '@adire/contract/payments.ts'
import { ChevronDown, Download, ExternalLink, Mail } from 'lucide-react'
import { useChange } from '../../client/api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu, MenuButton, MenuLink } from '../../ui/menu.tsx'

/** What can be done with the receipt of a payment. */
export function ReceiptMenu({ id, url }: { id: string; url: string }) {
  const resend = useChange(resendReceipt, { refresh: [getPayment], success: 'The receipt is on its way' })
  return (
    <Menu
      button={
        <>
          Receipt
          <ChevronDown strokeWidth={1.75} aria-hidden="true" />
        </>
      }
      buttonClassName={buttonClass({ tone: 'secondary' })}
    >
      <MenuLink to={url} reloadDocument target="_blank" rel="noreferrer">
        <ExternalLink strokeWidth={1.75} aria-hidden="true" />
        View receipt
      </MenuLink>
      <MenuLink to={`${url}/pdf`} reloadDocument download>
        <Download strokeWidth={1.75} aria-hidden="true" />
        Download PDF
      </MenuLink>
      <MenuButton needs={resendReceipt} onClick={() => resend.mutate({ id })}>
        <Mail strokeWidth={1.75} aria-hidden="true" />
        Resend receipt
      </MenuButton>
    </Menu>
  )
}
