import { endOtherSessions, endSession, listSessions } from '@adire/contract/users.ts'
import type { Session } from '@adire/contract/users-schemas.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'

/** Devices shown at first. */
const fewDevices = 5

export function DeviceList() {
  const { userId } = useSession()
  const list = useCall(listSessions, { id: userId })
  const [isConfirming, setConfirming] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const endOthers = useChange(endOtherSessions, {
    refresh: [listSessions],
    success: 'Every other device is signed out',
    onDone: () => setConfirming(false),
  })
  if (list.error && !list.data)
    return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} className="self-start" />
  if (!list.data) return <DetailSkeleton rows={3} />
  const sessions = list.data.content.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <div className="card self-start">
      <ul aria-label="Devices" className="divide-y divide-line">
        {sessions.slice(0, showsAll ? undefined : fewDevices).map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="flex flex-wrap gap-3 border-t border-line px-5 py-4">
          {sessions.length > fewDevices && (
            <Button tone="secondary" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show all ${sessions.length} devices`}
            </Button>
          )}
          <Button tone="secondary" onClick={() => setConfirming(true)}>
            Sign out all others
          </Button>
        </div>
      )}
      <ConfirmModal
        open={isConfirming}
        title="Sign out every other device?"
        action="Sign out"
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate({ id: userId })}
        onCancel={() => setConfirming(false)}
      >
        They will need to sign in again. This device stays signed in.
      </ConfirmModal>
    </div>
  )
}

function Device({ session: { id, device, ip, createdAt, lastSeenAt, isCurrent } }: { session: Session }) {
  const { userId } = useSession()
  const end = useChange(endSession, {
    refresh: [listSessions],
    success: `${device} is signed out`,
  })
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-4 px-5 py-4">
      <Icon className="size-5 shrink-0 text-muted max-sm:hidden" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
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
          busy={end.isPending}
          aria-label={`Sign out ${device}`}
          onClick={() => end.mutate({ id: userId, sessionId: id })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
