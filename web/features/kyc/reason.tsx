import { MessageSquareWarning } from 'lucide-react'

/** The reviewer's reason, in their own words. */
export function ReviewReason({ reason, className = '' }: { reason: string; className?: string }) {
  return (
    <div className={`flex gap-3 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad ${className}`}>
      <MessageSquareWarning className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="sr-only">The reviewer says: </span>
        {reason}
      </p>
    </div>
  )
}
