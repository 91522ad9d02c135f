import { endOtherSessions, endSession, listSessions } from '@adire/contract/users.ts'
import type { Session } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SessionItem } from '../../ui/session-item.tsx'
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

function Device({ session }: { session: Session }) {
  const { userId } = useSession()
  const end = useChange(endSession, {
    refresh: [listSessions],
    success: `${session.device} is signed out`,
  })
  return (
    <SessionItem
      session={session}
      busy={end.isPending}
      onEnd={() => end.mutate({ id: userId, sessionId: session.id })}
    />
  )
}
