import {
  getPayoutSchedule,
  type PayoutInterval,
  type PayoutSchedule,
  payoutWeekdays,
  updatePayoutSchedule,
} from '@adire/contract/payout-schedule.ts'
import { getSettlementsSummary, getUnsettled, listSettlements } from '@adire/contract/settlements.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { formatDay } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Select } from '../../ui/select.tsx'

const tiles = [
  { value: 'daily', label: 'Every working day' },
  { value: 'weekly', label: 'Every week', hint: 'On a weekday that you choose.' },
  { value: 'monthly', label: 'Every month', hint: 'On a day of the month that you choose.' },
]
const weekdays = payoutWeekdays.map((label, index) => ({ value: String(index + 1), label }))
const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? 'Last day' : String(index + 1),
}))

export function PayoutScheduleModal({ schedule, onClose }: { schedule: PayoutSchedule; onClose: () => void }) {
  const [interval, setInterval] = useState(schedule.interval)
  const [weekday, setWeekday] = useState(schedule.interval === 'weekly' ? String(schedule.day) : '5')
  const [monthDay, setMonthDay] = useState(schedule.interval === 'monthly' ? String(schedule.day) : '31')
  const update = useChange(updatePayoutSchedule, {
    refresh: [getPayoutSchedule, getUnsettled, getSettlementsSummary, listSettlements],
    success: ({ nextOn }) => `Saved. The next payout is on ${formatDay(nextOn)}`,
    quiet: true,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const day = { daily: null, weekly: Number(weekday), monthly: Number(monthDay) }[interval]
    update.mutate({ interval, day })
  }
  return (
    <Modal
      open
      title="Payout schedule"
      action="Save schedule"
      onClose={onClose}
      onSubmit={submit}
      busy={update.isPending}
    >
      {update.error && <ErrorStrip message={update.error.message} />}
      <RadioTiles
        label="Pay to my bank account"
        value={interval}
        onChange={({ target }) => setInterval(target.value as PayoutInterval)}
        tiles={tiles}
      />
      {interval === 'weekly' && (
        <Field label="Weekday">
          <Select value={weekday} onChange={({ target }) => setWeekday(target.value)} options={weekdays} />
        </Field>
      )}
      {interval === 'monthly' && (
        <Field label="Day of the month">
          <Select value={monthDay} onChange={({ target }) => setMonthDay(target.value)} options={monthDays} />
        </Field>
      )}
      <p className="text-sm text-muted">
        On a weekend or public holiday, the payout is made on the next working day. Recipients of split payments are
        always paid every working day. A settlement that was prepared already is paid as before.
      </p>
    </Modal>
  )
}
