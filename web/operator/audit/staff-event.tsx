import { staffActions } from '@adire/contract/back-office/staff-audit.ts'
import type { StaffEvent } from '@adire/contract/back-office/staff-audit-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { ChangesTable } from '../../ui/changes-table.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Modal } from '../../ui/modal.tsx'
import type { TableColumn } from '../../ui/table-column.ts'

/** Details of one event, with the changes field by field. */
export function StaffEventModal({ event, onClose }: { event: StaffEvent; onClose: () => void }) {
  const { actor, object, device, ip, at, position, hash, before, after } = event
  const details: (DetailItem | false)[] = [
    { label: 'When', value: `${formatDateTime(at)} (Lagos)` },
    { label: 'Who', value: actor },
    object !== null && { label: 'Object', value: object },
    device !== null && { label: 'Device', value: device },
    ip !== null && { label: 'Address', value: ip },
    position !== null && {
      label: 'Entry',
      value: `${position}, linked to the entry before it (${hash?.slice(0, 12)}…)`,
    },
  ]
  return (
    <Modal
      open
      title={staffActions[event.action]}
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose} data-autofocus>
          Done
        </Button>
      }
    >
      <DetailList details={details.filter((detail) => detail !== false)} />
      <ChangesTable before={before} after={after} />
    </Modal>
  )
}

const from = ({ ip, device }: StaffEvent) => [device, ip].filter(Boolean).join(', ')

export const auditColumns = (open: (event: StaffEvent) => void): TableColumn<StaffEvent>[] => [
  {
    label: 'What',
    phone: 'title',
    room: 14,
    fullText: ({ action }) => staffActions[action],
    cell: (event) => (
      <button
        type="button"
        onClick={() => open(event)}
        className="max-w-full truncate font-medium hover:text-link hover:underline pointer-coarse:py-2"
      >
        {staffActions[event.action]}
      </button>
    ),
  },
  {
    label: 'Object',
    drops: 2,
    quiet: true,
    cell: ({ object }) => object ?? '–',
    fullText: ({ object }) => object,
  },
  { label: 'Who', phone: 'note', cell: ({ actor }) => actor, fullText: ({ actor }) => actor },
  { label: 'From', drops: 3, quiet: true, cell: (event) => from(event) || '–', fullText: from },
  {
    label: 'When',
    phone: 'state',
    align: 'right',
    cell: ({ at }) => <span className="figures text-muted cards:text-sm">{formatDateTime(at)}</span>,
  },
]
