import { enableTwoFactor, getUser } from '@adire/contract/users.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { Suspense, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrImage = lazyComponent(() => import('../../ui/qr-image.tsx').then((m) => m.QrImage))

export type TwoFactorSetupData = { otpauthUrl: string; secret: string }

/** Set-up: scan the code, enter a one-time code, save the recovery codes. */
export function TwoFactorSetup({ setup, onClose }: { setup: TwoFactorSetupData; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (!codes) return <Scan setup={setup} onClose={onClose} onCodes={setCodes} />
  return (
    <Modal
      open
      title="Two-factor authentication is on"
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  )
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
      <p className="text-ink-2">
        Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <QrImage text={otpauthUrl} label="QR code for the authenticator app" />
        </Suspense>
        <div className="flex min-w-0 flex-1 basis-48 flex-col items-start gap-2">
          <p className="text-sm text-muted">Can’t scan it? Type this key into the app:</p>
          <p className="figures font-medium wrap-anywhere">{secret.match(/.{1,4}/g)!.join(' ')}</p>
          <CopyButton text={secret} label="Copy key" />
        </div>
      </div>
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
