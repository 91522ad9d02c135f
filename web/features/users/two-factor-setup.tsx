import { enableTwoFactor, getUser } from '@adire/contract/users.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { AuthenticatorKey } from '../../ui/authenticator-key.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { RecoveryCodesModal } from '../../ui/recovery-codes.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { toast } from '../../ui/toast.ts'

export type TwoFactorSetupData = { otpauthUrl: string; secret: string }

/** Set-up: scan the code, enter a one-time code, save the recovery codes. A user with a passkey has recovery codes already. */
export function TwoFactorSetup({ setup, onClose }: { setup: TwoFactorSetupData; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (made: readonly string[]) => {
    if (made.length > 0) return setCodes(made)
    toast.success('Two-factor authentication is on')
    onClose()
  }
  if (!codes) return <Scan setup={setup} onClose={onClose} onCodes={finish} />
  return <RecoveryCodesModal title="Two-factor authentication is on" codes={codes} onClose={onClose} />
}

type ScanProps = { setup: TwoFactorSetupData; onClose: () => void; onCodes: (codes: readonly string[]) => void }

function Scan({ setup: { otpauthUrl, secret }, onClose, onCodes }: ScanProps) {
  const enable = useChange(enableTwoFactor, {
    refresh: [getUser],
    quiet: true,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const form = useSchemaForm(SecondFactorGiven, {
    start: { code: '' },
    submit: (values) => enable.mutateAsync(values),
  })
  const { field, errorOf } = form
  return (
    <FormModal form={form} title="Turn on two-factor authentication" action="Turn on" onClose={onClose}>
      <AuthenticatorKey otpauthUrl={otpauthUrl} secret={secret} />
      <Field label="Code" error={errorOf('code')} hint="The six digits in the app now">
        <Input
          {...field('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          placeholder="000000"
          className="figures tracking-[0.12em]"
        />
      </Field>
    </FormModal>
  )
}
