import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Modal } from '../../ui/modal.tsx'
import { QrCode } from './qr-code.tsx'

export function QrModal({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  return (
    <Modal open title={link.name} onClose={onClose}>
      <QrCode url={link.url} fileName={`${link.slug}-qr`} />
    </Modal>
  )
}
