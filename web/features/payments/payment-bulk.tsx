import { getPaymentTotals, resendReceipt } from '@adire/contract/payments.ts'
import type { PaymentRow } from '@adire/contract/payments-schemas.ts'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { BulkDialog } from '../../domain/bulk-dialog.tsx'
import { ExportButton } from '../../domain/export-button.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { formatCount } from '../../ui/counted.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import type { Selection } from '../../ui/use-selection.ts'
import { hasReceipt } from './has-receipt.ts'

const countReceipts = (count: number) => formatCount(count, 'receipt', 'receipts')

type PaymentBulkProps = { selection: Selection<PaymentRow>; columns: readonly TableColumn<PaymentRow>[] }

/** What can be done with the selected payments. */
export function PaymentBulk({ selection, columns }: PaymentBulkProps) {
  const [isOpen, setOpen] = useState(false)
  const paid = selection.rows.filter(hasReceipt)
  const others = selection.rows.length - paid.length
  return (
    <>
      {paid.length > 0 && (
        <AllowedButton
          needs={resendReceipt}
          tone="secondary"
          icon={<Mail strokeWidth={1.75} />}
          onClick={() => setOpen(true)}
        >
          {paid.length === 1 ? 'Resend receipt' : 'Resend receipts'}
        </AllowedButton>
      )}
      <ExportButton
        kind="transactions"
        counts={getPaymentTotals}
        input={{}}
        columns={columns}
        ids={selection.rows.map(({ id }) => id)}
      />
      {isOpen && (
        <BulkDialog
          title={`Resend ${countReceipts(paid.length)}?`}
          action="Resend"
          rows={paid}
          nameOf={({ customerName, customerEmail, reference }) => `${customerName ?? customerEmail}, ${reference}`}
          endpoint={resendReceipt}
          inputOf={({ id }) => ({ id })}
          refresh={[]}
          done={(count) => `${countReceipts(count)} sent`}
          failed={(count) => `${count} could not be sent`}
          onClose={() => setOpen(false)}
          onEnd={selection.keep}
        >
          {paid.length === 1 ? 'The payer gets' : 'Each payer gets'} an email with the receipt.
          {others > 0 &&
            ` ${formatCount(others, 'selected transaction', 'selected transactions')} ${others === 1 ? 'was' : 'were'} not paid and ${others === 1 ? 'is' : 'are'} left out.`}
        </BulkDialog>
      )}
    </>
  )
}
