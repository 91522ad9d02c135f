import { listInvitations, resendInvitation, revokeInvitation } from '@adire/contract/team.ts'
import { useCall, useChange } from '../../client/api.ts'
import { useDenied } from '../../client/permissions.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { teamData } from './team-change-modal.tsx'

/** Invitations that nobody has accepted yet. Not shown while there are none. */
export function InvitationList() {
  const list = useCall(listInvitations, {})
  const denied = useDenied(revokeInvitation)
  const resend = useChange(resendInvitation, {
    refresh: teamData,
    success: ({ email }) => `We sent another email to ${email}`,
  })
  const revoke = useChange(revokeInvitation, { refresh: teamData, success: 'The invitation was revoked' })
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  const invitations = list.data?.content ?? []
  if (invitations.length === 0) return null
  return (
    <Card title="Invitations">
      <ul aria-label="Invitations" className="divide-y divide-line">
        {invitations.map(({ id, email, role, invitedBy, sentAt, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5 last:pb-0">
            <div className="min-w-0 max-sm:w-full">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium break-all">
                {email}
                {new Date(expiresAt) < new Date() && <Badge tone="warn">Expired</Badge>}
              </p>
              <p className="mt-0.5 text-sm text-muted">
                {role.name}, invited by {invitedBy} on {formatDate(sentAt)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <AllowedButton
                tone="secondary"
                denied={denied}
                busy={resend.isPending && resend.variables.id === id}
                aria-label={`Send again to ${email}`}
                onClick={() => resend.mutate({ id })}
              >
                Send again
              </AllowedButton>
              <AllowedButton
                tone="ghost"
                className="text-bad!"
                denied={denied}
                busy={revoke.isPending && revoke.variables.id === id}
                aria-label={`Revoke the invitation to ${email}`}
                onClick={() => revoke.mutate({ id })}
              >
                Revoke
              </AllowedButton>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
