import { Button } from './button.tsx'
import { ChangesTable } from './changes-table.tsx'
import { formatDateTime } from './date.ts'
import { type DetailItem, DetailList } from './detail-list.tsx'
import { Modal } from './modal.tsx'

/** An entry of an audit log, of a business or of the provider's staff. */
interface LoggedEvent {
  at: string
  object: string | null
  device: string | null
  ip: string | null
  /** Place in the chain. Null until the entry is linked. */
  position: number | null
  hash: string | null
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

type EventModalProps = { title: string; who: string; event: LoggedEvent; onClose: () => void }

/** Details of an entry of an audit log, with the changes field by field. */
export function EventModal({ title, who, event, onClose }: EventModalProps) {
  const { object, device, ip, at, position, hash, before, after } = event
  const details: (DetailItem | false)[] = [
    { label: 'When', value: `${formatDateTime(at)} (Lagos)` },
    { label: 'Who', value: who },
    object !== null && { label: 'Object', value: object },
    device !== null && { label: 'Device', value: device },
    ip !== null && { label: 'IP address', value: ip },
    position !== null && {
      label: 'Entry',
      value: `${position}, linked to the entry before it (${hash?.slice(0, 12)}…)`,
    },
  ]
  return (
    <Modal
      open
      title={title}
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
