import { Link2 } from 'lucide-react'
import { pieceClass } from './piece-line.tsx'

/** Illustration of a payment link that is published. */
export function LinkPiece({ host }: { host: string }) {
  return (
    <div className={pieceClass}>
      <p className="flex items-center gap-2 rounded-sm bg-sunken px-2.5 py-2 text-muted">
        <Link2 className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="truncate">
          {host}/pay/page/<span className="font-medium text-ink">jacket</span>
        </span>
      </p>
      <p className="mt-3 flex items-center justify-between">
        Published
        <span className="flex h-5 w-9 justify-end rounded-full bg-track-live p-0.5">
          <span className="size-4 rounded-full bg-white" />
        </span>
      </p>
    </div>
  )
}
