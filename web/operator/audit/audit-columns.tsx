import { staffActions } from '@adire/contract/back-office/staff-audit.ts'
import type { StaffEvent } from '@adire/contract/back-office/staff-audit-schemas.ts'
import { formatDateTime } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'

const from = ({ ip, device }: StaffEvent) => [device, ip].filter(Boolean).join(', ')

/** Columns of the audit log of the staff. `open` shows the details of an entry. */
export const auditColumns = (open: (event: StaffEvent) => void): TableColumn<StaffEvent>[] => [
  {
    label: 'What',
    phone: 'title',
    room: 18,
    cell: (event) => (
      <>
        <button
          type="button"
          title={staffActions[event.action]}
          onClick={() => open(event)}
          className="max-w-full truncate text-left font-medium hover:text-link hover:underline pointer-coarse:py-2 cards:whitespace-normal rows:max-w-64"
        >
          {staffActions[event.action]}
        </button>
        {event.object && <span className="block truncate text-sm text-muted rows:hidden">{event.object}</span>}
      </>
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
