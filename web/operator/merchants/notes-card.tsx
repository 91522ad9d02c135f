import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { OfMerchant } from './of-merchant.ts'

/** Notes of the staff, newest first. The business does not see them. */
export function NotesCard({ merchant: { notes } }: OfMerchant) {
  return (
    <Card title="Notes of the staff">
      {notes.length === 0 && <p className="text-muted">Nobody has written a note yet. The business never sees them.</p>}
      <ul className="-mt-1 -mb-3 divide-y divide-line empty:hidden">
        {notes.map(({ id, text, author, at }) => (
          <li key={id} className="py-3">
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            <p className="text-sm text-muted">
              {author}, <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
