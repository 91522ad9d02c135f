import { CallError } from '@adire/contract/call.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { startPasskeyConfirmation } from '@adire/contract/passkeys.ts'
import { confirmUser, getUser } from '@adire/contract/users.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCall, useChange } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { loadChunk } from '../ui/chunk.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Modal } from '../ui/modal.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * Re-authentication for sensitive actions: `confirmed(() => change.mutateAsync(input))` runs the action, asks for a
 * passkey, a code or the password if the server requires it, and runs the action again. Resolves to undefined if the user cancels;
 * nothing was done then. Render `dialog` beside it, outside of any form.
 */
export function useConfirmation() {
  const [resolveConfirmation, setResolveConfirmation] = useState<(isConfirmed: boolean) => void>()

  const requestConfirmation = () =>
    new Promise<boolean>((resolve) => {
      setResolveConfirmation(() => (isConfirmed: boolean) => {
        setResolveConfirmation(undefined)
        resolve(isConfirmed)
      })
    })
  const confirmed = async <T,>(callback: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await callback()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'confirmation_required') throw error
      return (await requestConfirmation()) ? await callback() : undefined
    }
  }
  const dialog: ReactNode = resolveConfirmation && (
    <ConfirmationModal onConfirmed={() => resolveConfirmation(true)} onClose={() => resolveConfirmation(false)} />
  )
  return { confirmed, dialog }
}

type Way = 'passkey' | 'code' | 'password'
type WayProps = { hasApp: boolean; onConfirmed: () => void; onClose: () => void; onOther?: (() => void) | undefined }

/** Asks for the second factor that the user has, a passkey first, and otherwise for the password. */
function ConfirmationModal({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { userId } = useSession()
  const user = useCall(getUser, { id: userId })
  const [chosen, setChosen] = useState<Way>()
  if (!user.data)
    return (
      <Modal open title={title} onClose={onClose}>
        {user.error ? (
          <ErrorStrip message={user.error.message} onRetry={() => user.refetch()} />
        ) : (
          <Skeleton className="h-16" />
        )}
      </Modal>
    )
  const { passkeys, twoFactor } = user.data
  const way = chosen ?? (passkeys > 0 ? 'passkey' : twoFactor ? 'code' : 'password')
  const dialog = { hasApp: twoFactor, onConfirmed, onClose }
  if (way === 'passkey') return <PasskeyDialog {...dialog} onOther={() => setChosen('code')} />
  if (way === 'password') return <PasswordDialog {...dialog} />
  return <CodeDialog {...dialog} onOther={passkeys > 0 ? () => setChosen('passkey') : undefined} />
}

const title = 'Confirm that it is you'

function PasskeyDialog({ onConfirmed, onClose, onOther, hasApp }: WayProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const start = useChange(startPasskeyConfirmation, { quiet: true })
  const confirm = useChange(confirmUser, { quiet: true, onDone: onConfirmed })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { signWithPasskey } = await loadChunk(() => import('../client/passkeys.ts'))
      await confirm.mutateAsync({ passkey: await signWithPasskey(await start.mutateAsync({})) })
    } catch (cause) {
      setError((cause as Error).message || messages.network)
    }
    setBusy(false)
  }
  return (
    <Modal open title={title} onClose={onClose} onSubmit={submit} action="Use a passkey" busy={isBusy}>
      {error && <ErrorStrip message={error} />}
      <p className="text-ink-2">With the fingerprint, face or PIN of your device.</p>
      <OtherWay onClick={onOther}>{hasApp ? 'Use a code instead' : 'Use a recovery code instead'}</OtherWay>
    </Modal>
  )
}

const OtherWay = ({ onClick, children }: { onClick: (() => void) | undefined; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="self-start font-medium text-link hover:underline pointer-coarse:py-2"
  >
    {children}
  </button>
)

function CodeDialog({ hasApp, onOther, ...rest }: WayProps) {
  const typed = useTyped((code) => ({ code }), rest.onConfirmed)
  return (
    <Modal open title={title} onClose={rest.onClose} action="Confirm" {...typed.form}>
      <p className="text-ink-2">
        {hasApp
          ? 'Enter the six digits your authenticator app shows, or a recovery code.'
          : 'Enter a recovery code. It works once.'}
      </p>
      <Field label="Code" error={typed.error}>
        <Input {...typed.input} autoComplete="one-time-code" className="figures" maxLength={20} />
      </Field>
      {onOther && <OtherWay onClick={onOther}>Use a passkey instead</OtherWay>}
    </Modal>
  )
}

function PasswordDialog({ onConfirmed, onClose }: WayProps) {
  const typed = useTyped((password) => ({ password }), onConfirmed)
  return (
    <Modal open title={title} onClose={onClose} action="Confirm" {...typed.form}>
      <p className="text-ink-2">Enter the password you sign in with.</p>
      <Field label="Password" error={typed.error}>
        <PasswordInput {...typed.input} autoComplete="current-password" />
      </Field>
    </Modal>
  )
}

/** One field that confirms when it is submitted. A wrong value is cleared. */
function useTyped(toInput: (value: string) => EndpointInput<typeof confirmUser>, onConfirmed: () => void) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useChange(confirmUser, { quiet: true, onDone: onConfirmed })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!value) return setError(messages.required)
    await confirm.mutateAsync(toInput(value)).catch((callError: Error) => {
      setError(callError.message)
      setValue('')
    })
  }
  const onChange = (event: { target: { value: string } }) => {
    setValue(event.target.value)
    setError(undefined)
  }
  return {
    error,
    form: { onSubmit, busy: confirm.isPending, disabled: Boolean(error) },
    input: { value, onChange },
  }
}
