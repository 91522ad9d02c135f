import { acceptStaffInvitation, viewStaffInvitation } from '@adire/contract/back-office/staff.ts'
import { StaffJoinForm } from '@adire/contract/back-office/staff-schemas.ts'
import { CallError } from '@adire/contract/call.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { staffRoleNames } from '@adire/contract/staff-permissions.ts'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChoosePasswordField } from '../../ui/choose-password-field.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { LinesSkeleton } from '../../ui/skeleton.tsx'
import { callBackOffice } from '../client/api.ts'

type Invitation = EndpointOutput<typeof viewStaffInvitation>

/** Target of the link in an invitation: name and password of the new person. The second factor follows at the first sign-in. */
export function InvitationPage() {
  const { token = '' } = useParams()
  const { invitation, error, retry } = useInvitation(token)
  const [hasJoined, setHasJoined] = useState(false)
  if (hasJoined)
    return (
      <>
        <FormHeader title="Your account is ready" />
        <p className="text-ink-2">Sign in now. You need an authenticator app on your phone.</p>
        <SignInLink />
      </>
    )
  if (error) return <ErrorStrip message={error.message || messages.network} onRetry={retry} />
  if (!invitation) return <LinesSkeleton lines={5} />
  if (!invitation.isOpen || !invitation.role)
    return (
      <>
        <FormHeader title="This invitation is closed" />
        <p className="text-ink-2">
          It has expired or was used. If you have an account already, sign in. If not, ask for a new invitation.
        </p>
        <SignInLink />
      </>
    )
  return (
    <>
      <FormHeader
        title="Join the back office"
        note={`${invitation.email}, with the role ${staffRoleNames[invitation.role]}`}
      />
      <JoinForm token={token} onJoined={() => setHasJoined(true)} />
    </>
  )
}

const SignInLink = () => (
  <LinkButton to="/sign-in" size="lg" wide className="mt-6">
    Sign in
  </LinkButton>
)

function JoinForm({ token, onJoined }: { token: string; onJoined: () => void }) {
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(StaffJoinForm, {
    start: { name: '', password: '' },
    submit: async (values) => {
      await callBackOffice(acceptStaffInvitation, { token, ...values })
      onJoined()
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message || messages.network} />}
      <Field label="Your name" error={errorOf('name')} hint="Businesses and colleagues see it">
        <Input {...field('name')} autoComplete="name" />
      </Field>
      <ChoosePasswordField field={field} errorOf={errorOf} />
      <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
        Create account
      </Button>
    </form>
  )
}

function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation>()
  const [error, setError] = useState<CallError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every retry
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    callBackOffice(viewStaffInvitation, { token }, { signal: stop.signal }).then(setInvitation, (failure) => {
      if (failure instanceof CallError && !stop.signal.aborted) setError(failure)
    })
    return () => stop.abort()
  }, [token, attempt])
  return { invitation, error, retry: () => setAttempt(attempt + 1) }
}
