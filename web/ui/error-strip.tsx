import { CircleAlert } from 'lucide-react'

type ErrorStripProps = { id?: string; message: string; onRetry?: () => void; className?: string }

/** Error inside a page: the server's message and a retry button. */
export function ErrorStrip({ id, message, onRetry, className = '' }: ErrorStripProps) {
  return (
    <div
      id={id}
      role="alert"
      className={`flex items-center gap-3 rounded-md bg-bad-soft px-3.5 py-2.5 text-bad ${className}`}
    >
      <CircleAlert className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <p className="flex-1">{message}</p>
      {onRetry && (
        <button
          type="button"
          onClick={onRetry}
          className="-my-1 rounded-sm px-2 py-1 font-medium underline underline-offset-2 hover:no-underline pointer-coarse:py-3"
        >
          Retry
        </button>
      )}
    </div>
  )
}
