import type { Session } from '@adire/contract/users-schemas.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { formatDateTime } from './date.ts'

type SessionItemProps = { session: Session; busy: boolean; onEnd: () => void }

/** A signed-in device, with a button that ends its session. */
export function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const { device, ip, createdAt, lastSeenAt, isCurrent } = session
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <Icon className="size-5 shrink-0 text-muted max-sm:hidden" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-[1_1_8rem] wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {isCurrent && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="figures mt-0.5 text-sm text-muted">
          {isCurrent ? `Signed in ${formatDateTime(createdAt)}` : `Last seen ${formatDateTime(lastSeenAt)}`}
          {ip && ` from ${ip}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          tone="secondary"
          busy={busy}
          aria-label={`Sign out ${device}, last seen ${formatDateTime(lastSeenAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
