import { groupDigits } from '@adire/contract/group-digits.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatShare } from '../../ui/share.ts'
import { Tiles } from '../../ui/tiles.tsx'

/** Funnel from views to payments. Started can exceed views: some views are not counted, and some payers try twice. */
export function LinkFunnel({ link: { views, started, payments, collectedKobo } }: { link: PaymentLink }) {
  return (
    <Tiles
      layout="xl:grid-cols-[1fr_1fr_1fr_1.8fr]"
      tiles={[
        {
          label: 'Views',
          value: groupDigits(views),
          note: <span className="text-sm text-muted">Without bots</span>,
        },
        { label: 'Started', value: groupDigits(started), note: <Share part={started} of={views} words="of views" /> },
        {
          label: 'Paid',
          value: groupDigits(payments),
          note: <Share part={payments} of={started} words="of started" />,
        },
        { label: 'Collected', value: <Amount kobo={collectedKobo} size="figure" /> },
      ]}
    />
  )
}

/** Share as a bar and as text; nothing if there is nothing to compare with. */
function Share({ part, of, words }: { part: number; of: number; words: string }) {
  if (of === 0) return null
  const percent = Math.min(100, (part / of) * 100)
  return (
    <span className="flex flex-col gap-1.5 text-sm text-muted">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full" aria-hidden="true">
        <rect width="100" height="6" className="fill-neutral-soft" />
        <rect width={percent} height="6" className="fill-brand" />
      </svg>
      <span className="figures">{`${formatShare(part, of)} ${words}`}</span>
    </span>
  )
}
