import { messages } from '@adire/contract/messages.ts'
import { acceptInvitation, joinTeam, viewInvitation } from '@adire/contract/team.ts'
import { JoinForm } from '@adire/contract/team-schemas.ts'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { signIn, useLoad, useSend } from '../../client/send.ts'
import { chooseMerchant, useSession } from '../../client/session.ts'
import { signOut } from '../../client/tokens.ts'
import { NameFields } from '../../domain/name-fields.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ChoosePasswordField } from '../../ui/choose-password-field.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** Target of the link in an invitation: explains it, and leads a new person, a visitor and a signed-in user into the team. */
export function InvitationPage() {
  const { token = '' } = useParams()
  const { data, error, retry } = useLoad(viewInvitation, { token })
  const { status, userName } = useSession()
  if (error)
    return (
      <>
        <FormHeader title="We could not open the invitation" />
        <ErrorStrip message={error.message} onRetry={retry} />
      </>
    )
  if (!data || status === 'loading')
    return (
      <>
        <FormHeader title="Your invitation" />
        <p role="status" className="flex items-center gap-3 text-md text-muted">
          <Spinner className="size-5 text-brand" />
          {messages.loading}
        </p>
      </>
    )
  if (!data.isOpen) return <Closed />
  const { email, businessName, roleName, invitedBy, hasAccount } = data
  const isYours = status === 'in' && userName === email
  return (
    <>
      <FormHeader title={`Join ${businessName}`} />
      <p className="text-md text-ink-2">
        {invitedBy} invites <span className="break-all">{email}</span> to work at {businessName} as {roleName}.
      </p>
      <div className="mt-6">
        {isYours ? (
          <Accept token={token} />
        ) : status === 'in' ? (
          <OtherAccount userName={userName} email={email ?? ''} />
        ) : hasAccount ? (
          <SignInFirst token={token} />
        ) : (
          <Join token={token} />
        )}
      </div>
    </>
  )
}

const Closed = () => (
  <>
    <FormHeader title="This invitation is closed" />
    <p className="text-md text-ink-2">
      It has expired, was used, or was taken back. If you have joined already, sign in. If not, ask for a new
      invitation.
    </p>
    <LinkButton to="/" size="lg" wide className="mt-7">
      Sign in
    </LinkButton>
  </>
)

/** Opens the dashboard of the business that the user has joined. */
function useJoined() {
  const navigate = useNavigate()
  return async (merchantId: string) => {
    await chooseMerchant(merchantId)
    navigate('/dashboard', { replace: true })
  }
}

function Accept({ token }: { token: string }) {
  const open = useJoined()
  const accept = useSend(acceptInvitation, { onDone: ({ merchantId }) => open(merchantId) })
  return (
    <>
      {accept.step === 'failed' && <ErrorStrip message={accept.error.message} />}
      <Button
        size="lg"
        wide
        className="mt-3"
        busy={accept.step === 'busy'}
        onClick={() => accept.submit({ token }).catch(() => undefined)}
      >
        Join the team
      </Button>
    </>
  )
}

function OtherAccount({ userName, email }: { userName: string; email: string }) {
  return (
    <>
      <p className="text-md text-ink-2">
        You are signed in as <span className="break-all">{userName}</span>. Sign out, then sign in as{' '}
        <span className="break-all">{email}</span> to join.
      </p>
      <Button size="lg" wide className="mt-6" onClick={() => signOut()}>
        Sign out
      </Button>
    </>
  )
}

const SignInFirst = ({ token }: { token: string }) => (
  <LinkButton to="/" state={{ opened: `/invitation/${token}` }} size="lg" wide>
    Sign in to join
  </LinkButton>
)

/** A person without an account: name and password are enough, because the link proves the email address. */
function Join({ token }: { token: string }) {
  const navigate = useNavigate()
  const [hasJoined, setHasJoined] = useState(false)
  const join = useSend(joinTeam)
  const form = useSchemaForm(JoinForm, {
    start: { firstName: '', lastName: '', password: '' },
    submit: async (values) => {
      const { email } = await join.submit({ token, ...values })
      setHasJoined(true)
      await signIn({ email, password: values.password })
      navigate('/dashboard', { replace: true })
    },
  })
  if (hasJoined && form.submitError)
    return (
      <>
        <p className="text-md text-ink-2">You have joined. Sign in with your new password.</p>
        <LinkButton to="/" size="lg" wide className="mt-6">
          Sign in
        </LinkButton>
      </>
    )
  const { field, errorOf, onSubmit, busy, blocked, submitError } = form
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message} />}
      <NameFields field={field} errorOf={errorOf} />
      <ChoosePasswordField field={field} errorOf={errorOf} />
      <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
        Join the team
      </Button>
    </form>
  )
}
