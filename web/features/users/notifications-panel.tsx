import { getNotificationPreferences, updateNotificationPreferences } from '@adire/contract/users.ts'
import type { NotificationPreferences } from '@adire/contract/users-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { PushSection } from './push-section.tsx'

type Kind = keyof NotificationPreferences
type Way = 'app' | 'mail'

const kinds: readonly { kind: Kind | 'security'; label: string; note: string }[] = [
  { kind: 'payment', label: 'Payments', note: 'A customer has paid you.' },
  {
    kind: 'subscription',
    label: 'Subscriptions',
    note: 'Charges that failed, subscriptions that ended unpaid. By email once a day.',
  },
  { kind: 'mandate', label: 'Direct debit', note: 'Debits that failed, mandates that ended. By email once a day.' },
  { kind: 'dispute', label: 'Refunds and disputes', note: 'A customer disputes a payment, or a refund needs action.' },
  { kind: 'kyc', label: 'Verification', note: 'Results of the review of your business, and what to send again.' },
  { kind: 'settlement', label: 'Settlements', note: 'Money is on its way to your bank, or could not be sent.' },
  { kind: 'security', label: 'Security', note: 'New devices, passwords and keys. Always on.' },
]
const ways: readonly { way: Way; label: string }[] = [
  { way: 'app', label: 'Dashboard' },
  { way: 'mail', label: 'Email' },
]

/** Notification preferences by event and channel. */
export function NotificationsPanel() {
  const { userId } = useSession()
  const chosen = useCall(getNotificationPreferences, { id: userId })
  return (
    <>
      <SettingsSection title="Notifications" note="For you only, in all your businesses.">
        {chosen.data ? (
          <Preferences chosen={chosen.data} />
        ) : chosen.error ? (
          <ErrorStrip message={chosen.error.message} onRetry={() => chosen.refetch()} className="self-start" />
        ) : (
          <DetailSkeleton rows={7} />
        )}
      </SettingsSection>
      <PushSection />
    </>
  )
}

function Preferences({ chosen }: { chosen: NotificationPreferences }) {
  const { userId } = useSession()
  const [preferences, setPreferences] = useState(chosen)
  const update = useChange(updateNotificationPreferences, {
    refresh: [getNotificationPreferences],
    success: 'Your choices are saved',
  })
  const isSame = JSON.stringify(preferences) === JSON.stringify(chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate({ id: userId, ...preferences })
  }
  const toggle = (kind: Kind, way: Way) =>
    setPreferences({ ...preferences, [kind]: { ...preferences[kind], [way]: !preferences[kind][way] } })
  return (
    <form onSubmit={submit} className="card @container/table self-start overflow-clip">
      <table aria-label="Notifications" className="w-full">
        <thead className="@max-[16rem]/table:sr-only">
          <tr className="border-b border-line bg-sunken text-xs text-muted">
            <th scope="col" className="h-9 px-4 text-left font-medium sm:px-5">
              About
            </th>
            {ways.map(({ way, label }) => (
              <th key={way} scope="col" className="w-16 font-medium last:pr-3 sm:w-28">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kinds.map(({ kind, label, note }) => (
            <tr key={kind} className="@max-[16rem]/table:block">
              <th scope="row" className="px-4 py-3.5 sm:px-5 text-left font-normal">
                <span className="block font-medium">{label}</span>
                <span className="mt-0.5 block text-sm text-muted">{note}</span>
              </th>
              {ways.map(({ way, label: by }) => (
                <td key={way} className="text-center last:pr-3 @max-[16rem]/table:block">
                  <Tick
                    of={label}
                    by={by}
                    checked={kind === 'security' || preferences[kind][way]}
                    onChange={kind === 'security' ? undefined : () => toggle(kind, way)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex justify-end border-t border-line px-5 py-4">
        <Button type="submit" busy={update.isPending} disabled={isSame}>
          Save
        </Button>
      </div>
    </form>
  )
}

type TickProps = { of: string; by: string; checked: boolean; onChange: (() => void) | undefined }

/** Checkbox with a touch-size target. Without `onChange` it can't be changed. */
function Tick({ of, by, checked, onChange }: TickProps) {
  return (
    <label className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 px-3">
      <input
        type="checkbox"
        aria-label={`${of}: ${by}`}
        checked={checked}
        disabled={!onChange}
        onChange={onChange}
        className="check-box size-4.5 disabled:opacity-60"
      />
      <span className="@min-[16rem]/table:hidden">{by}</span>
    </label>
  )
}
