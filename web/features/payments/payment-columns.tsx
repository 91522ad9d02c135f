import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { channelNames, type PaymentRow } from '@adire/contract/payments.ts'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { Column } from '../../ui/table.tsx'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** "Visa •••• 4081", "Bank transfer", or nothing chosen yet. */
export function methodName({ channel, cardBrand, cardLast4 }: Pick<PaymentRow, 'channel' | 'cardBrand' | 'cardLast4'>) {
  if (cardLast4) return `${capital(cardBrand ?? 'card')} •••• ${cardLast4}`
  return channel ? channelNames[channel] : 'Not chosen'
}

export const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    label: 'Customer',
    phone: 'title',
    cell: ({ customerName, customerEmail }) => (
      <span title={customerEmail} className="block max-w-64 truncate xl:max-w-72">
        {customerName ?? customerEmail}
      </span>
    ),
  },
  {
    label: 'Amount',
    align: 'right',
    phone: 'value',
    cell: ({ amountKobo }) => <Amount kobo={amountKobo} />,
  },
  { label: 'Status', phone: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { label: 'Method', from: 'lg', cell: methodName },
  { label: 'Reference', from: 'xl', quiet: true, cell: ({ reference }) => <Reference text={reference} /> },
  {
    label: 'Date',
    align: 'right',
    phone: 'note',
    quiet: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
]

/** The button shows while the row is pointed at or the button has focus. */
function Reference({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), limits.copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <span className="figures flex items-center gap-1">
      <span className="max-w-48 truncate">{text}</span>
      <IconButton
        label={`Copy reference ${text}`}
        onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
        className="size-7! opacity-0 transition-opacity focus-visible:opacity-100 pointer-coarse:opacity-100 [&_svg]:size-4! [tr:hover_&]:opacity-100"
      >
        {copied ? <Check strokeWidth={1.75} /> : <Copy strokeWidth={1.75} />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? messages.copied : ''}
      </span>
    </span>
  )
}
