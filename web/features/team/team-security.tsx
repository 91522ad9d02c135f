import { getTeamSecurity, listTeamMembers, setTeamSecurity } from '@adire/contract/team.ts'
import { type TeamSecurity, TeamSecurityForm } from '@adire/contract/team-schemas.ts'
import { useCall, useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

/** Whether every member needs a second factor. */
export function TeamSecuritySection() {
  const security = useCall(getTeamSecurity, {})
  return (
    <section aria-labelledby="team-security">
      <h2 id="team-security" className="mb-4 text-lg font-semibold">
        Sign-in
      </h2>
      {security.error ? (
        <ErrorStrip message={security.error.message} onRetry={() => security.refetch()} />
      ) : security.data ? (
        <SecurityForm key={JSON.stringify(security.data)} security={security.data} />
      ) : (
        <DetailSkeleton rows={1} />
      )}
    </section>
  )
}

function SecurityForm({ security: { secondFactorRequired, membersWithout } }: { security: TeamSecurity }) {
  const you = useCall(listTeamMembers, {}).data?.content.find(({ isYou }) => isYou)
  const denied = you?.role.id === 'owner' ? undefined : 'Only the owner can do this.'
  const { confirmed, dialog } = useConfirmation()
  const change = useChange(setTeamSecurity, {
    quiet: true,
    refresh: [getTeamSecurity],
    success: 'The rule for signing in is saved',
  })
  const form = useSchemaForm(TeamSecurityForm, {
    start: { secondFactorRequired },
    submit: (values) => confirmed(() => change.mutateAsync(values)),
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate className="card flex max-w-[680px] flex-col gap-5 p-5">
        {form.submitError && <ErrorStrip message={form.submitError.message} />}
        <AllowedFields needs={setTeamSecurity} denied={denied}>
          <Checkbox
            label="Every member needs a second factor"
            hint={`A passkey or an authenticator app. ${describeMembers(membersWithout)}`}
            {...form.field('secondFactorRequired')}
          />
        </AllowedFields>
        <SubmitButton needs={setTeamSecurity} denied={denied} busy={form.busy} blocked={form.blocked}>
          Save rule
        </SubmitButton>
      </form>
      {dialog}
    </>
  )
}

/** What the rule means for the members. */
function describeMembers(without: number): string {
  if (without === 0) return 'All members have one.'
  return `${without === 1 ? 'One member has' : `${without} members have`} none yet, and must set one up before they continue.`
}
