import { endAnnouncement, listStaffAnnouncements, publishAnnouncement } from '@adire/contract/back-office/system.ts'
import { AnnouncementForm, type StaffAnnouncement } from '@adire/contract/back-office/system-schemas.ts'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { optionalText } from '../../ui/optional-text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { useCall, useChange } from '../client/api.ts'
import { useAllowedTabs, useDenied } from '../client/person.ts'
import { systemTabs } from './system-tabs.ts'

const limit = 25

/** What the dashboards of businesses show above every page. */
export function AnnouncementsPage() {
  const { page, pager } = usePaging(limit)
  const [isWriting, setWriting] = useState(false)
  const denied = useDenied(publishAnnouncement)
  const end = useChange(endAnnouncement, { refresh: [listStaffAnnouncements], success: 'The announcement is off' })
  const list = useCall(listStaffAnnouncements, page, { keepPrevious: true })
  return (
    <>
      <PageHeader
        title="System"
        note="Shown above every page of the dashboard, to all members"
        actions={
          <AllowedButton icon={<Megaphone strokeWidth={1.75} />} denied={denied} onClick={() => setWriting(true)}>
            New announcement
          </AllowedButton>
        }
        tabs={useAllowedTabs(systemTabs)}
      />
      <PagedList
        label="Announcements"
        columns={columns(denied, (id) => end.mutate({ id }))}
        list={list}
        {...pager}
        empty={<Empty title="Nothing was announced yet">Announce planned maintenance, or a bank that is down.</Empty>}
      />
      {isWriting && <AnnouncementModal onClose={() => setWriting(false)} />}
    </>
  )
}

const columns = (
  denied: string | undefined,
  onEnd: (id: string) => void,
): readonly TableColumn<StaffAnnouncement>[] => [
  {
    label: 'Announcement',
    phone: 'title',
    room: 16,
    cell: ({ title, text }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{title}</span>
        <span className="block truncate text-sm text-muted">{text}</span>
      </span>
    ),
    fullText: ({ title, text }) => `${title}: ${text}`,
  },
  {
    label: 'State',
    phone: 'state',
    room: 8,
    cell: ({ isOver, level }) =>
      isOver ? (
        <Badge tone="neutral">Over</Badge>
      ) : (
        <Badge tone={level === 'warning' ? 'warn' : 'ok'}>{level === 'warning' ? 'Warning' : 'Shown'}</Badge>
      ),
  },
  {
    label: 'Until',
    phone: 'note',
    cell: ({ endsAt }) => <span className="figures">{formatDateTime(endsAt)}</span>,
  },
  {
    label: 'In',
    drops: 2,
    room: 7,
    cell: ({ mode }) => (mode === null ? 'Both modes' : mode === 'LIVE' ? 'Live Mode' : 'Test Mode'),
  },
  { label: 'By', drops: 1, quiet: true, cell: ({ createdBy }) => createdBy, fullText: ({ createdBy }) => createdBy },
  {
    label: 'Actions',
    hideLabel: true,
    room: 4,
    align: 'right',
    phone: 'menu',
    cell: ({ id, title, isOver }) =>
      isOver ? null : (
        <RowMenu of={title}>
          <MenuButton denied={denied} onClick={() => onEnd(id)}>
            End now
          </MenuButton>
        </RowMenu>
      ),
  },
]

const hours = [1, 4, 12, 24, 72, 168, 720].map((value) => ({
  value: String(value),
  label: value < 24 ? `${value} ${value === 1 ? 'hour' : 'hours'}` : `${value / 24} ${value === 24 ? 'day' : 'days'}`,
}))

function AnnouncementModal({ onClose }: { onClose: () => void }) {
  const publish = useChange(publishAnnouncement, {
    refresh: [listStaffAnnouncements],
    quiet: true,
    success: 'The announcement is shown',
    onDone: onClose,
  })
  const form = useSchemaForm(AnnouncementForm, {
    start: { level: 'info', title: '', text: '', hours: 24 },
    submit: (values) => publish.mutateAsync(values),
  })
  return (
    <FormModal form={form} title="New announcement" action="Show announcement" onClose={onClose}>
      <Field label="Title" error={form.errorOf('title')}>
        <Input {...form.field('title')} autoComplete="off" maxLength={100} />
      </Field>
      <Field label="Text" error={form.errorOf('text')}>
        <Textarea {...form.field('text')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Kind">
          <Select
            {...form.field('level')}
            options={[
              { value: 'info', label: 'Information' },
              { value: 'warning', label: 'Warning' },
            ]}
          />
        </Field>
        <Field label="Shown for" error={form.errorOf('hours')}>
          <Select {...form.field('hours', numberChoice)} options={hours} />
        </Field>
        <Field label="In">
          <Select
            {...form.field('mode', optionalText)}
            placeholder="Both modes"
            options={[
              { value: 'LIVE', label: 'Live Mode' },
              { value: 'TEST', label: 'Test Mode' },
            ]}
          />
        </Field>
      </div>
    </FormModal>
  )
}
