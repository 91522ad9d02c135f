import { getPayoutRun, holdPayout, listPayouts, releasePayout, retryPayout } from '@adire/contract/back-office/money.ts'
import { PayoutHoldForm, type StaffPayout } from '@adire/contract/back-office/money-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDay } from '../../ui/date.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useChange } from '../client/api.ts'

export type PayoutAction = 'hold' | 'release' | 'retry'
type PayoutModalProps = { action: PayoutAction; payout: StaffPayout; onClose: () => void }

const refresh = [listPayouts, getPayoutRun]
const keyOf = ({ merchantId, id }: StaffPayout) => ({ merchantId, id })
const describe = ({ amountKobo, business, recipient }: StaffPayout) =>
  `${formatNaira(amountKobo)} to ${recipient ?? business.name}`

export function PayoutModal({ action, ...props }: PayoutModalProps) {
  return action === 'hold' ? <HoldModal {...props} /> : <SendModal action={action} {...props} />
}

function HoldModal({ payout, onClose }: Omit<PayoutModalProps, 'action'>) {
  const hold = useChange(holdPayout, { refresh, quiet: true, success: 'The payout is held', onDone: onClose })
  const form = useSchemaForm(PayoutHoldForm, {
    start: { reason: '' },
    submit: ({ reason }) => hold.mutateAsync({ ...keyOf(payout), reason }),
  })
  return (
    <FormModal form={form} title={`Hold ${describe(payout)}`} action="Hold payout" onClose={onClose}>
      <p className="text-ink-2">
        It is not sent until somebody releases it. The business is notified with this reason.
        {payout.status === 'processing' &&
          ' The processor may have this payout already: then it is paid, and you are told. Otherwise it comes back within minutes and is held.'}
      </p>
      <Field
        label="Reason for the business"
        hint="For example: we are checking your last payments"
        error={form.errorOf('reason')}
      >
        <Input {...form.field('reason')} autoComplete="off" maxLength={200} />
      </Field>
    </FormModal>
  )
}

const sending = {
  release: {
    endpoint: releasePayout,
    title: (payout: StaffPayout) => `Release ${describe(payout)}?`,
    action: 'Release',
    text: 'It is sent at the next payout time, 09:00 on a working day; one that was recorded and has not come back, now.',
  },
  retry: {
    endpoint: retryPayout,
    title: (payout: StaffPayout) => `Send ${describe(payout)} again?`,
    action: 'Send again',
    text: 'It is sent at the next payout time, 09:00 on a working day. If its obstacle remains, it is put on hold again.',
  },
} as const

function SendModal({ action, payout, onClose }: PayoutModalProps & { action: keyof typeof sending }) {
  const { endpoint, title, action: label, text } = sending[action]
  const send = useChange(endpoint, {
    refresh,
    success: ({ dueOn }) => `It is sent on ${formatDay(dueOn)}`,
    onDone: onClose,
    onWaiting: onClose,
  })
  return (
    <ConfirmModal
      open
      title={title(payout)}
      action={label}
      tone="primary"
      busy={send.isPending}
      onConfirm={() => send.mutate(keyOf(payout))}
      onCancel={onClose}
    >
      {text}
    </ConfirmModal>
  )
}
