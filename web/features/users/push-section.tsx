import { disablePush, enablePush, getPush } from '@adire/contract/notifications.ts'
import { useCallback, useEffect, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { useProductName } from '../../ui/product.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { canPush, readAddress, readDevice, subscribeToPush } from './push.ts'

/** Push notifications about payments on this device, turned on and off by the person who uses it. */
export function PushSection() {
  return (
    <SettingsSection
      title="On this device"
      note="Get a notification of each payment of this business, also while the dashboard is closed. It shows the amount and the business, never the customer."
    >
      {canPush() ? <DeviceSwitch /> : <NotPossible />}
    </SettingsSection>
  )
}

function NotPossible() {
  return (
    <p className="card self-start px-5 py-4 text-ink-2">
      This browser can’t show notifications. On an iPhone or iPad, first add {useProductName()} to your home screen and
      open it there.
    </p>
  )
}

function DeviceSwitch() {
  const push = useCall(getPush, {})
  const [device, setDevice] = useState<string>()
  const [isRead, setRead] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const readAgain = useCallback(async () => {
    setDevice(await readDevice().catch(() => undefined))
    setRead(true)
  }, [])
  useEffect(() => {
    readAgain()
  }, [readAgain])
  const choices = { quiet: true, refresh: [getPush], onDone: readAgain }
  const enable = useChange(enablePush, { ...choices, success: 'Notifications are on' })
  const disable = useChange(disablePush, { ...choices, success: 'Notifications are off' })
  const fail = ({ message }: Error) => setProblem(message)

  const turnOn = async (publicKey: string) => {
    setProblem(undefined)
    setAsking(true)
    await subscribeToPush(publicKey)
      .then((subscription) => enable.mutate(subscription, { onError: fail }))
      .catch(fail)
    setAsking(false)
  }
  const turnOff = async () => {
    setProblem(undefined)
    const endpoint = await readAddress()
    if (endpoint) disable.mutate({ endpoint }, { onError: fail })
  }

  if (push.error && !push.data)
    return <ErrorStrip message={push.error.message} onRetry={() => push.refetch()} className="self-start" />
  if (!push.data || !isRead) return <DetailSkeleton rows={1} />
  const { publicKey, devices } = push.data
  const isOn = device !== undefined && devices.includes(device)
  return (
    <div className="card flex flex-col gap-3 self-start px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="flex-1 font-medium">Payments</p>
        <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        {isOn ? (
          <Button tone="secondary" busy={disable.isPending} onClick={turnOff}>
            Turn off
          </Button>
        ) : (
          <Button tone="secondary" busy={isAsking || enable.isPending} onClick={() => turnOn(publicKey)}>
            Turn on
          </Button>
        )}
      </div>
      {problem && <ErrorStrip message={problem} />}
    </div>
  )
}
