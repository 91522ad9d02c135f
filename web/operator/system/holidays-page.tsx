import { listHolidays, removeHoliday, saveHoliday } from '@adire/contract/back-office/system.ts'
import { type Holiday, HolidayForm } from '@adire/contract/back-office/system-schemas.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { dayKey, formatDay } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { useUrlState } from '../../ui/use-url-state.ts'
import { useCall, useChange } from '../client/api.ts'
import { useAllowedTabs, useDenied } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

/** Days on which no bank pays, besides Saturdays and Sundays. */
export function HolidaysPage() {
  const { params, changed } = useUrlState()
  const thisYear = Number(dayKey(Date.now()).slice(0, 4))
  const years = [thisYear - 1, thisYear, thisYear + 1, thisYear + 2]
  const year = years.find((one) => String(one) === params.get('year')) ?? thisYear
  const [opened, setOpened] = useState<'add' | Holiday>()
  const denied = useDenied(saveHoliday)
  const list = useCall(listHolidays, { year }, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="System"
        note="Days on which no payout is sent, besides Saturdays and Sundays"
        actions={
          <AllowedButton icon={<Plus strokeWidth={1.75} />} denied={denied} onClick={() => setOpened('add')}>
            Add holiday
          </AllowedButton>
        }
        tabs={useAllowedTabs(systemTabs)}
      />
      <FilterTabs
        label="Year"
        tabs={years.map((one) => ({
          to: `?${changed({ year: one === thisYear ? undefined : String(one) })}`,
          label: String(one),
          isCurrent: one === year,
        }))}
      />
      <ListFrame
        label="Holidays"
        columns={columns(denied, setOpened)}
        list={list}
        keyOf={({ day }) => day}
        empty={
          <Empty title={`No holidays of ${year} yet`}>
            Add the days that the government announces: a payout on a missing one comes back.
          </Empty>
        }
        waiting={8}
      />
      {opened === 'add' && <AddModal onClose={() => setOpened(undefined)} />}
      {opened && opened !== 'add' && <RemoveModal holiday={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const columns = (denied: string | undefined, onRemove: (holiday: Holiday) => void): readonly TableColumn<Holiday>[] => [
  { label: 'Day', phone: 'title', room: 8, cell: ({ day }) => <span className="figures">{formatDay(day)}</span> },
  { label: 'Name', phone: 'note', cell: ({ name }) => name, fullText: ({ name }) => name },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: (holiday) => (
      <RowMenu of={holiday.name}>
        <MenuButton denied={denied} onClick={() => onRemove(holiday)}>
          Remove
        </MenuButton>
      </RowMenu>
    ),
  },
]

function AddModal({ onClose }: { onClose: () => void }) {
  const save = useChange(saveHoliday, {
    refresh: [listHolidays],
    quiet: true,
    success: ({ day, name }) => `${formatDay(day)} is a holiday: ${name}`,
    onDone: onClose,
  })
  const form = useSchemaForm(HolidayForm, {
    start: { day: '', name: '' },
    submit: (values) => save.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="Add a holiday" action="Save holiday" onClose={onClose}>
      <Field label="Day" error={form.errorOf('day')}>
        <DateInput {...form.field('day')} />
      </Field>
      <Field label="Name" error={form.errorOf('name')}>
        <Input {...form.field('name')} autoComplete="off" maxLength={80} />
      </Field>
    </FormModal>
  )
}

function RemoveModal({ holiday, onClose }: { holiday: Holiday; onClose: () => void }) {
  const remove = useChange(removeHoliday, {
    refresh: [listHolidays],
    success: `${formatDay(holiday.day)} is a working day`,
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open
      title={`Remove ${holiday.name}?`}
      action="Remove"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ day: holiday.day })}
      onCancel={onClose}
    >
      {`Payouts are then sent on ${formatDay(holiday.day)}, unless it is a Saturday or Sunday.`}
    </ConfirmModal>
  )
}
