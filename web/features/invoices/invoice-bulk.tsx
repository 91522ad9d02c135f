import {
  cancelInvoice,
  getInvoiceTotals,
  listInvoices,
  openInvoiceStatuses,
  remindInvoice,
} from '@adire/contract/invoices.ts'
import type { InvoiceRow } from '@adire/contract/invoices-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { BellRing, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { BulkDialog } from '../../domain/bulk-dialog.tsx'
import { ExportButton } from '../../domain/export-button.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { formatCount } from '../../ui/counted.ts'
import type { Selection } from '../../ui/use-selection.ts'
import { invoiceColumns } from './invoice-columns.tsx'

const countInvoices = (count: number) => formatCount(count, 'invoice', 'invoices')
const countReminders = (count: number) => formatCount(count, 'reminder', 'reminders')

/** What can be done with the selected invoices. */
export function InvoiceBulk({ selection }: { selection: Selection<InvoiceRow> }) {
  const [dialog, setDialog] = useState<'remind' | 'cancel'>()
  const open = selection.rows.filter(({ status }) => openInvoiceStatuses.includes(status))
  const shared = {
    rows: open,
    nameOf: ({ number, customerName, customerEmail }: InvoiceRow) => `${number}, ${customerName ?? customerEmail}`,
    inputOf: ({ id }: InvoiceRow) => ({ id }),
    refresh: [listInvoices, getInvoiceTotals],
    onClose: () => setDialog(undefined),
    onEnd: selection.keep,
  }
  const leftOut = <LeftOut count={selection.rows.length - open.length} />
  const owedKobo = open.reduce((sum, { totalKobo, paidKobo }) => sum + totalKobo - paidKobo, 0)
  return (
    <>
      {open.length > 0 && <OpenInvoiceButtons count={open.length} onOpen={setDialog} />}
      <ExportButton
        kind="invoices"
        counts={listInvoices}
        input={{}}
        columns={invoiceColumns}
        ids={selection.rows.map(({ id }) => id)}
        success={messages.csvDownloadedSuccessfully}
      />
      {dialog === 'remind' && (
        <BulkDialog
          {...shared}
          title={`Send ${countReminders(open.length)}?`}
          action="Send"
          endpoint={remindInvoice}
          done={(count) => `${countReminders(count)} sent`}
          failed={(count) => `${count} could not be sent`}
        >
          {open.length === 1 ? 'The customer gets' : 'Each customer gets'} an email with the balance due and a link to
          pay it. {leftOut}
        </BulkDialog>
      )}
      {dialog === 'cancel' && (
        <BulkDialog
          {...shared}
          title={`Cancel ${countInvoices(open.length)}?`}
          action={open.length === 1 ? 'Cancel invoice' : `Cancel ${open.length} invoices`}
          tone="danger"
          endpoint={cancelInvoice}
          done={(count) => `${countInvoices(count)} cancelled`}
          failed={(count) => `${count} could not be cancelled`}
        >
          <strong className="figures font-semibold">{formatNaira(owedKobo)}</strong>
          {open.length === 1 ? ' can' : ' in total can'} no longer be paid. This cannot be undone. You keep what was
          already paid. {leftOut}
        </BulkDialog>
      )}
    </>
  )
}

type OpenInvoiceButtonsProps = { count: number; onOpen: (dialog: 'remind' | 'cancel') => void }

const OpenInvoiceButtons = ({ count, onOpen }: OpenInvoiceButtonsProps) => (
  <>
    <AllowedButton
      needs={remindInvoice}
      tone="secondary"
      icon={<BellRing strokeWidth={1.75} />}
      onClick={() => onOpen('remind')}
    >
      {count === 1 ? 'Send reminder' : 'Send reminders'}
    </AllowedButton>
    <AllowedButton
      needs={cancelInvoice}
      tone="secondary"
      icon={<CircleSlash strokeWidth={1.75} />}
      onClick={() => onOpen('cancel')}
    >
      {count === 1 ? 'Cancel invoice' : 'Cancel invoices'}
    </AllowedButton>
  </>
)

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return `${formatCount(count, 'selected invoice', 'selected invoices')} ${count === 1 ? 'is' : 'are'} left out: drafts, paid and cancelled invoices.`
}
