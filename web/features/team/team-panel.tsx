import { useSession } from '../../client/session.ts'
import { WaitingApprovals } from '../../domain/waiting-approvals.tsx'
import { ApprovalRuleList } from './approval-rules.tsx'
import { InvitationList } from './invitations.tsx'
import { MemberList } from './members.tsx'
import { RoleList } from './roles.tsx'
import { TeamSecuritySection } from './team-security.tsx'

/** The people who work in the business, the invitations, and the roles. It resets on a change of business. */
export function TeamPanel() {
  const { mode, merchantId } = useSession()
  return (
    <div key={`${mode} ${merchantId}`} className="flex flex-col gap-9">
      <div className="-mb-4 empty:hidden">
        <WaitingApprovals group="team" />
      </div>
      <MemberList />
      <InvitationList />
      <RoleList />
      <TeamSecuritySection />
      <ApprovalRuleList />
    </div>
  )
}
