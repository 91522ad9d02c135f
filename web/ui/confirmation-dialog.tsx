import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import type { PasskeyRequestOptions } from '@adire/contract/passkeys-schemas.ts'
import type { confirmUser } from '@adire/contract/users.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { loadChunk } from './chunk.ts'
import { ErrorStrip } from './error-strip.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Modal } from './modal.tsx'
import { PasswordInput } from './password-input.tsx'
import { Skeleton } from './skeleton.tsx'

const confirmationTitle = 'Confirm that it is you'

type Given = EndpointInput<typeof confirmUser>
type Way = 'passkey' | 'code' | 'password'

type ConfirmationDialogProps = {
  /** Second factors of the person: passkeys, an authenticator app. With neither, the dialog asks for the password. */
  factors: { passkeys: boolean; app: boolean }
  /** Options of the server for a signature. */
  startPasskey: () => Promise<PasskeyRequestOptions>
  /** Sends the confirmation. Rejects with a message for the person. */
  confirm: (given: Given) => Promise<unknown>
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for a second factor of the person, a passkey if there is one, and for the password if there is none. */
export function ConfirmationDialog(props: ConfirmationDialogProps) {
  const { passkeys, app } = props.factors
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? (passkeys ? 'passkey' : app ? 'code' : 'password')
  if (way === 'passkey') return <PasskeyDialog {...props} onOther={() => setChosen('code')} />
  if (way === 'password') return <PasswordDialog {...props} />
  return <CodeDialog {...props} onOther={passkeys ? () => setChosen('passkey') : undefined} />
}

/** Placeholder of the dialog while the second factors of the person are loading. */
export function LoadingConfirmation({ read, onClose }: { read: Loading; onClose: () => void }) {
  return (
    <Modal open title={confirmationTitle} onClose={onClose}>
      {read.error ? (
        <ErrorStrip message={read.error.message} onRetry={() => read.refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Modal>
  )
}

type Loading = { error: Error | null; refetch: () => unknown }
type WayProps = ConfirmationDialogProps & { onOther?: (() => void) | undefined }

function PasskeyDialog({ factors, startPasskey, confirm, onConfirmed, onClose, onOther }: WayProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const { signWithPasskey } = await loadChunk(() => import('./webauthn.ts'))
      await confirm({ passkey: await signWithPasskey(await startPasskey()) })
      onConfirmed()
    } catch (cause) {
      setError((cause as Error).message || messages.network)
      setBusy(false)
    }
  }
  return (
    <Modal open title={confirmationTitle} onClose={onClose} onSubmit={submit} action="Use a passkey" busy={isBusy}>
      {error && <ErrorStrip message={error} />}
      <p className="text-ink-2">With the fingerprint, face or PIN of your device.</p>
      <OtherWay onClick={onOther}>{factors.app ? 'Use a code instead' : 'Use a recovery code instead'}</OtherWay>
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

function CodeDialog({ onOther, ...props }: WayProps) {
  const typed = useTyped(props, (code) => ({ code }))
  const { app } = props.factors
  return (
    <Modal open title={confirmationTitle} onClose={props.onClose} action="Confirm" {...typed.form}>
      <p className="text-ink-2">
        {app
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

function PasswordDialog(props: WayProps) {
  const typed = useTyped(props, (password) => ({ password }))
  return (
    <Modal open title={confirmationTitle} onClose={props.onClose} action="Confirm" {...typed.form}>
      <p className="text-ink-2">Enter the password you sign in with.</p>
      <Field label="Password" error={typed.error}>
        <PasswordInput {...typed.input} autoComplete="current-password" />
      </Field>
    </Modal>
  )
}

/** One field that confirms when it is submitted. A wrong value is cleared. */
function useTyped({ confirm, onConfirmed }: ConfirmationDialogProps, toGiven: (value: string) => Given) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!value) return setError(messages.required)
    setBusy(true)
    try {
      await confirm(toGiven(value))
      onConfirmed()
    } catch (cause) {
      setError((cause as Error).message || messages.network)
      setValue('')
      setBusy(false)
    }
  }
  const onChange = (event: { target: { value: string } }) => {
    setValue(event.target.value)
    setError(undefined)
  }
  return { error, form: { onSubmit, busy, disabled: Boolean(error) }, input: { value, onChange } }
}
