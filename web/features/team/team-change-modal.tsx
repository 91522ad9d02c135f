import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { listInvitations, listRoles, listTeamMembers } from '@adire/contract/team.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'

/** What a change of the team can make stale; also the permissions of the user. */
export const teamData = [listTeamMembers, listInvitations, listRoles, listMerchants]

type TeamChangeModalProps<E extends Endpoint> = {
  endpoint: E
  input: EndpointInput<E>
  title: string
  action: string
  tone: 'primary' | 'danger'
  success: string
  /** The user has no access to the business afterwards. */
  leaves?: boolean
  onClose: () => void
  children: ReactNode
}

/** Asks before a change of the team, then for a confirmation of identity, and shows why it failed. */
export function TeamChangeModal<E extends Endpoint>(props: TeamChangeModalProps<E>) {
  const { endpoint, input, success, leaves = false, onClose, children, ...modal } = props
  const { confirmed, dialog } = useConfirmation()
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const onDone = () => {
    onClose()
    if (leaves) navigate('/dashboard')
  }
  const change = useChange(endpoint, {
    quiet: true,
    refresh: leaves ? [listMerchants] : teamData,
    success,
    onDone,
    onWaiting: onClose,
  })
  const run = () => {
    setError(undefined)
    confirmed(() => change.mutateAsync(input)).catch((failure: Error) => setError(failure.message))
  }
  return (
    <>
      <ConfirmModal open {...modal} onConfirm={run} onCancel={onClose} busy={change.isPending}>
        {error && <ErrorStrip message={error} />}
        {children}
      </ConfirmModal>
      {dialog}
    </>
  )
}
