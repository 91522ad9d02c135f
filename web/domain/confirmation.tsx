import { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import { confirmUser, getUser } from '@adire/contract/users.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useCall, useChange } from '../client/api.ts'
import { useSession } from '../client/session.ts'
import { ErrorStrip } from '../ui/error-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Modal } from '../ui/modal.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

/**
 * Re-authentication for sensitive actions: `confirmed(() => change.mutateAsync(input))` runs the action, asks for the
 * password or a code if the server requires it, and runs the action again. Resolves to undefined if the user cancels;
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

function ConfirmationModal({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { userId } = useSession()
  const user = useCall(getUser, { id: userId })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const confirm = useChange(confirmUser, { quiet: true, onDone: onConfirmed })
  const byCode = user.data?.twoFactor ?? false
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!typed) return setError(messages.required)
    await confirm.mutateAsync(byCode ? { code: typed } : { password: typed }).catch((callError: Error) => {
      setError(callError.message)
      setTyped('')
    })
  }
  const bind = {
    value: typed,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value)
      setError(undefined)
    },
  }
  return (
    <Modal
      open
      title="Confirm that it is you"
      onClose={onClose}
      onSubmit={submit}
      action="Confirm"
      busy={confirm.isPending}
      disabled={!user.data || Boolean(error)}
    >
      {user.error && <ErrorStrip message={user.error.message} onRetry={() => user.refetch()} />}
      <p className="text-ink-2">
        {byCode
          ? 'Enter the six digits your authenticator app shows, or a recovery code.'
          : 'Enter the password you sign in with.'}
      </p>
      {byCode ? (
        <Field label="Code" error={error}>
          <Input {...bind} autoComplete="one-time-code" className="figures" maxLength={20} />
        </Field>
      ) : (
        <Field label="Password" error={error}>
          <PasswordInput {...bind} autoComplete="current-password" />
        </Field>
      )}
    </Modal>
  )
}
