import { getInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { createInvoice, getInvoice, getInvoiceTotals, listInvoices, updateInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { useKeeping, useKeptForm } from '../../domain/use-kept-form.ts'
import { type InvoiceStart, type InvoiceValues, totalError, useInvoiceForm } from './invoice-form.ts'

/** What follows after saving: the draft is only stored, or reviewed before it is sent. */
export type AfterSave = 'keep' | 'send'

/** Saves the draft and opens its page; with `send`, also opens the review before sending. */
export function useInvoiceEditor(draft: Invoice | undefined, start: InvoiceStart) {
  const navigate = useNavigate()
  const next = useRef<AfterSave>('keep')
  const [isSubmitted, setSubmitted] = useState(false)
  const refresh = [listInvoices, getInvoice, getInvoiceTotals, getInvoiceNumbering]
  const choices = {
    refresh,
    quiet: true,
    success: ({ number }: Invoice) => (next.current === 'keep' ? `${number} is saved as a draft` : ''),
    onDone: ({ id }: Invoice) =>
      navigate(`/invoice_page/${id}${next.current === 'send' ? '?send=1' : ''}`, { replace: draft !== undefined }),
  }
  const create = useChange(createInvoice, choices)
  const update = useChange(updateInvoice, choices)
  const save = (values: InvoiceValues) =>
    draft ? update.mutateAsync({ ...values, id: draft.id }) : create.mutateAsync(values)
  const kept = useKeptForm(start, { name: 'invoice', id: draft?.id })
  const invoiceForm = useInvoiceForm(kept.first, async (values) => {
    setSubmitted(true)
    if (totalError(invoiceForm.totals.totalKobo) !== undefined) return
    await save(values)
    kept.forget()
  })
  const startAgain = useKeeping(kept, invoiceForm.form)
  return {
    invoiceForm,
    startAgain,
    /** Called by the two submit buttons, before the form's submit event. */
    saveAnd: (what: AfterSave) => {
      next.current = what
    },
    error: isSubmitted ? totalError(invoiceForm.totals.totalKobo) : undefined,
  }
}
