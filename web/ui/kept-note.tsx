import { History } from 'lucide-react'

/** Inside a form: says that it begins with what was typed before, and offers to empty it. */
export const KeptNote = ({ onStartAgain }: { onStartAgain: () => void }) => (
  <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5">
    <History className="size-4 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
    <p className="min-w-0 flex-1">We kept what you typed.</p>
    <button
      type="button"
      onClick={({ currentTarget }) => {
        // The button disappears, so the focus would be lost.
        currentTarget.closest('form')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
        onStartAgain()
      }}
      className="font-medium text-link hover:underline pointer-coarse:-my-2 pointer-coarse:py-2"
    >
      Start again
    </button>
  </div>
)
