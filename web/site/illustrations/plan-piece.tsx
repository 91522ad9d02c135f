import { Check } from 'lucide-react'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun']

/** Illustration of a plan: three of six months are paid. */
export function PlanPiece() {
  return (
    <div className="grid w-full max-w-60 grid-cols-6 gap-2 text-center text-xs text-muted">
      {months.map((month, index) => (
        <div key={month}>
          <span
            className={`mb-1.5 flex h-11 items-center justify-center rounded-md border ${index < 3 ? 'border-brand bg-brand text-white' : 'border-line-strong bg-surface'}`}
          >
            {index < 3 && <Check className="size-4" strokeWidth={2} />}
          </span>
          {month}
        </div>
      ))}
    </div>
  )
}
