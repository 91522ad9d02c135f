import { inviteStaff, listStaff } from '@adire/contract/back-office/staff.ts'
import type { StaffMember } from '@adire/contract/back-office/staff-schemas.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { staffColumns } from './staff-columns.tsx'
import { StaffModal } from './staff-modals.tsx'

export type StaffAction =
  | 'invite'
  | 'role'
  | 'deactivate'
  | 'take-back'
  | 'reactivate'
  | 'restore'
  | 'second-factor'
  | 'resend'
export type OpenedAction = { what: StaffAction; person?: StaffMember }

/** People of the back office, their roles and their access. */
export function StaffPage() {
  const [opened, setOpened] = useState<OpenedAction>()
  const list = useCall(listStaff, {})
  const denied = useDenied(inviteStaff)
  const { content } = list.data ?? {}
  return (
    <>
      <PageHeader
        title="Staff"
        count={content?.length}
        note="People who work in the back office. Each signs in with a second factor."
        actions={
          <AllowedButton
            icon={<UserPlus strokeWidth={1.75} />}
            denied={denied}
            onClick={() => setOpened({ what: 'invite' })}
          >
            Invite person
          </AllowedButton>
        }
      />
      {list.error ? (
        <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
      ) : content ? (
        <Table
          label="Staff"
          columns={staffColumns({ denied, onAction: setOpened })}
          rows={content}
          keyOf={({ id }) => id}
        />
      ) : (
        <TableSkeleton rows={4} />
      )}
      {opened && <StaffModal {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
