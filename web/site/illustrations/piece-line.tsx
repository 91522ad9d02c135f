import { Amount } from '../../ui/amount.tsx'

/** Frame of the small illustrations. They have example data, and are hidden from screen readers where they are used. */
export const pieceClass = 'w-full max-w-60 rounded-md border border-line bg-surface p-3.5 text-sm shadow-e1'

export function PieceLine({ label, kobo }: { label: string; kobo: number }) {
  return (
    <p className="mt-2 flex justify-between text-muted">
      {label}
      <Amount kobo={kobo} className="font-normal" />
    </p>
  )
}
