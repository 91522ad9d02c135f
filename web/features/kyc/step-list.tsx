import { ClipboardList } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { type KycStepItem, kycStatusLabels } from './status-labels.ts'

const row =
  'flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-md px-3 py-1.5 hover:bg-neutral-soft focus-visible:-outline-offset-2'
const current = 'bg-soft font-medium text-link'

/** List of the steps with their status. The first line is the overall status. */
export function StepList({ items, chosen }: { items: readonly KycStepItem[]; chosen: string | undefined }) {
  return (
    <nav aria-label="Steps" className="card p-1.5">
      <ol className="flex flex-col gap-0.5">
        <li className="max-lg:hidden">
          <Link
            to="/onboarding"
            aria-current={chosen === undefined ? 'step' : undefined}
            className={`${row} ${chosen === undefined ? current : ''}`}
          >
            Progress
            <ClipboardList className="size-4 text-muted" strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </li>
        {items.map(({ code, label, kycStatus }) => (
          <li key={code}>
            <Link
              to={`/onboarding?step=${code}`}
              aria-current={code === chosen ? 'step' : undefined}
              className={`${row} ${code === chosen ? current : ''}`}
            >
              <span className="min-w-0 flex-1 basis-[8rem]">{label}</span>
              <StatusChip status={kycStatus} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function StatusChip({ status }: { status: KycStepItem['kycStatus'] }) {
  const { label, ...look } = kycStatusLabels[status]
  return <Badge {...look}>{label}</Badge>
}
